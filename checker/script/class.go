package script

// class is what a script does with the steps of a rule.
type class uint8

const (
	soon    class = iota // as soon as it is possible
	lapse                // as soon as it is possible and somebody waits for it
	timer                // when it is due
	last                 // when nothing else is possible
	never                // unless it is due
	ask                  // if the client wants the lock, and can get it or queue
	goingOn              // of the stopped client, when its time is over
)

// classes are the rules that do not simply happen as soon as they can, by title.
var classes = map[string]class{
	"Ask": ask,

	"Expire":     lapse,
	"EndSession": lapse,
	"EndDelay":   lapse,
	"EndFormer":  lapse, // the session of a client that has left it, which lasts as long as any
	"EndOrphan":  lapse,

	"Renew":         timer,
	"SendKeepAlive": timer,
	"Suspend":       timer,
	"Jeopardy":      timer,
	"GiveUp":        timer,
	"TimeUp":        timer,
	"TimeUpLater":   timer,
	"TooLate":       timer, // who was stopped after the look takes the step that it has looked for

	"Deny":     last,
	"LearnEnd": last,
	"Recreate": last,

	"Interrupt":           never,
	"End":                 never,
	"GoOn":                never,
	"GiveUpSession":       never,
	"JeopardyAfterFreeze": never,
	"RemoveParent":        never,

	"Resume":  goingOn,
	"Thaw":    goingOn,
	"Undelay": goingOn,
}

// waitsOut are lapses that the spec allows at any time, of sessions that last as
// long as any other.
var waitsOut = map[string]bool{"EndFormer": true, "EndOrphan": true}

// writes and arrivals are the rules with which a client sends its write, and with
// which it reaches storage.
var (
	writes   = map[string]bool{"Write": true}
	arrivals = map[string]bool{"Apply": true, "Refuse": true}
)
