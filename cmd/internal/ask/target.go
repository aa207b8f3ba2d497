package ask

import (
	"io/fs"
	"slices"

	"lockcheck/model/murphi"
	"lockcheck/specs"
)

// Target is what is asked about: a protocol of the catalogue, or a file.
type Target struct {
	Name  string       // as the user wrote it
	Fsys  fs.FS        // with the file and what it includes
	File  string       // within Fsys
	Dir   string       // of Fsys, as the user wrote it; "" where file names say enough
	Entry *specs.Entry // nil for a file

	read *source // what Load returns next; nil: it reads anew
}

// source is a model as it was read, before anything was chosen or checked.
type source struct {
	model *murphi.Model
	diags murphi.Diagnostics
}

// Peek reads the model and keeps it for the next [Target.Load].
func (t *Target) Peek() *murphi.Model {
	if t.read == nil {
		m, diags := t.Load()
		t.read = &source{m, diags}
	}
	return t.read.model
}

// Diagnostics are the findings about the model that was peeked at.
func (t *Target) Diagnostics() murphi.Diagnostics {
	t.Peek()
	return t.read.diags
}

// Load reads the model. Each caller gets one of its own: what is chosen and
// checked is written into it.
func (t *Target) Load() (*murphi.Model, murphi.Diagnostics) {
	if s := t.read; s != nil {
		t.read = nil
		return s.model, s.diags
	}
	return murphi.Load(t.Fsys, t.File)
}

// named returns findings that name the files as the user can find them: within
// Fsys they are known without its folder.
func (t *Target) named(diags murphi.Diagnostics, sources []*murphi.Source) (murphi.Diagnostics, []*murphi.Source) {
	if t.Dir == "" {
		return diags, sources
	}
	diags, sources = slices.Clone(diags), slices.Clone(sources)
	for i := range diags {
		diags[i].Span.Start.File = t.Dir + diags[i].Span.Start.File
	}
	for i, s := range sources {
		sources[i] = &murphi.Source{Name: t.Dir + s.Name, Text: s.Text}
	}
	return diags, sources
}
