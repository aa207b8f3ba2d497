package code

import (
	"strconv"
	"time"
)

// families are the specs that there is code for.
var families = map[string]*family{
	"ttl": {
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
			if err := wholeMilliseconds("ttl", q.Durations["ttl"]); err != nil {
				return err
			}
			return v.relied(q.Durations["ttl"], q.Drift)
		},
		says: []string{
			"The tokens are as good as the memory of Redis: without appendonly yes, after a failover to a replica that lacks the last grants, or after an eviction, the counter goes back, and a guard then refuses the holder and may let a late write in.",
			"go-redis repeats requests unless MaxRetries is -1, which Open sets: a repeated SET NX whose first answer was lost finds its own value and is told that the lock is taken.",
		},
	},
}

const goRedis = "github.com/redis/go-redis/v9@v9.23.0"

func wholeMilliseconds(flag string, d time.Duration) error {
	if d < time.Millisecond {
		return &tooSmall{flag, "1ms", d}
	}
	return nil
}

// tooSmall says that a product does not take so short a time.
type tooSmall struct {
	flag, least string
	is          time.Duration
}

func (e *tooSmall) Error() string {
	return "the code needs --" + e.flag + " to be at least " + e.least + ", not " + e.is.String()
}

// storeSays is what the storage does, by guard.
var storeSays = map[string]string{
	"none":                  "It checks nothing.",
	"reject-lower":          "Its guard refuses a token below the highest that it has accepted.",
	"reject-lower-or-equal": "Its guard refuses a token that is not above the highest that it has accepted: each hold writes a row once.",
	"token-owner":           "Its guard refuses a token below the highest that it has accepted, and an equal one of another owner, as a counter that went back would hand out.",
	"token-sequence":        "Its guard refuses a token below the highest that it has accepted, and under the same token a number that is not above the last.",
	"seal":                  "Its guard refuses a token below the highest that it has seen, and a new holder shows its own everywhere before it begins.",
}

// notes are what a reader should know about the files.
func (f *family) notes(q Question, v values) []string {
	notes := append([]string{}, f.says...)
	add := func(on bool, s string) {
		if on {
			notes = append(notes, s)
		}
	}
	add(v["guard"] == "none", "Storage checks nothing: a write that is sent while the lock is held and applied after somebody else has it is accepted, however good the lock is.")
	add(v["guard"] == "reject-lower-or-equal", "Each hold can write a row once. A write whose answer was lost must not be taken for refused: read the row to find out.")
	add(v["guard"] == "reject-lower" || v["guard"] == "token-owner" || v["guard"] == "seal",
		"A write that is sent twice is accepted twice, and an older one of the same hold may come after a newer one: send the next write when the last was answered.")
	add(v["marked"] != "" && v["fenced"] == "", "Reads are not fenced: a late write of an old holder may be accepted after the new holder has read and before it writes. Where a write depends on a read choose --reads fenced.")
	add(v["work"] == "two-resources" && sqlGuard(v["guard"]) && v["shared"] == "" && v["guard"] != "seal",
		"Each row has a mark of its own: a late write gets into the row that the new holder has not written yet. --registers shared or --guard seal close this.")
	add(v["guard"] != "none", "The guard covers this storage only: mails, payments and processes that a late holder starts are not stopped by it.")
	n, _ := strconv.Atoi(q.Params["writes"])
	add(n > 1, "work.go shows one write for each thing; the choice of "+strconv.Itoa(n)+" writes per grant is the check's.")
	return notes
}
