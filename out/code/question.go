package code

import (
	"math/big"
	"time"

	"lockcheck/model/murphi"
)

// Question is what code is wanted for.
type Question struct {
	Name   string // of the protocol as one asks for it, perhaps an entry of the catalogue
	Family string // the spec: ttl, zkqueue, etcd, chubby or redlock

	// Params holds the parameters by flag; those not given have the defaults of
	// the spec.
	Params map[string]string
	// Durations holds the durations by flag, all that the family's code needs.
	Durations map[string]time.Duration
	// Drift is how far a clock may run too fast or too slow: 0.01 for 1 %.
	Drift float64

	// Check is the command that judges the choice, from "lockcheck" on.
	Check string
	// Verdict is what it answered, in one line; "" if it was not run.
	Verdict string
}

// File is a text with the name under which it belongs beside the others.
type File struct {
	Name  string
	Media string // the media type
	Text  string
}

// Ask makes the question of a model as it was configured. Name, which is set to the
// model's own, Check and Verdict are the caller's.
func Ask(m *murphi.Model, s murphi.Settings) Question {
	q := Question{Params: map[string]string{}, Durations: map[string]time.Duration{}}
	if p := m.Head.Protocol; p != nil {
		q.Name, q.Family = p.Name, p.Name
	}
	for flag, value := range s.Params {
		q.Params[flag] = value
	}
	for _, d := range s.Durations {
		if d.Dimension == murphi.Percentage {
			if d.Flag == "drift" {
				q.Drift, _ = d.Value.Float64()
			}
			continue
		}
		q.Durations[d.Flag] = wholeNanoseconds(d.Value)
	}
	return q
}

// wholeNanoseconds rounds down: a lease that is relied on for less is no error.
func wholeNanoseconds(v *big.Rat) time.Duration {
	n := new(big.Int).Quo(v.Num(), v.Denom())
	if !n.IsInt64() {
		return 1<<63 - 1
	}
	return time.Duration(n.Int64())
}
