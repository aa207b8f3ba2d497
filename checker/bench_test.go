package checker

import (
	"context"
	"testing"
)

// BenchmarkSearch runs the whole search on the reference system; the time of
// the hand-written system is included.
func BenchmarkSearch(b *testing.B) {
	for name, sys := range map[string]*lease{
		"LEASE(3,3)":          {clients: 3, rounds: 3, fencing: true},
		"LEASE(3,3), 2 words": {clients: 3, rounds: 3, fencing: true, words: 2},
		"LEASE(3,4)":          {clients: 3, rounds: 4, fencing: true},
	} {
		b.Run(name, func(b *testing.B) {
			var states, transitions int64
			for b.Loop() {
				r, err := Check(context.Background(), sys, Options{Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				states, transitions = r.States, r.Transitions
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(transitions), "ns/transition")
			b.ReportMetric(float64(states), "states")
		})
	}
}

// BenchmarkTrace finds the smallest of the shortest violations.
func BenchmarkTrace(b *testing.B) {
	sys := &lease{clients: 4, rounds: 1}
	s := newSearch(context.Background(), sys, &Options{Workers: 1})
	if err := s.run(-1); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		x, err := s.walkBack(0, nil)
		if err == nil {
			_, err = x.first()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
