package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// TestThresholdFormulas: threshold reproduces to the millisecond what can be
// worked out by hand. P is the pause, D a delay, n the number of pauses of a
// hold.
func TestThresholdFormulas(t *testing.T) {
	for _, c := range []struct{ formula, command, safe, unsafe string }{
		{"no renewal: P >= TTL", "ttl --vary max-pause --faults pause=1", "29.999s", "30s"},
		{"no renewal: P >= TTL", "ttl --vary ttl --faults pause=1 --max-pause 12s", "12.001s", "12s"},
		{"no renewal, drift: P >= TTL/(1 + d)", "ttl --vary max-pause --faults pause=1 --drift 1%", "29.702s", "29.703s"},
		{"several pauses: nP >= TTL", "ttl --vary max-pause --faults pause=2", "14.999s", "15s"},
		{"several pauses: nP >= TTL", "ttl --vary max-pause --faults pause=3", "9.999s", "10s"},
		{"several pauses: nP >= TTL", "ttl --vary max-pause --faults pause=4", "7.499s", "7.5s"},
		{"renewal: P >= TTL - R", "ttl-watchdog --vary max-pause --faults pause=1 --ttl 30s --renew 10s", "19.999s", "20s"},
		{"renewal: P >= TTL - R", "ttl-watchdog --vary renew --faults pause=1 --ttl 30s --max-pause 12s", "17.999s", "18s"},
		{"renewal: P >= TTL - R", "ttl-watchdog --vary ttl --faults pause=1 --renew 10s --max-pause 12s", "22.001s", "22s"},
		{"renewal, drift: P >= TTL/(1 + d) - R/(1 - d)", "ttl-watchdog --vary max-pause --faults pause=1 --ttl 30s --renew 10s --drift 1%", "19.601s", "19.602s"},
		{"renewal, drift: P >= TTL/(1 + d) - R/(1 - d)", "ttl-watchdog --vary drift --faults pause=1 --ttl 30s --renew 10s --max-pause 12s", "21.37%", "21.38%"},
		{"renewal, several pauses: nP >= TTL - R", "ttl-watchdog --vary max-pause --faults pause=3 --ttl 30s --renew 10s", "6.666s", "6.667s"},
		{"delays: P + D >= TTL - R", "ttl-watchdog --vary max-pause --faults pause=1,delay=1 --ttl 30s --renew 10s --max-delay 1500ms", "18.499s", "18.5s"},
		{"delays of reply and write: P + 2D >= TTL - R", "ttl-watchdog --vary max-pause --faults pause=1,delay=2 --ttl 30s --renew 10s --max-delay 1500ms", "16.999s", "17s"},
		{"delays of reply and write: P + 2D >= TTL - R", "ttl-watchdog --vary max-delay --faults pause=1,delay=2 --ttl 30s --renew 10s --max-pause 12s", "3.999s", "4s"},
	} {
		t.Run(c.command, func(t *testing.T) {
			t.Parallel()
			got := run(t, append([]string{"threshold"}, strings.Fields(c.command+" --format json")...)...)
			var found struct {
				LastSafe    string `json:"last_safe"`
				FirstUnsafe string `json:"first_unsafe"`
			}
			if err := json.Unmarshal([]byte(got.out), &found); err != nil || got.exit != ExitOK {
				t.Fatalf("exit status %d, %v: %s", got.exit, err, got.err)
			}
			if found.LastSafe != c.safe || found.FirstUnsafe != c.unsafe {
				t.Errorf("%s: last safe %s, first unsafe %s, want %s, %s", c.formula, found.LastSafe, found.FirstUnsafe, c.safe, c.unsafe)
			}
		})
	}
}

// bounded prepares a question in real time.
func bounded(t *testing.T, protocol string) *ask.Prepared {
	t.Helper()
	target, err := resolve(protocol)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ask.Prepare(target, ask.Choices{Question: &ask.Question{Timing: "bounded", Faults: "pause=1"}, Params: nil}, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestInterruptedSearches: what was not asked for before Ctrl-C is left open.
func TestInterruptedSearches(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := bounded(t, "ttl-watchdog")
	c, err := p.NewChart("ttl=5s..30s:5s", "max-pause=0s..30s:10s")
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Draw(ctx, &ask.Limits{}, true)
	if err != nil || m.Limit == nil || m.Limit.Kind != checker.LimitInterrupt || m.Checks > 0 {
		t.Fatalf("%+v, %v", m, err)
	}
	for _, row := range m.Cells {
		for x, cell := range row {
			if cell.Answer != "undecided" {
				t.Errorf("ttl %s is %s", m.X.Values[x], cell.Answer)
			}
		}
	}
	v, err := p.Varied("max-pause", "--vary")
	if err != nil {
		t.Fatal(err)
	}
	row, err := p.NewLine(v, "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	f, err := row.Threshold(ctx, checker.Options{Tree: p.Model, Ranks: p.Ranks})
	if err != nil || f.Limit == nil || f.Limit.Kind != checker.LimitInterrupt || f.LastSafe != "" || f.FirstUnsafe != "" {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestMapOfACatalogueEntry: the map by bisection, as renewals follow the lease, is
// that of asking for every cell.
func TestMapOfACatalogueEntry(t *testing.T) {
	p := bounded(t, "ttl-watchdog")
	c, err := p.NewChart("ttl=1s..60s:20", "max-pause=0s..60s:20")
	if err != nil {
		t.Fatal(err)
	}
	walked, err := c.Draw(t.Context(), &ask.Limits{}, false)
	if err != nil {
		t.Fatal(err)
	}
	if c.X.Effect != out.NotKnown || c.Y.Effect != out.Harms {
		t.Errorf("of ttl it is known that more %v, of max-pause that more %v", c.X.Effect, c.Y.Effect)
	}
	c.Y.Effect = out.NotKnown
	full, err := c.Draw(t.Context(), &ask.Limits{Workers: 2}, false)
	if err != nil {
		t.Fatal(err)
	}
	if walked.Border || full.Border || walked.Checks >= full.Checks {
		t.Errorf("%d checks by bisection, %d for all", walked.Checks, full.Checks)
	}
	for y := range full.Cells {
		for x := range full.Cells[y] {
			if a, b := walked.Cells[y][x].Answer, full.Cells[y][x].Answer; a != b {
				t.Errorf("ttl %s, max-pause %s: %s by bisection, %s asked for", full.X.Values[x], full.Y.Values[y], a, b)
			}
		}
	}
}
