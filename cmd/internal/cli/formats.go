package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lockcheck/model/murphi"
	"lockcheck/out"
)

// format is a form in which a result leaves the program.
type format struct {
	name  string
	write func(w io.Writer, r *out.Report, look out.TextOptions) error
}

// formats are all forms of a result.
var formats = []format{
	{"text", func(w io.Writer, r *out.Report, look out.TextOptions) error { return out.Text(w, r, look) }},
	{"json", func(w io.Writer, r *out.Report, _ out.TextOptions) error { return out.JSON(w, r) }},
	{"svg", func(w io.Writer, r *out.Report, _ out.TextOptions) error { return out.SVG(w, r, nil) }},
	{"html", func(w io.Writer, r *out.Report, _ out.TextOptions) error { return out.HTML(w, r) }},
	{"dot", func(w io.Writer, r *out.Report, _ out.TextOptions) error { return out.DotTrace(w, r, nil, nil) }},
	{"mermaid", func(w io.Writer, r *out.Report, _ out.TextOptions) error { return out.Mermaid(w, r, nil) }},
	{"shiviz", func(w io.Writer, r *out.Report, _ out.TextOptions) error { return out.ShiViz(w, r, nil) }},
	{"md", func(w io.Writer, r *out.Report, _ out.TextOptions) error { return out.Markdown(w, r) }},
	{"itf", func(w io.Writer, r *out.Report, _ out.TextOptions) error { return out.ITF(w, r) }},
}

// onTerminal are the formats of answers that show no counterexample.
var onTerminal = []string{"text", "json"}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// wanted is a report that was asked for.
type wanted struct {
	format format
	file   *pending // nil: stdout
}

// openReports reads FORMAT=FILE and opens the files, all or none.
func openReports(specs []string) (reports []wanted, err error) {
	files, err := openFiles(specs, formatNames())
	for _, f := range files {
		i := slices.IndexFunc(formats, func(g format) bool { return g.name == f.format })
		reports = append(reports, wanted{format: formats[i], file: f.file})
	}
	return reports, err
}

// reportFile is a file that one form of an answer goes to.
type reportFile struct {
	format string
	file   *pending // nil: stdout
}

// openFiles reads FORMAT=FILE, of which names are the formats, and opens the
// files, all or none.
func openFiles(specs, names []string) (files []reportFile, err error) {
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
			return files, fmt.Errorf("--report: %w", unknown("format", name, names))
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
			for _, other := range files {
				if other.file != nil && w.file.isSame(other.file) {
					w.file.discard()
					return files, fmt.Errorf("--report: %s and %s are the same file", other.file.name, file)
				}
			}
		}
		files = append(files, w)
	}
	return files, nil
}

func discardAll(reports []wanted) {
	for _, r := range reports {
		if r.file != nil {
			r.file.discard()
		}
	}
}

// writeReports writes every report and puts the files in place.
func (a *app) writeReports(reports []wanted, r *out.Report) error {
	var errs []error
	for _, w := range reports {
		if w.file == nil {
			errs = append(errs, w.format.write(a.env.Out, r, out.TextOptions{}))
			continue
		}
		if err := w.format.write(w.file, r, out.TextOptions{}); err != nil {
			errs = append(errs, err)
			continue
		}
		errs = append(errs, w.file.commit())
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
