package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"lockcheck/checker/naive"
)

// readITF reads an ITF trace: one of lockcheck's, or any other, of which only
// the states are known.
func (r *recording) readITF(property string) error {
	meta, ok, err := r.tree.maybe("#meta")
	if err != nil {
		return err
	}
	if ok {
		if _, err := meta.object(); err != nil {
			return err
		}
		if own, ok, _ := meta.maybe("lockcheck"); ok {
			if err := r.readOwn(own); err != nil {
				return err
			}
		}
	}
	if loop, ok, _ := r.tree.maybe("loop"); ok && loop.value != nil {
		return loop.errorf("this run goes on for ever; replay takes runs that end")
	}
	switch {
	case property == "" || property == r.property:
	case r.property != "":
		return fmt.Errorf("this is a trace of %s, not of %s", r.property, property)
	case r.own:
		return fmt.Errorf("this is a trace of no property")
	default:
		r.property = property
	}
	if r.trace, err = r.tree.field("states"); err != nil {
		return err
	}
	states, err := r.trace.list()
	if err != nil {
		return err
	}
	if len(states) == 0 {
		return errors.New("there is no trace in it")
	}
	if err := r.trace.bounded(len(states)-1, 0); err != nil {
		return err
	}
	for i, s := range states {
		rec, err := r.readState(s, i == 0)
		if err != nil {
			return err
		}
		if i == 0 {
			r.start = rec
		} else {
			r.steps = append(r.steps, rec)
		}
	}
	return r.checkTimes()
}

// readOwn reads what lockcheck has noted in a trace.
func (r *recording) readOwn(own spot) error {
	if err := r.readQuestion(own); err != nil {
		return err
	}
	p, err := own.field("property")
	if err != nil || p.value == nil {
		return err
	}
	words, err := p.fields()
	r.property, r.kind = words["name"], words["kind"]
	if err == nil && r.property == "" {
		err = p.errorf("has no name")
	}
	return err
}

func (r *recording) readState(s spot, first bool) (rec naive.Recorded, err error) {
	object, err := s.object()
	if err != nil {
		return rec, err
	}
	if meta, ok, _ := s.maybe("#meta"); ok {
		notes, err := meta.object()
		if err != nil {
			return rec, err
		}
		// The notes of another program are its own.
		if _, ok := notes["rule"]; ok && r.own {
			if rec, err = meta.step(); err != nil {
				return rec, err
			}
		}
		if r.own && !first {
			if err := r.readTime(meta); err != nil {
				return rec, err
			}
		}
	}
	rec.State = map[string]*string{}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if name == "#meta" {
			continue
		}
		f, _, _ := s.maybe(name)
		if err := f.flatten(name, rec.State); err != nil {
			return rec, err
		}
	}
	return rec, nil
}

// flatten notes the simple variables in a variable, by the paths that the model
// has for them.
func (s spot) flatten(path string, state map[string]*string) error {
	object, ok := s.value.(map[string]any)
	if !ok {
		text, err := s.simple()
		if err == nil && text == nil {
			err = s.errorf("want a value, found null")
		}
		if err != nil {
			return err
		}
		state[path] = text
		return nil
	}
	if len(object) == 1 {
		for name := range object {
			if name[:min(1, len(name))] == "#" {
				return s.special(name, path, state)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		f, _, _ := s.maybe(name)
		if err := f.flatten(path+"."+name, state); err != nil {
			return err
		}
	}
	return nil
}

// special reads what the format writes as an object of one field.
func (s spot) special(name, path string, state map[string]*string) error {
	inner, _, _ := s.maybe(name)
	switch name {
	case "#unserializable":
		text, err := inner.text()
		if err == nil && text != "undefined" {
			err = inner.errorf("only undefined is known here, found %s", inShort(text))
		}
		state[path] = nil
		return err
	case "#bigint":
		text, err := inner.text()
		state[path] = &text
		return err
	case "#map":
		pairs, err := inner.list()
		if err != nil {
			return err
		}
		for _, p := range pairs {
			pair, err := p.list()
			if err != nil {
				return err
			}
			if len(pair) != 2 {
				return p.errorf("want a key and a value")
			}
			key, err := pair[0].key()
			if err != nil {
				return err
			}
			if err := pair[1].flatten(path+"["+key+"]", state); err != nil {
				return err
			}
		}
		return nil
	}
	return s.errorf("no variable of a Murphi model is a %s", name)
}

// key reads the index of an array.
func (s spot) key() (string, error) {
	if object, ok := s.value.(map[string]any); ok && len(object) == 1 {
		if big, ok, _ := s.maybe("#bigint"); ok {
			return big.text()
		}
	}
	return s.defined()
}
