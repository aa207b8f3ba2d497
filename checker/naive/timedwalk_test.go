package naive

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"lockcheck/model/murphi"
)

// optionsText writes what a walk could do: "Expire from 5, Write from 0 to 9".
func optionsText(w *TimedWalk) string {
	var all []string
	for _, o := range w.Options() {
		text := RunStep{Rule: o.Rule.Title, Args: argsOf(o.Args)}.String() + " from " + o.Earliest.RatString()
		if o.Latest != nil {
			text += " to " + o.Latest.RatString()
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func argsOf(values []string) (all []Arg) {
	for _, v := range values {
		all = append(all, Arg{Value: v})
	}
	return all
}

// A timed walk takes no step too early, lets nothing pass that is due, and gives
// times that CheckTimes accepts. Clocks are seen from outside as it sees them.
func TestTimedWalk(t *testing.T) {
	for _, row := range []struct {
		name, text string
		bounds     bounds
		do         string // "Acquire", or "4" to wait until then
		want       string // what is possible then, or the error
	}{
		{"a step may come later", once, bounds{"Write": {0, 9}, "Expire": {5, inf}}, "Acquire",
			"Expire from 5, Write from 0 to 9, Pause from 0"},
		{"and is possible in time", once, bounds{"Write": {0, 9}, "Expire": {5, inf}}, "Acquire 5 Expire",
			"Write from 5 to 9, Pause from 5"},
		{"not before", once, bounds{"Write": {0, 9}, "Expire": {5, inf}}, "Acquire 4 Expire",
			"rule Expire fires at 4ns, but may not before 5ns"},
		{"what is due happens", once, bounds{"Write": {0, 3}, "Expire": {5, inf}}, "Acquire 5",
			"it is at 5ns, but rule Write was due at 3ns"},
		{"a clock that restarts", restarted, bounds{"End": {3, 9}}, "2 Kick:1", "End(1) from 5 to 11, End(2) from 3 to 9, Late(1) from 2, Late(2) from 2"},
	} {
		t.Run(row.name, func(t *testing.T) {
			m := load(t, row.text)
			w, err := NewTimedWalk(m, Step{}, true, row.bounds.delay)
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range strings.Fields(row.do) {
				if until, ok := new(big.Rat).SetString(word); ok {
					err = w.Wait(until)
				} else {
					err = w.Take(steps(NewTicks(m, true, nil), word)[0])
				}
				if err != nil {
					break
				}
			}
			got := optionsText(w)
			if err != nil {
				got = err.Error()
			}
			if got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
			run := w.Run()
			if err := run.CheckTimes(row.bounds.delay, w.Times()); err != nil {
				t.Error(err)
			}
			clocks := run.Clocks(w.Times(), func(r *murphi.Rule) bool { return r.Title == "End" || r.Title == "Expire" })
			if err == nil {
				compareClocks(t, w, clocks[len(clocks)-1])
			}
		})
	}
}

func compareClocks(t *testing.T, w *TimedWalk, clocks []Clock) {
	var got, want []string
	for _, c := range clocks {
		got = append(got, fmt.Sprint(c.Rule.Title, c.Args, c.Since.RatString()))
	}
	for _, o := range w.Options() {
		if o.Rule.Title == "End" || o.Rule.Title == "Expire" {
			want = append(want, fmt.Sprint(o.Rule.Title, o.Args, w.Since(o.Step).RatString()))
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("clocks %v, and the walk has %v", got, want)
	}
}
