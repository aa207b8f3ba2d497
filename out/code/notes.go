package code

import "strconv"

// storeSays is what the storage does, by guard.
var storeSays = map[string]string{
	"none":                  "It checks nothing.",
	"reject-lower":          "Its guard refuses a token below the highest that it has accepted.",
	"reject-lower-or-equal": "Its guard refuses a token that is not above the highest that it has accepted: each hold writes a row once.",
	"token-owner":           "Its guard refuses a token below the highest that it has accepted, and an equal one of another owner, as a counter that went back would hand out.",
	"token-sequence":        "Its guard refuses a token below the highest that it has accepted, and under the same token a number that is not above the last.",
	"seal":                  "Its guard refuses a token below the highest that it has seen, and a new holder shows its own everywhere before it begins.",
}

// notes are what a reader should know about the files: about the guard, then about
// the product.
func (f *family) notes(q Question, v values) []string {
	var notes []string
	add := func(on bool, s string) {
		if on {
			notes = append(notes, s)
		}
	}
	add(v["guard"] == "none", "Storage checks nothing: a write that is sent while the lock is held and applied after somebody else has it is accepted, however good the lock is.")
	add(v["guard"] == "reject-lower-or-equal", "Each hold can write a row once. A write whose answer was lost must not be taken for refused: read the row to find out.")
	add(v.hold("guard=reject-lower|token-owner|seal"),
		"A write that is sent twice is accepted twice, and an older one of the same hold may come after a newer one: send the next write when the last was answered.")
	add(v["versioned"] != "", "The number of a write is the version of what it overwrites: stricter than the model, which lets the holder count.")
	add(v["marks"] != "" && v["fenced"] == "", "Reads are not fenced: a late write of an old holder may be accepted after the new holder has read and before it writes. Where a write depends on a read choose --reads fenced.")
	add(v.hold("work=two-resources and marks and not shared and not guard=seal"),
		"Each row has a mark of its own: a late write gets into the row that the new holder has not written yet. --registers shared or --guard seal close this.")
	add(v["marked"] != "", "The guard covers this storage only: mails, payments and processes that a late holder starts are not stopped by it.")
	delay := q.Durations["locked"].String()
	add(q.Params["lock-delay"] == "messages", "At any speed the check takes it that no message of the old hold is on its way for longer than the lock-delay, "+delay+".")
	add(q.Params["lock-delay"] == "hold", "At any speed the check takes it that the old holder has done with its work, its last message included, before the lock-delay of "+delay+" is over.")
	n, _ := strconv.Atoi(q.Params["writes"])
	add(n > 1, "work.go shows one write for each thing; the choice of "+strconv.Itoa(n)+" writes per grant is the check's.")
	return append(notes, f.says...)
}
