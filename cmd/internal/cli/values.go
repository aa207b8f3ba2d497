package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
)

// The flag values below complain about themselves in one clear line and
// implement pflag.Value.

// onceValue refuses to be set twice: which of two values is meant, nobody
// knows.
type onceValue struct {
	pflag.Value
	first string
	set   bool
}

func (v *onceValue) Set(s string) error {
	if v.set {
		return fmt.Errorf("it is given already, as %s", ask.PlainWord(v.first))
	}
	v.first, v.set = s, true
	return v.Value.Set(s)
}

// eachOnce makes every flag refuse a second value, but for those that collect
// their values and those that are on or off.
func eachOnce(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if _, many := f.Value.(pflag.SliceValue); !many && f.Value.Type() != "bool" {
			f.Value = &onceValue{Value: f.Value}
		}
	})
	for _, sub := range cmd.Commands() {
		eachOnce(sub)
	}
}

// number is a whole number from Lo to Hi.
type numberValue struct {
	n      *int64
	lo, hi int64
}

func (v numberValue) String() string {
	if v.n == nil || *v.n == 0 {
		return ""
	}
	return strconv.FormatInt(*v.n, 10)
}
func (v numberValue) Type() string { return "N" }

func (v numberValue) Set(s string) error {
	n, err := strconv.ParseInt(strings.ReplaceAll(s, "_", ""), 10, 64)
	if err != nil || n < v.lo || n > v.hi {
		return fmt.Errorf("want a whole number from %d to %d", v.lo, v.hi)
	}
	*v.n = n
	return nil
}

// depthValue is a number that may be 0 and may be absent.
type depthValue struct{ n **int }

func (v depthValue) String() string {
	if v.n == nil || *v.n == nil {
		return ""
	}
	return strconv.Itoa(**v.n)
}
func (v depthValue) Type() string { return "N" }

func (v depthValue) Set(s string) error {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt32 {
		return fmt.Errorf("want a whole number from 0 to %d", math.MaxInt32)
	}
	d := int(n)
	*v.n = &d
	return nil
}

// directoryValue is the name of a directory. An empty one is a mistake, such as
// a variable of a script that is not set.
type directoryValue struct{ s *string }

func (v directoryValue) String() string {
	if v.s == nil {
		return ""
	}
	return *v.s
}
func (v directoryValue) Type() string { return "DIR" }

func (v directoryValue) Set(s string) error {
	if s == "" {
		return errors.New("want a directory")
	}
	*v.s = s
	return nil
}

// choiceValue is one of some words.
type choiceValue struct {
	s       *string
	choices []string
}

func (v choiceValue) String() string {
	if v.s == nil {
		return ""
	}
	return *v.s
}

// Type lists the choices where help has room for them beside a description;
// where not, the description begins with them, see withChoices.
func (v choiceValue) Type() string {
	if list := strings.Join(v.choices, "|"); len(list) <= mostListed {
		return list
	}
	return "WORD"
}

// mostListed is how wide the choices may be that stand beside a flag's name.
const mostListed = 28

// withChoices is the description of a flag that takes one of some words.
func withChoices(about string, choices []string) string {
	if len(strings.Join(choices, "|")) <= mostListed {
		return about
	}
	return about + ": " + orWords(choices)
}

func (v choiceValue) Set(s string) error {
	for _, c := range v.choices {
		if c == s {
			*v.s = s
			return nil
		}
	}
	return fmt.Errorf("want %s", orWords(v.choices))
}

func orWords(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// durationValue is a positive time.
type durationValue struct{ d *time.Duration }

func (v durationValue) String() string {
	if v.d == nil || *v.d == 0 {
		return ""
	}
	return v.d.String()
}
func (v durationValue) Type() string { return "DURATION" }

func (v durationValue) Set(s string) error {
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return fmt.Errorf("want a time above zero with its unit, such as 90s or 10m")
	}
	*v.d = d
	return nil
}

// sizeValue is an amount of memory in bytes.
type sizeValue struct{ n *int64 }

var units = []struct {
	name string
	size int64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1},
}

func (v sizeValue) String() string {
	if v.n == nil || *v.n == 0 {
		return ""
	}
	return sizeText(*v.n)
}
func (v sizeValue) Type() string { return "SIZE" }

func (v sizeValue) Set(s string) error {
	number, unit := s, int64(1)
	for _, u := range units {
		if rest, ok := strings.CutSuffix(strings.ToUpper(s), strings.ToUpper(u.name)); ok {
			number, unit = strings.TrimSpace(rest), u.size
			break
		}
	}
	f, err := strconv.ParseFloat(number, 64)
	const least = 1 << 20
	if err != nil || math.IsNaN(f) || f*float64(unit) < least || f*float64(unit) > 1<<60 {
		return fmt.Errorf("want an amount of memory from 1MiB up, such as 512MiB or 4GiB")
	}
	*v.n = int64(f * float64(unit))
	return nil
}

// sizeText prints an amount of memory with three digits or so.
func sizeText(n int64) string {
	f := float64(n)
	for _, u := range []string{"B", "KiB", "MiB", "GiB"} {
		if f < 1024 {
			if f == math.Trunc(f) {
				return fmt.Sprintf("%.0f%s", f, u)
			}
			return fmt.Sprintf("%.1f%s", f, u)
		}
		f /= 1024
	}
	return fmt.Sprintf("%.1fTiB", f)
}

// deadlockValue is a kind of deadlock; set says whether it was given.
type deadlockValue struct {
	d   *checker.Deadlock
	set *bool
}

func (v deadlockValue) String() string {
	if v.d == nil || !*v.set {
		return ""
	}
	return v.d.String()
}

func (v deadlockValue) Type() string { return "off|stuck|stuttering" }

func (v deadlockValue) Set(s string) error {
	d, err := checker.ParseDeadlock(s)
	if err != nil {
		return fmt.Errorf("want off, stuck or stuttering")
	}
	*v.d, *v.set = d, true
	return nil
}
