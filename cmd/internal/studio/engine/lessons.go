package engine

// lessons explain, and say nothing that the page cannot check: a test makes every
// check, and asks for just what its claim says.
var lessons = []Lesson{
	{
		ID: "longer-ttl", Title: "Why a longer TTL is no fix",
		Text: []string{
			"A lease ends at the lock service, and its holder is not told. Whoever stops for longer than what is left of the lease goes on as if nothing had happened: a garbage collection, a virtual machine that is moved, a laptop that sleeps, a packet in a full queue.",
			"A longer TTL moves the number, and not the race: what is safe up to a pause of 9 seconds with one TTL is safe up to 59 seconds with another, and no pause has a bound that somebody promises. And while a holder is dead, everybody waits for its lease to end.",
			"A look at the clock before the write helps no more: the stop may come between the look and the write.",
		},
		Claims: []Claim{
			{ID: "ttl-10-9", Text: "TTL 10 s, one pause of at most 9 s: nothing goes wrong.", Setup: ttl("10s", "9s", "none"), Timing: "bounded", Verdict: "safe"},
			{ID: "ttl-10-15", Text: "TTL 10 s, one pause of at most 15 s: a stale write lands.", Setup: ttl("10s", "15s", "none"), Timing: "bounded", Verdict: "unsafe", Violated: []string{"no-stale-write"}},
			{ID: "ttl-60-15", Text: "TTL 60 s survives that pause ...", Setup: ttl("60s", "15s", "none"), Timing: "bounded", Verdict: "safe"},
			{ID: "ttl-60-61", Text: "... and not one of 61 s.", Setup: ttl("60s", "61s", "none"), Timing: "bounded", Verdict: "unsafe", Violated: []string{"no-stale-write"}},
			{ID: "ttl-watchdog", Text: "A watchdog that renews the lease does not help either: it is stopped together with its client.", Setup: Setup{Protocol: "ttl-watchdog", Faults: "pause=1"}, Timing: "any", Verdict: "unsafe", Violated: []string{"no-stale-write"}},
		},
	},
	{
		ID: "fencing", Title: "Why fencing closes the hole",
		Text: []string{
			"The lock service counts: each grant gets a number that is higher than all before it. The client sends its number, the fencing token, with every write, and storage keeps the highest one that it has seen. A write with a lower one comes from a client that lost the lock, whatever that client believes, and is refused.",
			"It needs no clock and no promise about pauses. It needs a storage that compares, in one step with the write.",
			"Two rules are published, and they differ. One refuses a token that is lower than the highest seen: a holder may write as often as it likes, and a message that the network has copied may be applied twice. The other refuses an equal token too: then a token is good for one write.",
		},
		Claims: []Claim{
			{ID: "fenced-any", Text: "With fencing, any number of pauses, delays and crashes: no stale write, at any speed.", Setup: Setup{Protocol: "ttl-fencing"}, Timing: "any", Verdict: "safe"},
			{ID: "fenced-hour", Text: "TTL 1 s, pauses of up to an hour: still none.", Setup: ttl("1s", "1h", "reject-lower"), Timing: "bounded", Verdict: "safe"},
			{ID: "lower-copies", Text: "\"Lower is refused\" applies a copied write twice.", Setup: Setup{Protocol: "ttl-fencing", Faults: "duplicate"}, Timing: "any", Properties: []string{"applied-in-order"}, Verdict: "unsafe", Violated: []string{"applied-in-order"}},
			{ID: "equal-copies", Text: "\"Lower or equal is refused\" does not.", Setup: Setup{Protocol: "ttl-fencing-strict", Faults: "duplicate"}, Timing: "any", Properties: []string{"applied-in-order"}, Verdict: "safe"},
			{ID: "equal-second", Text: "But it refuses the second write of the rightful holder.", Setup: Setup{Protocol: "ttl-fencing-strict", Params: map[string]string{"writes": "2"}, Faults: "none"}, Timing: "any", Properties: []string{"no-wrong-refusal"}, Verdict: "unsafe", Violated: []string{"no-wrong-refusal"}},
		},
	},
	{
		ID: "limits", Title: "Where fencing does not help",
		Text: []string{
			"Reads. A token on the write says nothing about the value that the write was computed from. Who reads without a token may read what a newer holder is about to change; the read has to carry the token, too, so that storage raises its mark.",
			"Several resources. Each has a mark of its own, and a mark rises only when a newer token arrives there: an old write may reach one resource before the newer holder does.",
			"Equal tokens. If two grants have the same number, storage cannot tell them apart: a replica that takes over without the last grant gives its number again.",
			"Tokens that go back. A counter that a restart has lost starts anew, ids made of clocks follow the clocks, and a number that is fetched by a second command may be fetched by a client that has lost the lock in between.",
		},
		Claims: []Claim{
			{ID: "reads-plain", Text: "Reads without a token: an update is lost.", Setup: Setup{Protocol: "ttl-fencing", Params: map[string]string{"workload": "rmw", "reads": "plain"}, Faults: "pause"}, Timing: "any", Properties: []string{"no-lost-update"}, Verdict: "unsafe", Violated: []string{"no-lost-update"}},
			{ID: "reads-fenced", Text: "Reads with a token: none is.", Setup: Setup{Protocol: "ttl-fencing", Params: map[string]string{"workload": "rmw", "reads": "fenced"}, Faults: "pause"}, Timing: "any", Properties: []string{"no-lost-update"}, Verdict: "safe"},
			{ID: "two-resources", Text: "Two resources with a mark each: an older grant writes to one after a newer one has written to the other.", Setup: Setup{Protocol: "ttl-two-resources"}, Timing: "any", Verdict: "unsafe", Violated: []string{"no-cross-resource-stale-write"}},
			{ID: "equal-tokens", Text: "A replica repeats a token: a stale write with an equal token lands.", Setup: Setup{Protocol: "ttl-fencing-failover"}, Timing: "any", Verdict: "unsafe", Violated: []string{"no-stale-write"}},
			{ID: "back", Text: "A counter that a restart sets back: tokens no longer increase.", Setup: Setup{Protocol: "ttl-fencing-restart"}, Timing: "any", Verdict: "unsafe", Violated: []string{"tokens-increase"}},
			{ID: "second-command", Text: "A token by a second command may be newer than the grant that it is for.", Setup: Setup{Protocol: "ttl-second-command"}, Timing: "any", Verdict: "unsafe", Violated: []string{"no-stale-write"}},
		},
	},
	{
		ID: "redlock", Title: "When Redlock is good enough, and when not",
		Text: []string{
			"For efficiency, to keep two workers from doing the same work twice, a lock may fail now and then: nothing is lost but work. There Redlock, and a single Redis as well, is good enough.",
			"For correctness it is not. It rests on clocks that do not jump, on nodes that do not forget, and on nothing that holds up a client or its write between the check of the time and the storage; and it gives no number that storage could compare.",
		},
		Claims: []Claim{
			{ID: "redlock-loss", Text: "Messages may be lost, nobody stops and no clock jumps: nothing goes wrong.", Setup: redlock("loss"), Timing: "any", Verdict: "safe"},
			{ID: "redlock-jump", Text: "One clock jumps: two clients have a majority.", Setup: redlock("clock-jump=1"), Timing: "any", Verdict: "unsafe"},
			{ID: "redlock-pause", Text: "The holder stops after it has checked the time: a stale write lands.", Setup: redlock("pause=1"), Timing: "any", Verdict: "unsafe", Violated: []string{"no-stale-write"}},
			{ID: "redlock-delay", Text: "The write is held up on its way: the same.", Setup: redlock("delay=1"), Timing: "any", Verdict: "unsafe", Violated: []string{"no-stale-write"}},
			{ID: "redlock-restart", Text: "A node restarts without its keys, and answers at once: two clients have a majority.", Setup: redlock("restart=1"), Timing: "any", Verdict: "unsafe"},
		},
	},
	{
		ID: "products", Title: "What each product gives as a token",
		Text: []string{
			"Redis gives none: count one up in the script that takes the lock. Redlock has none.",
			"ZooKeeper: the czxid of the client's znode. The number in the name of the znode is one only as long as its parent stays: where that is a container, it starts again.",
			"etcd: the create revision of the client's key, and not the revision of some answer. Or no token at all: a transaction that compares the create revision writes only while the key is there.",
			"Chubby: its sequencer. Consul: a LockIndex counts the acquisitions of one key, and starts again when the key is deleted with its session.",
		},
		Claims: []Claim{
			{ID: "czxid", Text: "ZooKeeper, czxid: no stale write.", Setup: Setup{Protocol: "zkqueue", Params: map[string]string{"guard": "reject-lower"}}, Timing: "any", Verdict: "safe"},
			{ID: "suffix", Text: "ZooKeeper, number in the name, container as parent: a stale write lands.", Setup: Setup{Protocol: "zkqueue", Params: map[string]string{"guard": "reject-lower", "token": "sequence", "parent": "container"}, Faults: "pause"}, Timing: "any", Verdict: "unsafe", Violated: []string{"no-stale-write"}},
			{ID: "create-revision", Text: "etcd, create revision: no stale write.", Setup: Setup{Protocol: "etcd", Params: map[string]string{"guard": "reject-lower"}, Faults: "pause,crash"}, Timing: "any", Verdict: "safe"},
			{ID: "sequencer", Text: "Chubby, sequencer: no stale write.", Setup: Setup{Protocol: "chubby-sequencer"}, Timing: "any", Verdict: "safe"},
			{ID: "lock-index", Text: "Consul, LockIndex of a key that is deleted: tokens repeat.", Setup: Setup{Protocol: "consul-lock-index"}, Timing: "any", Verdict: "unsafe"},
		},
	},
}

// ttl is a lease with one pause.
func ttl(lease, pause, guard string) Setup {
	return Setup{Protocol: "ttl", Params: map[string]string{"ttl": lease, "max-pause": pause, "guard": guard}, Faults: "pause=1"}
}

// redlock is Redlock with three nodes: five say the same, and take longer.
func redlock(faults string) Setup {
	return Setup{Protocol: "redlock", Params: map[string]string{"nodes": "3"}, Faults: faults}
}
