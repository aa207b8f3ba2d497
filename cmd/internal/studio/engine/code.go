package engine

import (
	"lockcheck/cmd/internal/ask"
	"lockcheck/out/code"
)

// code renders the lock and the guard of a setup.
func (e *Engine) code(r *CodeRequest) (*Code, error) {
	t, err := target(&r.Setup)
	if err != nil {
		return nil, err
	}
	p, _, err := ready(t, &r.Setup, "bounded", nil, ask.Configure)
	if err != nil {
		return nil, err
	}
	q := code.Ask(p.Model, p.Settings)
	q.Name = p.Target.Name
	q.Check = "lockcheck check " + typed(&r.Setup, "bounded", nil)
	files, notes, err := code.Render(q)
	if err != nil {
		return nil, refuse("setup", "%s", ask.OneLine(err.Error()))
	}
	a := &Code{Files: []File{}, Notes: notes}
	for _, f := range files {
		a.Files = append(a.Files, File{Name: f.Name, Type: f.Media, Text: f.Text})
	}
	if a.Notes == nil {
		a.Notes = []string{}
	}
	return a, nil
}
