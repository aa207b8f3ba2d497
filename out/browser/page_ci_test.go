//go:build ci

package browser

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// panel is what the page shows of a step.
type panel struct {
	Hash, Number, Status string
	State                [][]string // rows of cells: variable, before, after
	Belief               [][]string // client, believes, holds, token
	Marked               []int      // the steps that the marked row of the lanes stands for
	Broken               bool       // it says that the property is violated here
	Current              string     // of the list: the step that is current
}

const readPanel = `(() => {
	const text = (e) => e.textContent.trim();
	const cells = (id) => Array.from(document.querySelectorAll(id + " tbody tr"))
		.filter((r) => r.cells.length > 1)
		.map((r) => Array.from(r.cells).map((c) => text(c.querySelector("code") || c.firstChild || c)));
	const row = document.querySelector(".lanes .row.now");
	const broken = document.getElementById("broken");
	const current = document.querySelector('#steps [aria-current="step"]');
	return {
		Hash: location.hash,
		Number: text(document.getElementById("number")),
		Status: text(document.getElementById("now")),
		State: cells("#state-table"),
		Belief: cells("#belief-table"),
		Marked: row ? [Number(row.dataset.from), Number(row.dataset.to)] : [],
		Broken: broken !== null && !broken.hidden,
		Current: current ? current.hash : "",
	};
})()`

func (b *tab) panel() panel {
	b.Helper()
	return eval[panel](b, readPanel)
}

// valueText writes a value of the JSON form as the page does.
func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return "undefined"
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// belief is what the lists of the page say of who believes and who holds, by
// client and step: "A after 8-13, B after 10-13".
func (b *tab) belief(label string) map[string]map[int]bool {
	b.Helper()
	rows := eval[[]string](b, `Array.from(document.querySelectorAll(".belief-row")).map((p) => p.textContent)`)
	all := map[string]map[int]bool{}
	for _, row := range rows {
		rest, ok := strings.CutPrefix(row, label)
		if !ok {
			continue
		}
		name := ""
		for part := range strings.SplitSeq(strings.TrimSpace(rest), ", ") {
			if who, span, named := strings.Cut(part, " after "); named {
				name, part = who, span
			}
			low, high, several := strings.Cut(part, "-")
			if !several {
				high = low
			}
			from, err := strconv.Atoi(low)
			to, err2 := strconv.Atoi(high)
			if err != nil || err2 != nil {
				continue // nobody
			}
			for i := from; i <= to; i++ {
				for who := range strings.SplitSeq(name, " and ") {
					if all[who] == nil {
						all[who] = map[int]bool{}
					}
					all[who][i] = true
				}
			}
		}
	}
	return all
}

// shows checks that the page shows a step, 0 being the start.
func (b *tab) shows(t *trace, step int, believed, held map[string]map[int]bool) {
	b.Helper()
	p := b.panel()
	number := "Start"
	var want [][]string
	if step > 0 {
		number = fmt.Sprintf("Step %d of %d", step, len(t.Steps))
		for _, c := range t.Steps[step-1].Changes {
			want = append(want, []string{c.Path, valueText(c.From), valueText(c.To)})
		}
	}
	if p.Number != number {
		b.Errorf("it shows %q, want %q", p.Number, number)
	}
	slices.SortFunc(want, slices.Compare)
	slices.SortFunc(p.State, slices.Compare)
	if fmt.Sprint(p.State) != fmt.Sprint(want) {
		b.Errorf("step %d changes %v, the page shows %v", step, want, p.State)
	}
	if len(p.Marked) != 2 || p.Marked[0] > step || step > p.Marked[1] {
		b.Errorf("at step %d the lanes mark %v", step, p.Marked)
	}
	if p.Broken != (step == len(t.Steps)) {
		b.Errorf("at step %d of %d: violated here: %v", step, len(t.Steps), p.Broken)
	}
	if current := "#step=" + strconv.Itoa(step); step > 0 && p.Current != current {
		b.Errorf("the list is at %s, want %s", p.Current, current)
	}
	yes := map[bool]string{true: "yes", false: "no"}
	if len(p.Belief) == 0 {
		b.Errorf("step %d: no belief table", step)
	}
	for _, row := range p.Belief {
		if who := row[0]; row[1] != yes[believed[who][step]] || row[2] != yes[held[who][step]] {
			b.Errorf("after step %d the table says %v, the list %v, %v", step, row, believed[who][step], held[who][step])
		}
	}
}

func TestKeysWalkThroughACounterexample(t *testing.T) {
	for _, c := range asked {
		t.Run(c.name, func(t *testing.T) {
			a := ask(t, c.command, c.exit)
			run := a.shown()
			if run == nil {
				return // TestPagesLookRight says that it must not be
			}
			b := open(t, a.page, "", look{width: 1280, scheme: "light"})
			believed, held := b.belief("Believed to hold:"), b.belief("Real owner:")
			n := len(run.Steps)
			b.press(kb.Home)
			b.shows(run, 0, believed, held)
			forward, back := []string{" ", kb.ArrowRight, kb.ArrowDown, "j"}, []string{kb.ArrowLeft, kb.ArrowUp, "k"}
			for i := 1; i <= n; i++ {
				b.press(forward[i%len(forward)])
				b.shows(run, i, believed, held)
				if hash := b.panel().Hash; hash != "#step="+strconv.Itoa(i) {
					t.Errorf("at step %d the address ends in %s", i, hash)
				}
			}
			b.press("j") // there is no step after the last
			b.shows(run, n, believed, held)
			for i := n - 1; i >= 0; i-- {
				b.press(back[i%len(back)])
				b.shows(run, i, believed, held)
			}
			b.press("v")
			b.shows(run, n, believed, held)
			b.press(kb.Home, kb.End)
			b.shows(run, n, believed, held)
			b.press(kb.Home)
			for i, s := range run.Steps {
				if s.Fault != nil {
					b.press("f")
					b.shows(run, i+1, believed, held)
				}
			}
		})
	}
}

func TestAddressesSelectSteps(t *testing.T) {
	a := ask(t, "check ttl", 1)
	b := open(t, a.page, "#step=5", look{width: 1280, scheme: "light"})
	for _, c := range []struct{ script, want string }{
		{"0", "Step 5 of 13"},
		{`location.hash = "#step=7"`, "Step 7 of 13"},
		{`location.hash = "#step=99"`, "Step 13 of 13"},
		{`location.hash = "#step=0"`, "Start"},
		{`location.hash = "#nonsense"`, "Start"},
		{`document.querySelector(".chain a[href='#step=6']").click()`, "Step 6 of 13"},
	} {
		eval[any](b, c.script)
		got := eval[string](b, `new Promise((done) => setTimeout(() => done(document.getElementById("number").textContent)))`)
		if got != c.want {
			t.Errorf("after %s: %q, want %q", c.script, got, c.want)
		}
	}
}

// reach presses the tabulator until something has the focus.
func (b *tab) reach(selector string) {
	b.Helper()
	for range 100 {
		b.press(kb.Tab)
		if eval[bool](b, `document.activeElement.matches(`+strconv.Quote(selector)+`)`) {
			if eval[string](b, "getComputedStyle(document.activeElement).outlineStyle") == "none" {
				b.Errorf("%s has the focus, and one does not see it", selector)
			}
			return
		}
	}
	b.Fatalf("the tabulator does not reach %s", selector)
}

func TestEverythingCanBeDoneWithKeys(t *testing.T) {
	a := ask(t, "check ttl", 1)
	run := a.shown()
	b := open(t, a.page, "", look{width: 1280, scheme: "dark"})
	number := func(want string) {
		t.Helper()
		if got := b.panel().Number; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	b.reach("#lanes")
	b.reach("#slider")
	number("Step 1 of 13")
	b.press(kb.ArrowUp, kb.ArrowUp) // of a slider, up is more
	number("Step 3 of 13")
	b.press(kb.End, "k")
	number("Step 12 of 13")
	for _, c := range []struct{ button, want string }{
		{"first", "Start"}, {"previous", "Start"}, {"next", "Step 1 of 13"}, {"last", "Step 13 of 13"}, {"fault", "Step 4 of 13"}, {"violation", "Step 13 of 13"},
	} {
		b.reach(`[data-go="` + c.button + `"]`)
		b.press(" ")
		number(c.want)
	}
	dialog := func(want bool) {
		t.Helper()
		if got := eval[bool](b, `document.getElementById("keys").open`); got != want {
			t.Errorf("keys are shown: %v, want %v", got, want)
		}
	}
	b.press("?")
	dialog(true)
	b.press("k") // means nothing while the keys are shown
	number("Step 13 of 13")
	b.press(kb.Escape)
	dialog(false)
	b.reach("#all")
	b.press(" ")
	values := map[string]string{}
	for path, v := range run.Start {
		values[path] = valueText(v)
	}
	for _, s := range run.Steps {
		for _, c := range s.Changes {
			values[c.Path] = valueText(c.To)
		}
	}
	rows := b.panel().State
	if len(rows) != len(values) {
		t.Errorf("%d variables, want %d", len(rows), len(values))
	}
	for _, row := range rows {
		if row[2] != values[row[0]] {
			t.Errorf("at the end %s is %s, want %s", row[0], row[2], values[row[0]])
		}
	}
}

func TestThePageIsAReportWithoutAScript(t *testing.T) {
	a := ask(t, "check ttl", 1)
	b := open(t, a.page, "#step=5", look{width: 1280, scheme: "light", plain: true})
	visible := func(selector string) bool {
		return eval[bool](b, `(() => { const e = document.querySelector(`+strconv.Quote(selector)+`); return e !== null && e.getClientRects().length > 0; })()`)
	}
	for _, selector := range []string{".lanes", ".steps > li:last-child .changes", ".facts", ".chain", "noscript p", ".belief-row"} {
		if !visible(selector) {
			t.Errorf("%s is not to be seen", selector)
		}
	}
	for _, selector := range []string{"#side", "#slider", "#keys"} {
		if visible(selector) {
			t.Errorf("%s is of no use, and shown", selector)
		}
	}
	if got := eval[string](b, `document.querySelector(":target").textContent`); !strings.Contains(got, "Expire") {
		t.Errorf("the address leads to %q", got)
	}
	b.shoot("plain")
}

func TestNothingMovesWhereThatIsNotWanted(t *testing.T) {
	a := ask(t, "check ttl", 1)
	for _, fixed := range []bool{true, false} {
		b := open(t, a.page, "", look{width: 1280, scheme: "light", fixed: fixed})
		moves := eval[bool](b, `Array.from(document.querySelectorAll("*")).some((e) => parseFloat(getComputedStyle(e).transitionDuration) > 0 || getComputedStyle(e).animationName !== "none")`)
		if moves == fixed {
			t.Errorf("motion is not wanted: %v; something moves: %v", fixed, moves)
		}
	}
}
