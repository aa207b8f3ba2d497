package out

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"testing"

	"lockcheck/checker"
)

// mostSVG is the size that a picture of a counterexample of the library stays
// below.
const mostSVG = 40_000

func TestPicturesAreSoundSVG(t *testing.T) {
	for _, q := range pictured {
		t.Run(q.String(), func(t *testing.T) {
			r := q.report(t)
			r.Counterfactual = halfway(r)
			for _, bare := range []bool{false, true} {
				sound(t, newLanesPicture(r, sceneOf(r, explained(r.Result)), bare))
			}
		})
	}
}

// sound draws a picture: it is XML, not too large, and its labels lie within it
// and apart from each other.
func sound(t *testing.T, p *lanesPicture) {
	t.Helper()
	text := p.draw()
	wellFormed(t, text)
	if len(text) > mostSVG {
		t.Errorf("%d bytes", len(text))
	}
	for i, a := range p.d.boxes {
		if a.x < 0 || a.x+a.w > p.width {
			t.Errorf("%q leaves the picture: %.0f to %.0f of %.0f", a.text, a.x, a.x+a.w, p.width)
		}
		for _, b := range p.d.boxes[:i] {
			if a.overlaps(b) {
				t.Errorf("%q overlaps %q", a.text, b.text)
			}
		}
	}
}

// halfway is a schedule that goes another way from its middle on.
func halfway(r *Report) *Counterfactual {
	c := &Counterfactual{Flags: "--guard reject-lower", Title: "storage refuses a token lower than one it has seen"}
	steps := explained(r.Result).Trace.Steps
	for i := range steps {
		a := Altered{Step: &steps[i], Otherwise: i == len(steps)/2, Reason: "a is false: a = 1"}
		if i == len(steps)/2+1 {
			a.Step = nil
		}
		c.Steps = append(c.Steps, a)
	}
	return c
}

// wellFormed reads text as XML to its end.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader([]byte(text)))
	d.Strict = true
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
	}
}

func TestEveryKindOfSignIsDrawnSomewhere(t *testing.T) {
	seen := map[string]bool{}
	for _, q := range pictured {
		r := q.report(t)
		s := sceneOf(r, explained(r.Result))
		for _, k := range newLanesPicture(r, s, false).keyItems() {
			seen[k.words] = seen[k.words] || k.on
		}
	}
	for words, on := range seen {
		if !on {
			t.Errorf("no picture shows %q", words)
		}
	}
}

func TestWordsThatXMLWouldMisread(t *testing.T) {
	r := unsafe()
	r.Model.Name = `a<b & "c" ]]> 'd'`
	steps := explained(r.Result).Trace.Steps
	steps[0].Rule, steps[0].Say = "<script>", "x\x00y\x1b[31m <!-- -- -->"
	var b bytes.Buffer
	if err := SVG(&b, r, nil); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.String())
	for _, bad := range []string{"<script", "<!--", "\x00", "\x1b"} {
		if bytes.Contains(b.Bytes(), []byte(bad)) {
			t.Errorf("the picture contains %q", bad)
		}
	}
}

func TestSparedStepsAreFolded(t *testing.T) {
	r := unsafe()
	q := explained(r.Result)
	q.Trace.Idle = []int{5, 6, 7, 9}
	p := newLanesPicture(r, sceneOf(r, q), false)
	var got []string
	for _, row := range p.rows {
		got = append(got, fmt.Sprint(row.step, "+", row.more))
	}
	if want := "[1+0 2+0 3+0 4+0 5+2 8+0 9+0 10+0 11+0]"; fmt.Sprint(got) != want {
		t.Errorf("rows %v, want %s", got, want)
	}
	sound(t, newLanesPicture(r, sceneOf(r, q), true))
}

func TestAVerdictWithoutACounterexampleIsAPictureOfWords(t *testing.T) {
	for _, r := range []*Report{safe(), incomplete(), {Model: Model{Name: "x"}, Result: &checker.Result{Verdict: checker.Safe}}} {
		var b bytes.Buffer
		if err := SVG(&b, r, nil); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b.String())
	}
}

func TestARunThatViolatesNothingIsDrawnWithoutAVerdict(t *testing.T) {
	r := incomplete()
	r.Run = race()
	var b bytes.Buffer
	if err := SVG(&b, r, nil); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.String())
	for _, bad := range []string{"VIOLATION", `class="ring"`, "led to the end", `class="cause"`} {
		if bytes.Contains(b.Bytes(), []byte(bad)) {
			t.Errorf("the picture contains %q", bad)
		}
	}
	if !bytes.Contains(b.Bytes(), []byte("Acquire")) {
		t.Error("the picture does not show the run")
	}
}
