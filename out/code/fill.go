package code

import (
	"fmt"
	"strings"
)

// values are what a snippet is filled with: texts for «name», and conditions.
type values map[string]string

// fill returns a snippet with its values. A line that begins with //? is one of
//
//	//?if COND
//	//?else
//	//?end
//
// and does not appear; what stands between them does if COND holds: name (it has a
// value), name=a|b (it has one of these values), each with "not " before it, and
// several of them joined by " and ". They nest.
func fill(snippet string, v values) (string, error) {
	var b strings.Builder
	shown := []bool{true} // by nesting: whether the lines here appear
	for i, line := range strings.SplitAfter(snippet, "\n") {
		directive, is := strings.CutPrefix(strings.TrimSpace(line), "//?")
		if !is {
			if !shown[len(shown)-1] {
				continue
			}
			text, err := replace(line, v)
			if err != nil {
				return "", fmt.Errorf("line %d: %w", i+1, err)
			}
			b.WriteString(text)
			continue
		}
		top := len(shown) - 1
		switch word, cond, _ := strings.Cut(directive, " "); {
		case word == "if":
			shown = append(shown, shown[top] && v.hold(cond))
		case word == "else" && top > 0:
			shown[top] = shown[top-1] && !shown[top]
		case word == "end" && top > 0:
			shown = shown[:top]
		default:
			return "", fmt.Errorf("line %d: misplaced //?%s", i+1, directive)
		}
	}
	if len(shown) != 1 {
		return "", fmt.Errorf("an //?if has no //?end")
	}
	return b.String(), nil
}

func (v values) hold(conds string) bool {
	for _, cond := range strings.Split(conds, " and ") {
		name, negated := strings.CutPrefix(cond, "not ")
		name, wanted, compared := strings.Cut(name, "=")
		holds := v[name] != ""
		if compared {
			holds = false
			for _, w := range strings.Split(wanted, "|") {
				holds = holds || v[name] == w
			}
		}
		if holds == negated {
			return false
		}
	}
	return true
}

// replace puts the values into a line.
func replace(line string, v values) (string, error) {
	var b strings.Builder
	for {
		before, rest, more := strings.Cut(line, "«")
		b.WriteString(before)
		if !more {
			return b.String(), nil
		}
		name, after, closed := strings.Cut(rest, "»")
		value, known := v[name]
		if !closed || !known {
			return "", fmt.Errorf("nothing to put for «%s»", name)
		}
		b.WriteString(value)
		line = after
	}
}
