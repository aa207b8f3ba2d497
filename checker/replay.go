package checker

import "lockcheck/model"

// replay makes a trace of a path.
func (s *search) replay(row int, p *path) (*Trace, error) {
	t := &Trace{Instances: make([]model.Instance, len(p.steps)), StartInstance: p.start}
	for i, id := range p.steps {
		t.Instances[i] = s.sys.Instance(id)
	}
	return t, nil
}

// specError is the error of a model that is wrong in itself.
func (s *search) specError(row int) error {
	p, err := s.find(row, nil)
	if err != nil {
		return err
	}
	t, err := s.replay(row, p)
	if err != nil {
		return err
	}
	return &SpecError{Trace: t}
}
