package cli

import (
	"fmt"

	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// compareFiles are what a comparison writes besides stdout. They are opened before
// the checks begin, and are no two names of one file.
type compareFiles struct {
	answer   *pending // of -o; nil: stdout
	reports  []reportFile
	baseline *pending // that is written anew; nil if none is
}

// open opens the files; reports have the formats of these names. read names what
// the comparison reads: it is not written over.
func (o *compareOptions) open(names []string, read ...string) (_ *compareFiles, err error) {
	f := &compareFiles{}
	defer func() {
		if err != nil {
			f.discard()
		}
	}()
	if f.answer, err = createIf(o.output); err != nil {
		return nil, err
	}
	if f.reports, err = openFiles(o.reports, names, f.answer); err != nil {
		return nil, err
	}
	written := append([]reportFile{{file: f.answer}}, f.reports...)
	if o.update {
		if f.baseline, err = create(o.baseline); err != nil {
			return nil, err
		}
		for _, w := range written {
			if w.file.isSame(f.baseline) {
				return nil, fmt.Errorf("--baseline: the baseline and an answer would be written to one file, %s", w.file.name)
			}
		}
		written = append(written, reportFile{file: f.baseline})
	} else if o.baseline != "" {
		read = append(read, o.baseline)
	}
	for _, w := range written {
		for _, name := range read {
			if w.file.isFile(name) {
				return nil, fmt.Errorf("%s is read, and would be written over by %s", ask.PlainWord(name), ask.PlainWord(w.file.name))
			}
		}
	}
	return f, nil
}

// discard leaves everything that was not put in place as it was.
func (f *compareFiles) discard() {
	f.answer.discardIf()
	discardFiles(f.reports)
	f.baseline.discardIf()
}

// writeBaseline writes what was found as the baseline, if that was asked for.
func (f *compareFiles) writeBaseline(c *out.Comparison) error {
	if f.baseline == nil {
		return nil
	}
	b, err := out.BaselineOf(c)
	if err != nil {
		return fmt.Errorf("%s is left as it was: %w", ask.PlainWord(f.baseline.name), err)
	}
	if err := b.Write(f.baseline); err != nil {
		return err
	}
	return f.baseline.commit()
}

// textOnStdout reports whether stdout has no document, to which nothing can be
// added.
func (f *compareFiles) textOnStdout(o *compareOptions) bool {
	return (o.format == "text" || f.answer != nil) && !onStdout(f.reports)
}
