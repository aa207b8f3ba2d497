package zone_test

import (
	"fmt"
	"time"

	"lockcheck/checker/zone"
)

// A lease of 30 s is renewed every 10 s, both by clocks that may be 1 % fast or
// slow. The holder pauses just before it renews, for as long as it may, and
// writes then. Is the lease surely not over?
func Example() {
	one, drift := zone.Whole(1), must(zone.ParsePercent("1%"))
	ttl := must(zone.Duration(30 * time.Second).Quo(must(one.Add(drift))))
	renew := must(zone.Duration(10 * time.Second).Quo(must(one.Sub(drift))))
	for _, text := range []string{"19.601s", "19.602s"} {
		pause := must(zone.ParseDuration(text))
		scale := must(zone.NewScale(ttl, renew, pause))
		units := func(r zone.Rat) int64 { return must(scale.Int(r)) }

		const lease, wait = 1, 2 // since the last renewal; since the pause began
		d := zone.New(1, 2)      // the lease has just been renewed
		d.Up()                   // the holder works,
		d.Constrain(lease, 0, zone.LE(units(renew)))
		d.Insert(wait) // pauses,
		d.Up()
		d.Constrain(wait, 0, zone.LE(units(pause)))
		over := d.Constrain(0, lease, zone.LE(-units(ttl))) // and the lease is over

		fmt.Printf("pause %s, in units of %s ns: may be over: %v\n", text, scale.Unit(), over)
		if least, ok := d.Earliest(nil); ok {
			fmt.Println("at the earliest", must(scale.Rat(least[0])), "ns after the renewal")
		}
	}
	// Output:
	// pause 19.601s, in units of 1000000/9999 ns: may be over: false
	// pause 19.602s, in units of 2000000/9999 ns: may be over: true
	// at the earliest 3000000000000/101 ns after the renewal
}

// The times of a run: a hold that was granted after 2 to 5 units, and given up
// 3 units later, but no sooner than 7 after the start.
func ExampleSchedule() {
	var s zone.Schedule
	granted := s.Event()
	s.AtLeast(0, granted, 2)
	s.AtMost(0, granted, 5)
	released := s.Event()
	s.AtLeast(granted, released, 3)
	s.AtMost(granted, released, 3)
	s.AtLeast(0, released, 7)
	fmt.Println(s.Earliest())
	// Output: [0 4 7] <nil>
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
