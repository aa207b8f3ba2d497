package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// benchReport is what bench prints.
type benchReport struct {
	Schema  string        `json:"schema"`
	Tool    string        `json:"tool"`
	Go      string        `json:"go"`
	System  string        `json:"system"`
	Cores   int           `json:"cores"`
	Runs    int64         `json:"runs"`
	Workers int64         `json:"workers"`
	Memory  int64         `json:"memory,omitempty"` // bytes; 0: the usual
	Rows    []benchResult `json:"rows"`
}

// benchResult is a row of it.
type benchResult struct {
	Name        string        `json:"name"`
	Command     string        `json:"command"`
	Verdict     string        `json:"verdict"`
	States      int64         `json:"states"`
	Transitions int64         `json:"transitions"`
	Depth       int           `json:"depth"`
	Measured    []benchFigure `json:"measured"` // with one worker, then with all
	// Faster is the wall time of one worker over that of all, and MoreCPU the
	// processor time of all over that of one; nil where there are not both.
	Faster  *float64 `json:"faster"`
	MoreCPU *float64 `json:"more_cpu"`
}

// benchFigure is medians, each taken by itself. Those that the system does not
// tell are nil.
type benchFigure struct {
	Workers     int64    `json:"workers"`
	Wall        float64  `json:"wall_seconds"`
	CPU         *float64 `json:"cpu_seconds"`
	States      float64  `json:"states_per_second"`
	Transitions float64  `json:"transitions_per_second"`
	PerState    float64  `json:"bytes_per_state"`
	Peak        *float64 `json:"peak_bytes"`
}

func newBenchReport(o *benchOptions) *benchReport {
	r := &benchReport{
		Schema: "lockcheck/bench/v1", Tool: ask.Tool, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Cores: runtime.GOMAXPROCS(0), Runs: o.runs, Workers: o.workers, Memory: o.memory,
	}
	if r.Workers == 0 {
		r.Workers = int64(r.Cores)
	}
	return r
}

// medians sums up the runs of a row with some number of workers.
func medians(workers int64, runs []measurement) benchFigure {
	f := benchFigure{Workers: workers}
	var wall, stored, cpu, peak []float64
	for i := range runs {
		m := &runs[i]
		wall, stored = append(wall, m.Wall), append(stored, float64(m.Stored))
		if m.CPU != nil {
			cpu = append(cpu, *m.CPU)
		}
		if m.Peak != nil {
			peak = append(peak, float64(*m.Peak))
		}
	}
	f.Wall = *median(wall)
	f.CPU, f.Peak = median(cpu), median(peak)
	f.States, f.Transitions = float64(runs[0].States)/f.Wall, float64(runs[0].Transitions)/f.Wall
	f.PerState = *median(stored) / float64(runs[0].States)
	return f
}

// median returns the middle value, or the mean of the two in the middle; nil of
// none.
func median(values []float64) *float64 {
	n := len(values)
	if n == 0 {
		return nil
	}
	slices.Sort(values)
	m := (values[(n-1)/2] + values[n/2]) / 2
	return &m
}

// scale compares all workers with one.
func (b *benchResult) scale() {
	if len(b.Measured) < 2 {
		return
	}
	one, all := &b.Measured[0], &b.Measured[1]
	faster := one.Wall / all.Wall
	b.Faster = &faster
	if one.CPU != nil && all.CPU != nil && *one.CPU > 0 {
		more := *all.CPU / *one.CPU
		b.MoreCPU = &more
	}
}

func (r *benchReport) json(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// benchColumns fit into 80 columns with counts of up to a billion.
const benchColumns = "%9s %8s %8s %9s %9s %8s %9s %6s %6s\n"

func (r *benchReport) head(w io.Writer) error {
	_, err := fmt.Fprintf(w, benchColumns, "workers", "wall s", "CPU s", "states/s", "trans/s", "B/state", "peak", "faster", "CPU")
	return err
}

func (b *benchResult) text(w io.Writer) error {
	var t strings.Builder
	fmt.Fprintf(&t, "\n%s: %s, %s states, %s transitions, depth %d\n", b.Name, strings.ToUpper(b.Verdict),
		out.Number(b.States), out.Number(b.Transitions), b.Depth)
	for _, line := range out.Wrap(b.Command, 78) {
		t.WriteString("  " + line + "\n")
	}
	for i, f := range b.Measured {
		faster, more := "", ""
		if i > 0 {
			faster, more = hundredths(b.Faster), hundredths(b.MoreCPU)
		}
		cells := fmt.Sprintf(benchColumns, fmt.Sprint(f.Workers), hundredths(&f.Wall), hundredths(f.CPU), rate(f.States), rate(f.Transitions),
			fmt.Sprintf("%.2f", f.PerState), bytesText(f.Peak), faster, more)
		t.WriteString(strings.TrimRight(cells, " \n") + "\n")
	}
	_, err := io.WriteString(w, t.String())
	return err
}

func (r *benchReport) foot(w io.Writer) error {
	runs := "one run"
	if r.Runs > 1 {
		runs = fmt.Sprintf("medians of %d runs", r.Runs)
	}
	text := fmt.Sprintf("%s, %s, %s, %d cores; %s. All numbers of states, transitions and levels are the known ones. "+
		"B/state: what the visited states and the levels take. Peak: resident memory of the whole process. "+
		"Faster: wall time of one worker over that of all. CPU: processor time of all over that of one.", r.Tool, r.Go, r.System, r.Cores, runs)
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(out.Wrap(text, 80), "\n"))
	return err
}

// unknownCell stands for what the system does not tell.
const unknownCell = "-"

func hundredths(f *float64) string {
	if f == nil {
		return unknownCell
	}
	return fmt.Sprintf("%.2f", *f)
}

func bytesText(n *float64) string {
	if n == nil {
		return unknownCell
	}
	return sizeText(int64(*n))
}

// rate prints a number with three digits: 987, 12.3k, 4.56M.
func rate(f float64) string {
	unit := ""
	for _, u := range []string{"k", "M", "G"} {
		if f < 999.5 {
			break
		}
		f, unit = f/1000, u
	}
	switch {
	case unit == "" || f >= 99.95:
		return fmt.Sprintf("%.0f%s", f, unit)
	case f >= 9.995:
		return fmt.Sprintf("%.1f%s", f, unit)
	}
	return fmt.Sprintf("%.2f%s", f, unit)
}
