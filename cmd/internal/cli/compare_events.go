package cli

import (
	"errors"
	"io"
	"slices"

	"lockcheck/out"
)

// eventsFormat is the form of a comparison that is written while it is made.
const eventsFormat = "events"

// liveEvents are all that take the events of a comparison.
type liveEvents struct {
	files   []*pending // nil: stdout
	streams []*out.EventStream
}

// beginEvents puts the files of events in place, where others can read them while
// the checks are made, and writes that they begin.
func (a *app) beginEvents(o *compareOptions, files *compareFiles, c *out.Comparison) (*liveEvents, error) {
	l := &liveEvents{}
	for _, f := range append([]reportFile{{o.format, files.answer}}, files.reports...) {
		if f.format != eventsFormat {
			continue
		}
		w := io.Writer(a.env.Out)
		if f.file != nil {
			if err := f.file.publish(); err != nil {
				return nil, err
			}
			w = f.file
		}
		l.files, l.streams = append(l.files, f.file), append(l.streams, out.NewEventStream(w))
	}
	for _, s := range l.streams {
		s.Start(c)
	}
	return l, nil
}

// check writes what became of a check.
func (l *liveEvents) check(c *out.Comparison, i int) {
	for _, s := range l.streams {
		s.Check(c, i)
	}
}

// end writes that it is all, and returns what could not be written.
func (l *liveEvents) end(c *out.Comparison) error {
	var errs []error
	for i, s := range l.streams {
		err := s.End(c)
		if f := l.files[i]; f != nil && err == nil {
			err = f.commit()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// withoutEvents are the reports that are written at the end.
func withoutEvents(files []reportFile) []reportFile {
	return slices.DeleteFunc(slices.Clone(files), func(f reportFile) bool { return f.format == eventsFormat })
}
