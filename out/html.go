package out

import (
	_ "embed" // of the page
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"lockcheck/checker"
	"lockcheck/model/sum"
)

// Bounds of a page. Of a longer run it shows the last steps: those that end in
// the violation.
const (
	mostPageSteps = 400
	mostPageBytes = 2 << 20
)

//go:embed page/page.html
var pageText string

//go:embed page/page.css
var pageStyle string

//go:embed page/page.js
var pageScript string

var pageForm = sync.OnceValue(func() *pageTemplate { return mustPage(pageText) })

// HTML writes the result as one page that needs nothing else: no file, no
// network and, to be read, no script. With a script one steps through the
// counterexample. A page takes at most 2 MiB.
func HTML(w io.Writer, r *Report) error {
	text, err := smallPage(r, mostPageSteps, mostPageBytes)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// smallPage writes a page of at most so many steps, and of fewer where they take
// too many bytes.
func smallPage(r *Report, steps, most int) ([]byte, error) {
	for ; ; steps /= 2 {
		text, err := writePage(r, steps)
		if err != nil || len(text) <= most {
			return text, err
		}
		if steps == 0 {
			return nil, fmt.Errorf("html: a page of %s would take more than %s bytes", r.Model.Name, Number(int64(most)))
		}
	}
}

// pageBytes is what a page takes that is not said about the result.
type pageBytes struct {
	Style  raw
	Script raw
	Policy string
	JSON   raw
}

func writePage(r *Report, steps int) ([]byte, error) {
	p := pageOf(r, steps)
	text, err := json.Marshal(p.Data) // escapes what would end a script
	if err != nil {
		return nil, err
	}
	return pageForm().write(struct {
		*page
		pageBytes
	}{p, pageBytes{raw(pageStyle), raw(pageScript), policy(p.Traced), raw(text)}})
}

// policy forbids the page everything but its own styles and script, which it
// names by their hashes. The icon is empty, so that no browser looks for one.
func policy(script bool) string {
	_, lanes, _ := strings.Cut(svgStyle, "<style>")
	lanes, _, _ = strings.Cut(lanes, "</style>")
	scripts := "'none'"
	if script {
		scripts = hashOf(pageScript)
	}
	return "default-src 'none'; script-src " + scripts + "; style-src " + hashOf(pageStyle) + " " + hashOf(lanes) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
}

func hashOf(text string) string {
	s := sum.Of([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(s[:]) + "'"
}

// lastSteps cuts a trace to its last n steps, and says how many it leaves out.
func lastSteps(t *checker.Trace, n int) (*checker.Trace, int) {
	k := len(t.Steps) - n
	if k <= 0 {
		return t, 0
	}
	cut := &checker.Trace{Start: t.Steps[k-1].State, Steps: t.Steps[k:], Why: t.Why}
	if len(t.Times) == len(t.Steps) {
		cut.Times = t.Times[k:]
	}
	for _, f := range t.Flows {
		if f.From > k {
			f.From, f.To = f.From-k, f.To-k
			cut.Flows = append(cut.Flows, f)
		}
	}
	later := func(steps []int) []int {
		var all []int
		for _, step := range steps {
			if step > k {
				all = append(all, step-k)
			}
		}
		return all
	}
	cut.Decisive, cut.Idle = later(t.Decisive), later(t.Idle)
	return cut, k
}
