package cli

import (
	"fmt"
	"io"
	"time"

	"lockcheck/checker"
)

// progress tells on stderr how far a search is: one line that renews itself on
// a terminal, one plain line every ten seconds otherwise.
type progress struct {
	w        io.Writer
	terminal bool
	now      func() time.Time
	start    time.Time
	last     time.Time
	states   int64 // at last
	drawn    bool
	about    string // what is being checked, where that is one of several
}

// Times between two reports.
const (
	terminalPause = 200 * time.Millisecond
	plainPause    = 10 * time.Second
)

func newProgress(w io.Writer, terminal bool, now func() time.Time) *progress {
	t := now()
	return &progress{w: w, terminal: terminal, now: now, start: t, last: t}
}

// show reports, unless it did so a moment ago.
func (p *progress) show(s checker.Progress) {
	t := p.now()
	pause := plainPause
	if p.terminal {
		pause = terminalPause
	}
	since := t.Sub(p.last)
	if since < pause {
		return
	}
	line := p.about + progressLine(s, float64(s.States-p.states)/since.Seconds(), t.Sub(p.start))
	p.last, p.states = t, s.States
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%s", line)
		p.drawn = true
		return
	}
	fmt.Fprintln(p.w, line)
}

// begin says what is checked from here on.
func (p *progress) begin(about string) { p.about, p.states = about+": ", 0 }

// done clears the line.
func (p *progress) done() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

func progressLine(s checker.Progress, perSecond float64, elapsed time.Duration) string {
	took := elapsed.Round(time.Second)
	switch s.Phase {
	case checker.PhaseLiveness:
		return fmt.Sprintf("liveness: %d of %d states open, %s, %s", s.Undecided, s.States, sizeText(s.Memory), took)
	case checker.PhaseTrace:
		return fmt.Sprintf("finding the shortest trace, %s", took)
	}
	return fmt.Sprintf("level %d: %d states, %.0f new/s, %d to do, %s, new %.0f%% of generated, %s",
		s.Level, s.States, perSecond, s.Frontier, sizeText(s.Memory), 100*s.NewRatio, took)
}
