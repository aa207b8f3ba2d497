package specs

func never(seconds) bool { return false }

// formulas say when a timing is unsafe. P is the longest pause, D the longest
// time that a message is held up, T the time that it travels otherwise, W that
// of a step, R the time between two renewals. A hold must fit in its lease: the grant may come T late, what it is
// done with may take T more, and where the client renews, the last renewal is R
// old when the fault comes.
var formulas = []formula{
	{"ttl", "renew=0.5s", "pause=1", "", "ttl=1..6 max-pause=0..7", true,
		func(s seconds) bool { return s["max-pause"] >= s["ttl"] }},
	{"ttl", "renew=0.5s", "pause=2", "", "ttl=1..6 max-pause=0..4", false,
		func(s seconds) bool { return 2*s["max-pause"] >= s["ttl"] }},
	// A step may take W before the pause, and starts anew after it.
	{"ttl", "renew=0.5s", "pause=1", "", "ttl=1..6 work=0..3 max-pause=0..7", true,
		func(s seconds) bool { return s["max-pause"]+2*s["work"] >= s["ttl"] }},
	{"ttl", "renew=0.5s", "pause=1", "", "ttl=1..6 travel=0..3 max-pause=0..7", false,
		func(s seconds) bool { return s["max-pause"]+2*s["travel"] >= s["ttl"] }},
	{"ttl", "renew=0.5s max-pause=0s", "delay=1", "", "ttl=1..6 max-delay=0..7", false,
		func(s seconds) bool { return s["max-delay"] >= s["ttl"] }},
	{"ttl", "renewal=checked", "pause=1", "", "ttl=2..6 renew=1..5 max-pause=0..7", true,
		func(s seconds) bool { return s["max-pause"] >= s["ttl"]-s["renew"] }},
	{"ttl", "renewal=checked", "pause=1", "", "ttl=2..7 renew=1..6 travel=0..2 max-pause=0..7", false,
		func(s seconds) bool { return s["max-pause"]+2*s["travel"] >= s["ttl"]-s["renew"] }},
	{"ttl", "renewal=checked", "pause=2", "", "ttl=2..7 renew=1..6 max-pause=0..4", false,
		func(s seconds) bool { return 2*s["max-pause"] >= s["ttl"]-s["renew"] }},
	{"ttl", "renewal=checked", "delay=1", "", "ttl=2..6 renew=1..5 max-delay=0..6", true,
		func(s seconds) bool { return s["max-delay"] >= s["ttl"]-s["renew"] }},
	// A renewal that is lost is made up for by the next.
	{"ttl", "renewal=checked", "loss=1", "", "ttl=2..9 renew=1..8", false,
		func(s seconds) bool { return 2*s["renew"] >= s["ttl"] }},
	// The service's clock may run fast, the client's slow: TTL/1.1 - R/0.9.
	{"ttl", "renewal=checked drift=10%", "pause=1", "", "ttl=3..12 renew=1..2 max-pause=0..12", false,
		func(s seconds) bool { return 99*s["max-pause"] >= 90*s["ttl"]-110*s["renew"] }},
	// A clock that stands still: without renewal there is nothing that it measures.
	{"ttl", "renew=0.5s", "freeze=1", "", "ttl=1..6 max-pause=0..7", false,
		func(s seconds) bool { return s["max-pause"] >= s["ttl"] }},
	{"ttl", "guard=reject-lower renewal=checked", "pause=1", "", "ttl=2..5 renew=1..4 max-pause=0..7", false, never},

	// A queue's sessions are prolonged by keep-alives. They get through where a
	// write is on its way, so that only their own travel counts.
	{"etcd", "", "pause=1", "", "ttl=2..6 renew=1..5 max-pause=0..7", true,
		func(s seconds) bool { return s["max-pause"] >= s["ttl"]-s["renew"] }},
	{"etcd", "", "pause=1", "", "ttl=3..6 renew=1..5 travel=0..2 max-pause=0..7", false,
		func(s seconds) bool { return s["max-pause"]+s["travel"] >= s["ttl"]-s["renew"] }},
	{"etcd", "", "pause=2", "", "ttl=2..6 renew=1..5 max-pause=0..4", false,
		func(s seconds) bool { return 2*s["max-pause"] >= s["ttl"]-s["renew"] }},
	{"etcd", "", "delay=1", "", "ttl=2..6 renew=1..5 max-delay=0..6", false,
		func(s seconds) bool { return s["max-delay"] >= s["ttl"]-s["renew"] }},
	{"etcd", "", "loss=1", "", "ttl=2..9 renew=1..8", false,
		func(s seconds) bool { return 2*s["renew"] >= s["ttl"] }},
	// A keep-alive that a deposed leader answers is as good as lost.
	{"etcd", "leader-check=on-revoke", "stale-leader=1", "", "ttl=2..9 renew=1..8", false,
		func(s seconds) bool { return 2*s["renew"] >= s["ttl"] }},
	{"etcd", "guard=reject-lower", "pause=1", "", "ttl=2..5 renew=1..4 max-pause=0..7", false, never},

	{"zkqueue", "", "pause=1", "", "session-timeout=2..6 renew=1..5 max-pause=0..7", false,
		func(s seconds) bool { return s["max-pause"] >= s["session-timeout"]-s["renew"] }},
	{"zkqueue", "", "pause=2", "", "session-timeout=2..6 renew=1..5 max-pause=0..4", false,
		func(s seconds) bool { return 2*s["max-pause"] >= s["session-timeout"]-s["renew"] }},
	{"zkqueue", "", "delay=1", "", "session-timeout=2..6 renew=1..5 max-delay=0..6", false,
		func(s seconds) bool { return s["max-delay"] >= s["session-timeout"]-s["renew"] }},
	{"zkqueue", "", "loss=1", "", "session-timeout=2..9 renew=1..8", false,
		func(s seconds) bool { return 2*s["renew"] >= s["session-timeout"] }},
	// Who stops before its session can end may be cut off, but not paused.
	{"zkqueue", "suspended=stops-in-time", "partition=1", "", "session-timeout=3..6 renew=1..4 notice=0..8", false,
		func(s seconds) bool { return s["notice"] >= s["session-timeout"] }},
	{"zkqueue", "suspended=stops-in-time", "pause=1", "", "session-timeout=3..6 renew=1..4 notice=1..2 max-pause=0..6", false,
		func(s seconds) bool { return s["max-pause"] >= s["session-timeout"]-s["renew"] }},
	{"zkqueue", "guard=reject-lower", "pause=1", "", "session-timeout=2..5 renew=1..4 max-pause=0..7", false, never},

	// A client that hears nothing and works on is not safe however long the
	// lock-delay is; one that stops when its own lease has ended has the
	// lock-delay besides.
	{"chubby", "renewal=checked own-lease=2.5s renew=1s", "pause=1", "", "lease=3..6 renew=1..2 locked=0..2 max-pause=0..7", false,
		func(s seconds) bool { return s["max-pause"] >= s["lease"]-s["renew"] }},
	{"chubby", "renewal=checked own-lease=2.5s renew=1s jeopardy=stops", "pause=1", "", "lease=3..6 renew=1..2 locked=0..3 max-pause=0..8", true,
		func(s seconds) bool { return s["max-pause"] >= s["lease"]-s["renew"]+s["locked"] }},
	{"chubby", "renewal=checked own-lease=2.5s renew=1s", "delay=1", "", "lease=3..6 renew=1..2 locked=0..2 max-delay=0..7", false,
		func(s seconds) bool { return s["max-delay"] >= s["lease"]-s["renew"] }},
	{"chubby", "renewal=checked jeopardy=stops", "delay=1", "", "lease=4..6 own-lease=2..3 renew=1..2 locked=0..2 max-delay=0..9", false, never},
	// The answer is late, so that no KeepAlive comes in time, and a write leaves
	// at the end of the client's own lease.
	{"chubby", "renewal=checked jeopardy=stops", "delay=2", "", "lease=4..7 own-lease=2..5 renew=1..3 locked=0..3 max-delay=0..9", false,
		func(s seconds) bool {
			return s["max-delay"] >= s["lease"]-s["own-lease"]+s["locked"] && s["max-delay"] >= s["own-lease"]-s["renew"]
		}},
	{"chubby", "renewal=checked own-lease=2.5s renew=1s", "clock-jump=1", "", "lease=3..6 renew=1..2 max-jump=0..7 locked=0..0", false,
		func(s seconds) bool { return s["max-jump"] >= s["lease"]-s["renew"] }},
	{"chubby", "renewal=checked jeopardy=stops", "partition", "", "lease=4..6 own-lease=2..3 renew=1..2 locked=0..2", false, never},
	{"chubby", "renewal=checked own-lease=2.5s renew=1s guard=reject-lower", "pause=1", "", "lease=3..5 renew=1..2 locked=0..1 max-pause=0..7", false, never},
}
