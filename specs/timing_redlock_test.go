package specs

import "testing"

// held is the latest time since its request at which a Redlock client that
// nothing disturbs writes: it waits A for replies, reads them and its clock in
// W each, works for H, and looks at its clock, which says at V that the time is
// up, no longer than W before it writes.
func held(s seconds, v int64) int64 {
	a, h, w := s["max-wait"], s["max-hold"], s["work"]
	return min(min(a+2*w, v)+h, v+w)
}

// checked is held by a client that subtracts its margin.
func checked(s seconds) int64 { return held(s, s["ttl"]-s["margin"]) }

// unchecked is held by a client that never looks at its clock.
func unchecked(s seconds) int64 { return s["max-wait"] + 2*s["work"] + s["max-hold"] }

// TestRedlockFormulas says when a timing of Redlock is unsafe: if the last
// write can come when the keys may have run out, TTL after the request.
func TestRedlockFormulas(t *testing.T) {
	for _, f := range redlockFormulas {
		f.spec, f.params = "redlock", "nodes=3 "+f.params
		t.Run(f.params+" "+f.faults+" "+f.property, func(t *testing.T) {
			t.Parallel()
			f.check(t)
		})
	}
}

var redlockFormulas = []formula{
	// Without faults only the length of a step can use the margin up.
	{"", "", "none", "", "ttl=3..5 margin=1..3 max-wait=0..2 max-hold=0..5 work=0..1", true,
		func(s seconds) bool { return checked(s) >= s["ttl"] }},
	{"", "", "none", "mutual-exclusion", "ttl=3..4 margin=1..3 max-wait=0..2 max-hold=0..4 work=0..1 travel=0..1", false,
		func(s seconds) bool { return checked(s)+s["travel"]+s["work"] >= s["ttl"] }},
	{"", "", "none", "no-false-start", "ttl=3..5 margin=1..3 max-wait=0..2 max-hold=0..5 work=0..1", false, never},
	{"", "check=none", "none", "", "ttl=3..5 max-wait=0..2 max-hold=0..5 work=0..2", false,
		func(s seconds) bool { return unchecked(s) >= s["ttl"] }},
	{"", "check=late-timer", "none", "", "ttl=3..5 margin=1..3 max-wait=0..2 max-hold=0..5", false,
		func(s seconds) bool { return s["max-wait"]+min(s["max-hold"], s["ttl"]-s["margin"]) >= s["ttl"] }},
	// The wrong sign leaves no time at all to spare.
	{"", "margin-sign=added", "none", "", "ttl=3..5 margin=1..2 max-wait=0..2 max-hold=0..5 work=0..1", true,
		func(s seconds) bool { return held(s, s["ttl"]+s["margin"]) >= s["ttl"] }},
	// One clock may run fast, the other slow: (TTL - M)/(1 - d) and TTL/(1 + d).
	{"", "drift=10% max-hold=99s", "none", "", "ttl=3..14 margin=1..3", false,
		func(s seconds) bool { return 11*(s["ttl"]-s["margin"]) >= 9*s["ttl"] }},
	{"", "drift=10% max-hold=99s", "pause=1", "", "ttl=3..6 margin=1..3 max-pause=0..3", false,
		func(s seconds) bool { return 110*(s["ttl"]-s["margin"])+99*s["max-pause"] >= 90*s["ttl"] }},

	// A stop after the look adds up, one before it does not.
	{"", "", "pause=1", "", "ttl=3..4 margin=1..2 max-wait=0..1 max-hold=1..4 max-pause=0..3", true,
		func(s seconds) bool { return checked(s)+s["max-pause"] >= s["ttl"] }},
	{"", "", "pause=1", "", "ttl=4..5 margin=1..3 max-wait=0..1 max-hold=1..4 max-pause=0..2 work=1..1", false,
		func(s seconds) bool { return checked(s)+s["max-pause"] >= s["ttl"] }},
	{"", "", "pause=1", "mutual-exclusion", "ttl=3..4 margin=1..3 max-wait=0..1 max-hold=0..4 max-pause=0..4", false,
		func(s seconds) bool { return checked(s)+s["max-pause"] >= s["ttl"] }},
	{"", "", "pause=2", "", "ttl=5..6 margin=2..5 max-hold=1..6 max-pause=0..2", false,
		func(s seconds) bool {
			return min(s["max-hold"]+s["max-wait"], s["ttl"]-s["margin"])+2*s["max-pause"] >= s["ttl"]
		}},
	{"", "pauses=at-replies", "pause=1", "", "ttl=3..4 margin=1..2 max-wait=0..1 max-hold=2..4 max-pause=2..4", false, never},
	{"", "pauses=at-replies check=none", "pause=1", "", "ttl=3..4 max-wait=0..1 max-hold=0..3 max-pause=0..4", false,
		func(s seconds) bool { return unchecked(s)+s["max-pause"] >= s["ttl"] }},
	{"", "pauses=at-replies check=late-timer", "pause=1", "", "ttl=3..4 margin=1..3 max-wait=0..1 max-hold=0..4 max-pause=0..4", false,
		func(s seconds) bool {
			return s["max-wait"]+s["max-pause"]+min(s["max-hold"], s["ttl"]-s["margin"]) >= s["ttl"]
		}},
	// Where the clock stops with the client, the check is as good as none.
	{"", "pauses=at-replies", "freeze=1", "", "ttl=3..5 margin=1..3 max-wait=0..1 max-hold=0..4 max-pause=0..4", false,
		func(s seconds) bool { return unchecked(s)+s["max-pause"] >= s["ttl"] }},
	{"", "", "delay=1", "", "ttl=3..4 margin=1..3 max-wait=0..1 max-hold=0..4 max-delay=0..4", false,
		func(s seconds) bool { return checked(s)+s["max-delay"] >= s["ttl"] }},

	// A jump of a node's clock takes its length from the keys; AWAY stands for
	// TTL where a node has forgotten.
	{"", "", "clock-jump=1", "", "ttl=3..4 margin=1..3 max-wait=0..1 max-hold=0..4 max-jump=0..5", true,
		func(s seconds) bool { return checked(s)+s["max-jump"] >= s["ttl"] }},
	{"", "", "clock-jump=1", "grant-exclusion", "ttl=3..4 margin=1..3 max-wait=0..1 max-hold=0..2 travel=0..2 max-jump=0..4", false,
		func(s seconds) bool { // the promise ends with the client's time at the latest
			return min(checked(s)+s["travel"], s["ttl"]-s["margin"])+s["max-jump"] >= s["ttl"]
		}},
	{"", "restart=delayed", "restart=1", "", "ttl=3..4 margin=1..3 max-wait=0..1 max-hold=0..4 away=0..4", false,
		func(s seconds) bool { return checked(s) >= min(s["away"], s["ttl"]) }},
	{"", "restart=delayed drift=10% max-hold=99s", "restart=1", "", "ttl=10..12 margin=1..2 away=8..12", false,
		func(s seconds) bool { return 11*(s["ttl"]-s["margin"]) >= 9*min(s["away"], s["ttl"]) }},

	// After an extension the time counts from its request. Until its replies
	// are there, the holder believes, and the old keys may run out.
	{"", "extend=owner", "none", "", "ttl=3..5 margin=1..3 max-wait=0..2 max-hold=0..4 work=0..2", false,
		func(s seconds) bool { // its clock is read with the replies
			v := s["ttl"] - s["margin"]
			return min(min(s["max-wait"]+s["work"], v)+s["max-hold"], v+s["work"]) >= s["ttl"]
		}},
	{"", "extend=owner", "none", "mutual-exclusion", "ttl=3..5 margin=1..3 max-wait=0..2 max-hold=0..5", false,
		func(s seconds) bool { return checked(s)+min(s["max-wait"], s["ttl"]-s["margin"]) >= s["ttl"] }},
	{"", "extend=reacquire", "none", "", "ttl=3..5 margin=1..3 max-wait=0..2 max-hold=0..5", false,
		func(s seconds) bool { return checked(s)+min(s["max-wait"], s["ttl"]-s["margin"]) >= s["ttl"] }},
	{"", "extend=owner", "clock-jump=1", "", "ttl=3..4 margin=1..3 max-wait=0..1 max-hold=0..4 max-jump=0..3", false,
		func(s seconds) bool { return checked(s)+s["max-jump"] >= s["ttl"] }},
	{"", "extend=owner pauses=after-check", "pause=1", "", "ttl=3..4 margin=1..2 max-wait=0..1 max-hold=2..4 max-pause=1..4", false, never},
}
