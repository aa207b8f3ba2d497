package code

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// family is what differs between the specs.
type family struct {
	snippet string                           // the beginning of the names of its own snippets
	about   string                           // what the package is
	modules []string                         // what it needs, pinned as it was tested
	needs   []string                         // durations without which there are no numbers
	refused refusals                         // what it does not render
	numbers func(q Question, v values) error // what its own snippets need besides
	says    []string                         // about the product, for every question
}

// refusals is why a value of a parameter is not rendered, by flag and value.
type refusals = map[string]map[string]string

// everywhere are the mistakes that every spec with a token and a guard can show.
var everywhere = refusals{
	"guard":        {"refuse-all": "storage that refuses everyone needs no code"},
	"shows":        {"present-token": "a holder that looks the token up shows its successor's and is let in"},
	"registers":    {"first-only": "a resource that does not check tokens is not protected; have both check"},
	"renewer-ends": {"never": "a renewal that outlives its owner keeps the lock for ever; the code ends it with its owner"},
	"renewal":      {"unchecked": "a renewal that does not compare prolongs somebody else's grant; choose checked"},
	"token": {
		"second-command": "a token counted after the grant may be the larger one of the older holder; the code counts it in the grant",
		"random":         "numbers by chance have no order, so storage cannot tell old from new",
		"snowflake":      "ids by time go back with a clock, so storage may refuse the new holder and let the old one in",
		"ulid":           "ids by time go back with a clock, so storage may refuse the new holder and let the old one in",
	},
}

// refuse says which choice stands in the way.
func (f *family) refuse(q Question) error {
	for _, flag := range slices.Sorted(maps.Keys(q.Params)) {
		value := q.Params[flag]
		for _, r := range []refusals{f.refused, everywhere} {
			if why := r[flag][value]; why != "" {
				return fmt.Errorf("no code is written for --%s %s: %s", flag, value, why)
			}
		}
	}
	for _, flag := range f.needs {
		if q.Durations[flag] <= 0 {
			return fmt.Errorf("the code needs --%s to be more than 0", flag)
		}
	}
	if q.Drift < 0 || q.Drift >= 1 {
		return fmt.Errorf("the code needs --drift to be less than 100%%")
	}
	return nil
}

// values are what the snippets of a family are filled with.
func (f *family) values(q Question) (values, error) {
	get := func(flag, otherwise string) string {
		if v := q.Params[flag]; v != "" {
			return v
		}
		return otherwise
	}
	v := values{"guard": get("guard", "none"), "work": get("workload", "write"), "W": "W2", "D": "D2"}
	v.flag("fenced", get("reads", "plain") == "fenced" && v["guard"] != "none")
	v.flag("renews", get("renewal", "checked") == "checked")
	v.flag("shared", get("registers", "each") == "shared" && v["work"] == "two-resources" && sqlGuard(v["guard"]))
	v.flag("marked", v["guard"] != "none")
	v.flag("marks", sqlGuard(v["guard"]))
	v.flag("extends", false)
	v.flag("versioned", false)
	v.rule()
	if f.numbers != nil {
		if err := f.numbers(q, v); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// flag sets a condition.
func (v values) flag(name string, on bool) {
	v[name] = ""
	if on {
		v[name] = name
	}
}

// sqlGuard reports whether a guard compares tokens, at storage of its own.
func sqlGuard(guard string) bool {
	return slices.Contains([]string{"reject-lower", "reject-lower-or-equal", "token-owner", "token-sequence", "seal"}, guard)
}

// rule fills in how the guard compares, in SQL. The parameters of a statement are
// id, body, token, and what else is compared; those of a mark of its own begin with
// the token.
func (v values) rule() {
	set, accepts := "max_token = $T", "max_token <= $T"
	also := ""
	switch v["guard"] {
	case "reject-lower-or-equal":
		accepts = "max_token < $T"
	case "token-owner":
		set, also = "max_token = $T, token_owner = $U", "h.Owner"
		accepts = "(max_token < $T OR (max_token = $T AND token_owner = $U))"
	case "token-sequence":
		set, also = "max_token = $T, max_number = $U", "number"
		accepts = "(max_token < $T OR (max_token = $T AND max_number < $U))"
	}
	t, u := "$3", "$4"
	if v["shared"] != "" {
		t, u = "$1", "$2"
	}
	place := strings.NewReplacer("$T", t, "$U", u)
	v["set"], v["accepts"] = place.Replace(set), place.Replace(accepts)
	v["args"], v["read-args"] = "h.Token", "h.Token"
	if also != "" {
		v["args"] += ", " + also
	}
	if also == "h.Owner" {
		v["read-args"] = v["args"]
	}
	v["marked-table"] = "protected"
	v["seal-ids"] = ", id"
	if v["work"] == "two-resources" {
		v["seal-ids"] = ", ids[:]..."
	}
	if v["shared"] != "" {
		v["marked-table"], v["seal-ids"] = "fence", ""
	}
	v["number"], v["number-i"], v["number-param"] = "", "", ""
	if v["guard"] == "token-sequence" {
		v.numbered("1, ", "int64(i)+1, ")
	}
	v["store-says"] = strings.Join(wrap("Store is the storage that the lock protects: the table of store.sql in PostgreSQL. "+storeSays[v["guard"]]), "\n// ")
}

func (v values) numbered(one, ith string) {
	v["number"], v["number-i"], v["number-param"] = one, ith, "number int64, "
}

// version makes the number of a write the version of what it overwrites, for stores
// that keep one: of that type, and read from those places. A write that is sent
// twice is applied once, as under the sequence of the model.
func (v values) version(kind, wrote, stat string) {
	on := v["guard"] == "in-store-sequence"
	v.flag("versioned", on)
	v["zero"], v["wrote"], v["version-result"], v["stat-version"] = "", "return nil", "", ""
	if on {
		v["zero"], v["wrote"] = "0, ", "return "+wrote+", nil"
		v["version-result"], v["stat-version"] = "version "+kind+", ", stat+", "
	}
}

// relied sets how much earlier than the service a client stops to rely on a time
// of the service's: its own clock may be slow and that of the service fast, each by
// the drift. Without one, a hundredth and 2 ms.
func (v values) relied(whole time.Duration, drift float64) error {
	margin, why := whole/100+2*time.Millisecond, "It is 1 % and 2 ms, since no drift of clocks was assumed."
	if drift > 0 {
		// The service's time is over after whole/(1+drift) of true time, in which the
		// client's clock moves by no more than (1-drift) times that.
		margin = time.Duration(float64(whole)*2*drift/(1+drift)) + 1
		why = fmt.Sprintf("Each clock may run wrong by %s %%.", percent(drift))
	}
	if whole >= time.Second { // for people; more is safe
		margin = (margin + time.Millisecond - 1) / time.Millisecond * time.Millisecond
	}
	if margin >= whole {
		return fmt.Errorf("nothing is left of %v when %v is taken off for drift", whole, margin)
	}
	v["margin"], v["margin-why"] = goDuration(margin), why
	return nil
}

func percent(fraction float64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.6f", fraction*100), "0"), ".")
}
