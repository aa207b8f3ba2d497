package naive

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// at reads times in nanoseconds: "0 1/2 3".
func at(text string) (times []*big.Rat) {
	for _, word := range strings.Fields(text) {
		n, _ := new(big.Rat).SetString(word)
		times = append(times, n)
	}
	return times
}

// steps finds rules by name: "End:2" is the instance with argument 2.
func steps(m *Ticks, text string) (all []Step) {
	for _, word := range strings.Fields(text) {
		name, arg, has := strings.Cut(word, ":")
		step := Step{Rule: m.graph.timer.named[name].Index}
		if has {
			var n int64
			fmt.Sscan(arg, &n)
			step.Args = []int64{n}
		}
		all = append(all, step)
	}
	return all
}

func TestCheckTimes(t *testing.T) {
	for _, row := range []struct {
		text   string
		bounds bounds
		steps  string
		times  string
		want   string
	}{
		// The bounds of a step itself.
		{once, bounds{"Write": {0, 9}, "Expire": {5, inf}}, "Acquire Expire Write", "0 5 9", "<nil>"},
		{once, bounds{"Write": {0, 9}, "Expire": {5, inf}}, "Acquire Expire Write", "1/3 16/3 28/3", "<nil>"},
		{once, bounds{"Write": {0, 9}, "Expire": {5, inf}}, "Acquire Expire Write", "1/3 5 28/3",
			"step 2: rule Expire fires at 5ns, but may not before 16/3ns"},
		{once, bounds{"Write": {0, 9}, "Expire": {5, inf}}, "Acquire Expire Write", "0 5 19/2",
			"step 3: it is at 19/2ns, but rule Write was due at 9ns"},
		// A step that is not fired is due.
		{once, bounds{"Write": {0, 3}, "Expire": {5, inf}}, "Acquire Expire", "0 5",
			"step 2: it is at 5ns, but rule Write was due at 3ns"},
		{once, bounds{"Write": {0, 3}, "Expire": {5, inf}}, "Acquire Pause Expire", "0 3 5", "<nil>"},
		{once, bounds{"Write": {0, 3}, "Expire": {5, inf}}, "Acquire Pause", "0 4",
			"step 2: it is at 4ns, but rule Write was due at 3ns"},
		// Nothing need happen after the last step.
		{once, bounds{"Write": {0, 3}}, "Acquire", "8", "<nil>"},
		// The clock of a lease does not start at the pause.
		{once, bounds{"Write": {0, 3}, "Expire": {5, inf}}, "Acquire Pause Expire", "0 2 5", "<nil>"},
		// Times themselves.
		{once, nil, "Acquire Pause", "1", "1 times for 2 steps"},
		{once, nil, "Acquire Pause", "1 2 3", "3 times for 2 steps"},
		{once, nil, "Acquire Pause", "2 1", "step 2: it is at 1ns, which is before 2ns"},
		{once, nil, "Acquire Pause", "-1 1", "step 1: it is at -1ns, which is before 0s"},
		{once, nil, "Acquire Pause", "1 x", "step 2 has no time"},
		{once, nil, "", "", "<nil>"},
		// A guard that comes true late.
		{with(late, "WHILE", "while !a"), bounds{"Go": {5, 5}, "A": {1, 2}}, "Go A", "5 5", "<nil>"},
		{with(late, "WHILE", "while !a"), bounds{"Go": {5, 5}, "A": {1, 2}}, "Go Late", "5 6",
			"step 2: it is at 6ns, but rule A was due at 5ns"},
		{with(late, "WHILE", ""), bounds{"Go": {5, 5}, "A": {1, 2}}, "Go Late A", "5 6 7", "<nil>"},
		{with(late, "WHILE", ""), bounds{"Go": {5, 5}, "A": {1, 2}}, "Go A", "5 11/2",
			"step 2: rule A fires at 11/2ns, but may not before 6ns"},
		// Without a clock.
		{aside, bounds{"A": {0, 0}}, "Late A", "3 7", "<nil>"},
		{aside, bounds{"A": {2, 9}}, "Late A", "3 7", "step 2: rule A fires without a clock, but waits for 2ns"},
		// A negative earliest bound is 0.
		{aside, bounds{"A": {-2, 9}}, "A", "0", "<nil>"},
		// Restarts, of one instance only.
		{restarted, bounds{"End": {3, 3}}, "Kick:1 End:2 End:1", "2 3 5", "<nil>"},
		{restarted, bounds{"End": {3, 3}}, "Kick:1 End:1", "2 3",
			"step 2: rule End(1) fires at 3ns, but may not before 5ns"},
		{restarted, bounds{"End": {3, 3}}, "Kick:1 End:1", "2 5",
			"step 2: it is at 5ns, but rule End(2) was due at 3ns"},
		{restarted, bounds{"End": {3, 4}}, "End:2 Late:1", "3 5",
			"step 2: it is at 5ns, but rule End(1) was due at 4ns"},
		// The own clock restarts.
		{beats, bounds{"Beat": {2, 3}}, "Beat Beat Beat", "2 5 7", "<nil>"},
		{beats, bounds{"Beat": {2, 3}}, "Beat Beat", "2 3", "step 2: rule Beat fires at 3ns, but may not before 4ns"},
		{beats, bounds{"Beat": {2, 3}}, "Beat Beat", "2 6", "step 2: it is at 6ns, but rule Beat was due at 5ns"},
		// A guard that was false in between.
		{with(switched, "WHILE", ""), bounds{"A": {3, 3}}, "Switch Switch A", "1 2 5", "<nil>"},
		{with(switched, "WHILE", ""), bounds{"A": {3, 3}}, "Switch Switch A", "1 2 3",
			"step 3: rule A fires at 3ns, but may not before 5ns"},
		{with(switched, "WHILE", "while !a"), bounds{"A": {3, 3}}, "Switch Switch A", "1 2 3", "<nil>"},
		// One clock for all tokens. Positions: 0 is none, 2 the first.
		{minted, bounds{"Take": {5, 5}}, "Mint Take:2", "4 5", "<nil>"},
		{minted, bounds{"Take": {5, 5}}, "Mint Take:2", "4 9", "step 2: it is at 9ns, but rule Take was due at 5ns"},
		{minted, bounds{"Use": {2, inf}}, "Mint Use:0 Use:2", "0 2 4", "<nil>"},
		{minted, bounds{"Use": {2, inf}}, "Mint Use:0 Use:2", "0 2 3",
			"step 3: rule Use fires at 3ns, but may not before 4ns"},
		// An assume that drops a step.
		{with(assumed, "WHILE", ""), bounds{"A": {2, 2}}, "B A", "9 11", "<nil>"},
		{with(assumed, "WHILE", ""), bounds{"A": {2, 2}}, "B A", "9 9", "step 2: rule A fires at 9ns, but may not before 11ns"},
		{with(assumed, "WHILE", "--! delay [0, 0] while !a\n"), bounds{"A": {2, 2}}, "B A", "9 9", "<nil>"},
	} {
		t.Run(row.steps+" at "+row.times, func(t *testing.T) {
			m := load(t, row.text)
			run, err := Replay(m, Step{}, steps(NewTicks(m, true, nil), row.steps), true)
			if err != nil {
				t.Fatal(err)
			}
			times := at(row.times)
			if got := fmt.Sprint(run.CheckTimes(row.bounds.delay, times)); got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// A failing step has a time, too.
func TestCheckTimesOfAFailingStep(t *testing.T) {
	m := load(t, `startstate begin end; rule "Fail" begin assert false; end;`)
	run, err := Replay(m, Step{}, []Step{{}}, false)
	if err != nil {
		t.Fatal(err)
	}
	b := bounds{"Fail": {3, 4}}
	for times, want := range map[string]string{
		"3": "<nil>", "4": "<nil>",
		"2": "step 1: rule Fail fires at 2ns, but may not before 3ns",
		"5": "step 1: it is at 5ns, but rule Fail was due at 4ns",
	} {
		if got := fmt.Sprint(run.CheckTimes(b.delay, at(times))); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// All times of a run, in half nanoseconds, against what its bounds say by hand.
func TestCheckTimesAgainstAFormula(t *testing.T) {
	m := load(t, once)
	run, err := Replay(m, Step{}, steps(NewTicks(m, false, nil), "Acquire Pause Expire Resume Write"), false)
	if err != nil {
		t.Fatal(err)
	}
	const ttl, pause, work = 2, 1, 1
	b := bounds{"Expire": {ttl, inf}, "Resume": {0, pause}, "Write": {0, work}}
	good := 0
	var times [5]int64
	var all func(i int)
	all = func(i int) {
		if i < len(times) {
			for times[i] = range int64(7) {
				all(i + 1)
			}
			return
		}
		var exact []*big.Rat
		want := true
		for i, n := range times {
			exact = append(exact, big.NewRat(n, 2))
			want = want && (i == 0 || times[i-1] <= n)
		}
		acquired, paused, expired, resumed, wrote := times[0], times[1], times[2], times[3], times[4]
		want = want && paused-acquired <= 2*work && expired-acquired >= 2*ttl && resumed-paused <= 2*pause && wrote-resumed <= 2*work
		if err := run.CheckTimes(b.delay, exact); (err == nil) != want {
			t.Fatalf("%v: got %v, want %v", times, err, want)
		}
		if want {
			good++
		}
	}
	all(0)
	if good == 0 {
		t.Error("the run is never possible")
	}
}
