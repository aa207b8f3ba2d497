package murphi

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// maxParts bounds how many files one model is made of.
const maxParts = 200

// Load reads a model and the parts that it includes. A part stands where the
// include annotation stands, as if its text had been written there; each file
// is taken once, however many others include it. What cannot be read is a
// Diagnostic, too.
func Load(fsys fs.FS, name string) (*Model, Diagnostics) {
	l := &loader{fsys: fsys, loaded: map[string]bool{}}
	m := l.load(name, nil)
	if m == nil {
		m = &Model{}
	}
	if !l.diags.HasErrors() {
		l.diags = append(l.diags, checkDurations(m)...)
	}
	l.diags.Sort()
	return m, l.diags.limit()
}

// loader reads files and follows their includes.
type loader struct {
	fsys   fs.FS
	loaded map[string]bool
	chain  []string // files being read now, each included by the one before
	size   int
	diags  Diagnostics
}

// report records an error at an include annotation, or about the model's own
// file.
func (l *loader) report(name string, at *IncludeAnn, code, message, hint string) {
	span := Span{Pos{File: name}, Pos{File: name}}
	if at != nil {
		span = at.Span
	}
	l.diags = append(l.diags, Diagnostic{Span: span, Message: message, Hint: hint, Code: code})
}

// load reads one file and its parts; nil if it cannot be read.
func (l *loader) load(name string, at *IncludeAnn) *Model {
	text, err := l.read(name)
	switch {
	case errors.Is(err, fs.ErrInvalid):
		l.report(name, at, "io", fmt.Sprintf("cannot read %s: not a valid path", name), "")
		return nil
	case err != nil:
		hint := ""
		if errors.Is(err, fs.ErrNotExist) {
			hint = l.nearby(name)
		}
		l.report(name, at, "io", fmt.Sprintf("cannot read %s: %s", name, cause(err)), hint)
		return nil
	}
	l.loaded[name] = true
	l.size += len(text)
	if at != nil && l.size > MaxSource {
		l.report(name, at, "too-large", fmt.Sprintf("the model and its parts have more than %d bytes", MaxSource), "")
		return nil
	}
	m, ds := Parse(&Source{Name: name, Text: string(text)})
	l.diags = append(l.diags, ds...)
	if at != nil && m.Head.Protocol != nil {
		l.diags = append(l.diags, Diagnostic{Span: m.Head.Protocol.Span, Code: "annotation",
			Message: "a part is no protocol of its own", Hint: "write the protocol annotation in the including file"})
	}
	l.chain = append(l.chain, name)
	l.follow(m)
	l.chain = l.chain[:len(l.chain)-1]
	return m
}

// cause is the reason within an I/O error, without the path that the message
// names already.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// follow reads the parts that m includes and splices them in.
func (l *loader) follow(m *Model) {
	own := m.Items
	m.Items = nil
	taken := 0
	direct := map[string]int{}
	for _, in := range m.Head.Includes {
		m.Items = append(m.Items, own[taken:in.From]...)
		taken = in.From
		in.From = len(m.Items)
		if part := l.part(in, direct); part != nil {
			m.Sources = append(m.Sources, part.Sources...)
			m.Items = append(m.Items, part.Items...)
			m.Head.merge(&part.Head)
		}
		in.To = len(m.Items)
	}
	m.Items = append(m.Items, own[taken:]...)
}

// part reads what one include names, unless it has been read already.
func (l *loader) part(in *IncludeAnn, direct map[string]int) *Model {
	from := l.chain[len(l.chain)-1]
	name, problem := partName(from, in.Path)
	switch {
	case problem != "":
		l.report(name, in, "include", problem, "name it relative to "+from)
		return nil
	case slices.Contains(l.chain, name):
		l.report(name, in, "include", "files include each other in a circle: "+l.circle(name), "")
		return nil
	case direct[name] > 0:
		l.report(name, in, "include", fmt.Sprintf("%s is included already on line %d", in.Path, direct[name]), "remove one of them")
		return nil
	case l.loaded[name]:
		direct[name] = in.Start.Line
		return nil
	case len(l.loaded) >= maxParts:
		l.report(name, in, "include", fmt.Sprintf("a model has at most %d parts", maxParts), "")
		return nil
	}
	direct[name] = in.Start.Line
	return l.load(name, in)
}

// circle is the chain of includes that comes back to name.
func (l *loader) circle(name string) string {
	start := slices.Index(l.chain, name)
	return strings.Join(append(slices.Clone(l.chain[start:]), name), " → ")
}

// partName resolves the name of a part that the file from includes.
func partName(from, part string) (name, problem string) {
	switch {
	case part == "":
		return "", "the name of the part is empty"
	case strings.HasPrefix(part, "/") || strings.Contains(part, ":"):
		return "", "the part is named by an absolute path"
	case strings.Contains(part, `\`):
		return "", "the name of the part contains a backslash"
	case slices.Contains(strings.Split(part, "/"), ".."):
		return "", "the name of the part contains `..`"
	}
	return path.Join(path.Dir(from), part), ""
}

// merge takes over the head annotations of a part.
func (h *Head) merge(part *Head) {
	h.Family = append(h.Family, part.Family...)
	h.Source = append(h.Source, part.Source...)
	h.Assumes = append(h.Assumes, part.Assumes...)
	h.Untimed = append(h.Untimed, part.Untimed...)
	h.LeavesOut = append(h.LeavesOut, part.LeavesOut...)
	if h.DefaultFaults == nil {
		h.DefaultFaults = part.DefaultFaults
	}
	h.Variants = append(h.Variants, part.Variants...)
	h.Durations = append(h.Durations, part.Durations...)
	h.Requires = append(h.Requires, part.Requires...)
}
