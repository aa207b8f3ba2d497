package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
	"lockcheck/out"
)

// form is a form in which an answer leaves the program.
type form[T any] struct {
	name  string
	write func(w io.Writer, answer T, look out.TextOptions) error
}

// formats are all forms of a result.
var formats = []form[*out.Report]{
	{"text", out.Text},
	{"json", plain(out.JSON)},
	{"svg", drawn(out.SVG)},
	{"html", plain(out.HTML)},
	{"dot", drawn(out.DotTrace)},
	{"mermaid", drawn(out.Mermaid)},
	{"shiviz", drawn(out.ShiViz)},
	{"md", plain(out.Markdown)},
	{"itf", plain(out.ITF)},
}

// plain is a form that looks the same everywhere.
func plain[T any](write func(io.Writer, T) error) func(io.Writer, T, out.TextOptions) error {
	return func(w io.Writer, answer T, _ out.TextOptions) error { return write(w, answer) }
}

// drawn is a picture of the property that the text explains.
func drawn(draw func(io.Writer, *out.Report, *checker.PropertyResult) error) func(io.Writer, *out.Report, out.TextOptions) error {
	return func(w io.Writer, r *out.Report, _ out.TextOptions) error { return draw(w, r, nil) }
}

// namesOf are the names of forms.
func namesOf[T any](forms []form[T]) []string {
	var names []string
	for _, f := range forms {
		names = append(names, f.name)
	}
	return names
}

// inForm returns what writes an answer in the form of that name, which must be
// one of forms.
func inForm[T any](forms []form[T], name string, answer T, look out.TextOptions) func(io.Writer) error {
	i := slices.IndexFunc(forms, func(f form[T]) bool { return f.name == name })
	return func(w io.Writer) error { return forms[i].write(w, answer, look) }
}

// reportFile is a file that one form of an answer goes to.
type reportFile struct {
	format string
	file   *pending // nil: stdout
}

// openFiles reads FORMAT=FILE, of which names are the formats, and opens the
// files, all or none. None may be that of the answer, if it has one.
func openFiles(specs, names []string, answer *pending) (files []reportFile, err error) {
	defer func() {
		if err != nil {
			for _, f := range files {
				f.file.discardIf()
			}
			files = nil
		}
	}()
	seen := map[string]bool{}
	for _, spec := range specs {
		name, file, ok := strings.Cut(spec, "=")
		if !ok || file == "" {
			return files, fmt.Errorf("--report %s: want FORMAT=FILE, such as json=result.json", spec)
		}
		if !slices.Contains(names, name) {
			return files, fmt.Errorf("--report: %w", ask.Unknown("format", name, names))
		}
		if seen[file] {
			return files, fmt.Errorf("--report: two reports would be written to %s", file)
		}
		seen[file] = true
		w := reportFile{format: name}
		if file != "-" {
			if w.file, err = create(file); err != nil {
				return files, err
			}
			for _, other := range append([]reportFile{{file: answer}}, files...) {
				if w.file.isSame(other.file) {
					w.file.discard()
					return files, sameFile(other.file.name, file, other.file == answer)
				}
			}
		}
		files = append(files, w)
	}
	return files, nil
}

// sameFile says that two answers would be written to one file.
func sameFile(first, second string, output bool) error {
	switch {
	case !output:
		return fmt.Errorf("--report: %s and %s are the same file", first, second)
	case first == second:
		return fmt.Errorf("-o and --report: two answers would be written to %s", first)
	}
	return fmt.Errorf("-o and --report: %s and %s are the same file", first, second)
}

func discardFiles(files []reportFile) {
	for _, f := range files {
		f.file.discardIf()
	}
}

// deliverAll writes every report and puts the files in place.
func deliverAll[T any](a *app, forms []form[T], files []reportFile, answer T) error {
	var errs []error
	for _, f := range files {
		errs = append(errs, a.deliver(f.file, inForm(forms, f.format, answer, out.TextOptions{})))
	}
	return errors.Join(errs...)
}

// suggestWord returns ", did you mean X?" or "".
func suggestWord(word string, possible []string) string {
	if s := murphi.Suggest(word, possible); s != "" {
		return fmt.Sprintf(" (did you mean %s?)", s)
	}
	return ""
}
