package code

import (
	"fmt"
	"time"
)

// families are the specs that there is code for.
var families = map[string]*family{
	"ttl":     &ttl,
	"redlock": &redlock,
	"zkqueue": &zkqueue,
	"etcd":    &etcd,
	"chubby":  &chubby,
}

const goRedis = "github.com/redis/go-redis/v9@v9.23.0"

var ttl = family{
	snippet: "ttl",
	about:   "a lock with a lease at one Redis",
	modules: []string{goRedis},
	needs:   []string{"ttl", "renew"},
	refused: refusals{
		"release": {
			"compare-client": "a late release of an earlier hold frees the present one of the same client; choose compare",
			"two-step":       "between the look and the deletion the lock may change hands; choose compare",
			"blind":          "a late release frees whoever has the lock; choose compare",
		},
	},
	numbers: func(q Question, v values) error {
		// Unlike the others the spec has it off unless one asks for it.
		v.flag("renews", q.Params["renewal"] == "checked")
		v["judged-guarded"] = "ttl-fencing"
		if v["guard"] == "in-store-sequence" {
			v.numbered("1, ", "int64(i)+1, ")
		}
		v["ttl"], v["renew"] = goDuration(q.Durations["ttl"]), goDuration(q.Durations["renew"])
		if err := whole("ttl", q.Durations["ttl"], time.Millisecond); err != nil {
			return err
		}
		return v.relied(q.Durations["ttl"], q.Drift)
	},
	says: []string{
		"The tokens are as good as the memory of Redis: without appendonly yes, after a failover to a replica that lacks the last grants, or after an eviction, the counter goes back. A guard then refuses the holder and may let a late write in.",
		"go-redis repeats requests unless MaxRetries is -1, which Open sets: a repeated SET NX whose first answer was lost finds its own value and is told that the lock is taken.",
	},
}

var redlock = family{
	snippet: "redlock",
	about:   "a lock at a majority of independent Redis, Redlock",
	modules: []string{goRedis},
	needs:   []string{"ttl", "margin", "max-wait"},
	refused: refusals{
		"check":       {"none": "without a look at the clock after the replies a slow attempt believes in keys that are gone", "late-timer": "a timer that starts after the replies runs longer than the keys"},
		"margin-sign": {"added": "the allowance for drift must be taken off"},
		"partial":     {"leaves": "keys that a failed attempt leaves block everybody for a TTL; the code releases them"},
		"extend":      {"reacquire": "an extension that takes a key anew may follow somebody else's hold; choose owner"},
		"release":     {"blind": "a late release frees whoever has the lock; choose compare"},
	},
	numbers: func(q Question, v values) error {
		v["W"], v["D"], v["work"] = "W1", "D1", "write"
		v["judged-guarded"] = "ttl-fencing"
		v.flag("extends", q.Params["extend"] == "owner")
		v.flag("renews", v["extends"] != "")
		v["nodes"] = q.Params["nodes"]
		if v["nodes"] == "" {
			v["nodes"] = "5"
		}
		v["ttl"], v["margin"], v["max-wait"] = goDuration(q.Durations["ttl"]), goDuration(q.Durations["margin"]), goDuration(q.Durations["max-wait"])
		return whole("ttl", q.Durations["ttl"], time.Millisecond)
	},
	says: []string{
		"Redlock gives no token that storage could check: the nodes share no counter, and the value has no order. Use it where a second holder costs work and not data; else take a lock that gives a token, or let one transaction of the database decide.",
		"A node that restarts without its keys must stay away for a TTL, and no clock may be stepped: the model's faults restart and clock-jump.",
	},
}

var zkqueue = family{
	snippet: "zkqueue",
	about:   "a lock at ZooKeeper, a queue of ephemeral sequential nodes",
	modules: []string{"github.com/go-zookeeper/zk@v1.0.4"},
	needs:   []string{"session-timeout", "renew", "notice"},
	refused: refusals{
		"watch":     {"parent": "every release would wake all that wait; choose before"},
		"recheck":   {"no": "a client that is told may not be the lowest yet; the code looks again"},
		"repair":    {"no": "a node whose answer was lost blocks the queue; the code looks for its GUID"},
		"interrupt": {"forgets": "a waiter that leaves its node behind blocks the queue; choose deletes"},
		"resend":    {"no": "a deletion that is lost leaves the node behind; the code ends the session too"},
		"session":   {"recreated": "who works on in a new session works without the lock; choose keeps"},
		"lost":      {"timer-keeps-node": "the node of an earlier session is not one's own"},
		"parent":    {"container": "in a list that is removed when it is empty the suffixes start again; the code makes one that stays"},
		"token":     {"sequence": "the suffix of the name starts again with its parent; the code shows the czxid"},
	},
	numbers: func(q Question, v values) error {
		v["judged-guarded"] = "zkqueue-fencing"
		if v["fenced"] != "" && !sqlGuard(v["guard"]) {
			return fmt.Errorf("no code is written for --reads fenced with --guard %s: the client's transactions at ZooKeeper cannot read", v["guard"])
		}
		v.version("int32", "results[1].Stat.Version", "stat.Version")
		v["set-version"], v["stat"] = "-1", "_"
		if v["versioned"] != "" {
			v["set-version"], v["stat"] = "version", "stat"
		}
		v["session-timeout"], v["renew"], v["notice"] = goDuration(q.Durations["session-timeout"]), goDuration(q.Durations["renew"]), goDuration(q.Durations["notice"])
		v["suspended"], v["relied"] = q.Params["suspended"], "SessionTimeout - Margin"
		if v["suspended"] == "stops-in-time" {
			v["relied"] = "Notice"
		}
		if err := whole("session-timeout", q.Durations["session-timeout"], time.Millisecond); err != nil {
			return err
		}
		return v.relied(q.Durations["session-timeout"], q.Drift)
	},
	says: []string{
		"ZooKeeper cuts a session to maxSessionTimeout, 20 ticks (40 s) unless it is set, and the library does not say so: a holder would rely on its session for longer than it lasts.",
		"The recipe is written out because zk.Lock hides the node and its czxid, and cannot be used again after its session has ended.",
	},
}

var etcd = family{
	snippet: "etcd",
	about:   "a lock at etcd, a queue of keys with leases",
	modules: []string{"go.etcd.io/etcd/client/v3@v3.7.3"},
	needs:   []string{"ttl", "renew"},
	refused: refusals{
		"recheck": {"no": "a client whose lease has ended while it waited would believe; the library looks for its own key"},
		"session": {"kept": "a hold that keeps the session of the one before has its key too; choose fresh", "shared-by-all": "clients that share a session are one to etcd; choose fresh"},
		"exit":    {"leaves": "keep-alives that go on for a client that has ended keep the lock for ever; choose closes"},
		"token":   {"mixed": "create revisions and revisions of answers are not in one order; choose one of them"},
	},
	numbers: func(q Question, v values) error {
		v["judged-guarded"] = "etcd-fencing"
		v["token"] = q.Params["token"]
		v.version("int64", "done.Header.Revision", "kv.ModRevision")
		v["ttl"], v["renew"] = goDuration(q.Durations["ttl"]), goDuration(q.Durations["renew"])
		if err := whole("ttl", q.Durations["ttl"], time.Second); err != nil {
			return err
		}
		return v.relied(q.Durations["ttl"], q.Drift)
	},
	says: []string{
		"The library's own deadline looks at the clock once a second, so Session.Done may close half a second after another client has the lock: the code keeps a deadline of its own.",
		"After a restore from a backup revisions may repeat: raise them (etcdutl snapshot restore --bump-revision) before storage sees them.",
	},
}

var chubby = family{
	snippet: "chubby",
	about:   "a lock at Consul, a key with a session and a lock-delay",
	modules: []string{"github.com/hashicorp/consul/api@v1.34.5"},
	needs:   []string{"lease", "renew", "own-lease"},
	refused: refusals{
		"renewal": {"off": "a session ends that nobody renews; choose checked"},
		"token":   {"lock-index": "the LockIndex starts again when the key is deleted with its session; the code has keys released, and never deletes them"},
	},
	numbers: func(q Question, v values) error {
		v["judged-guarded"] = "chubby-sequencer"
		v.version("uint64", "pair.ModifyIndex", "pair.ModifyIndex")
		v["lease"], v["renew"], v["own-lease"] = goDuration(q.Durations["lease"]), goDuration(q.Durations["renew"]), goDuration(q.Durations["own-lease"])
		if d := q.Durations["lease"]; d < 10*time.Second || d > 24*time.Hour {
			return fmt.Errorf("the code needs --lease to be 10s to 24h, which Consul takes, not %v", d)
		}
		delay := q.Durations["locked"]
		v["lock-delay-says"], v["locked"] = "// Consul takes up to a minute.", goDuration(delay)
		if q.Params["lock-delay"] == "absent" {
			v["lock-delay-says"] = "// None is wanted: 0 would mean 15 s, so it is the shortest."
			v["locked"] = goDuration(time.Millisecond)
			return nil
		}
		if delay <= 0 || delay > time.Minute {
			return fmt.Errorf("the code needs --locked to be more than 0 and at most 1m, which Consul takes, not %v", delay)
		}
		return nil
	},
	says: []string{
		"There is no Chubby to be had: the code is for Consul, whose sessions and lock-delay are of the same kind. Its lock-delay may be forgotten by a new leader (--new-master forgets), and there is no grace period: a client whose own lease has ended gives its session up.",
		"The token is the LockIndex, which counts the holds of one key: never delete the key.",
	},
}

// whole refuses a time that a product would round.
func whole(flag string, d, unit time.Duration) error {
	if d%unit != 0 {
		return fmt.Errorf("the code needs --%s in whole units of %v, not %v", flag, unit, d)
	}
	return nil
}
