package checker

import "lockcheck/model/murphi"

// modelName is how reports call a model.
func modelName(m *murphi.Model) string {
	switch {
	case m == nil:
		return ""
	case m.Head.Protocol != nil:
		return m.Head.Protocol.Name
	}
	return m.Sources[0].Name
}
