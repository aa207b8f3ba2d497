package out

import (
	"math/big"
	"strings"
	"unicode/utf8"
)

// width is the number of columns of the text output.
const width = 80

// Wrap breaks text between words so that no line is longer than n columns,
// as long as no word is. A word that is longer is cut.
func Wrap(text string, n int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		for columns(word) > n {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			head := cut(word, n)
			lines, word = append(lines, head), word[len(head):]
		}
		switch {
		case line == "":
			line = word
		case columns(line)+1+columns(word) <= n:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// cut returns the longest prefix of at most n columns, preferring to end
// behind a separator.
func cut(word string, n int) string {
	end, seen, good := len(word), 0, 0
	for i, r := range word {
		if seen == n {
			end = i
			break
		}
		seen++
		if strings.ContainsRune("-_./[]()=,", r) {
			good = i + utf8.RuneLen(r)
		}
	}
	if good > 0 && good < end && end < len(word) {
		return word[:good]
	}
	return word[:end]
}

func columns(s string) int { return utf8.RuneCountInString(s) }

func pad(s string, n int) string {
	if d := n - columns(s); d > 0 {
		return s + strings.Repeat(" ", d)
	}
	return s
}

// labelled lays out "label  text" with the text wrapped behind the label's
// column.
func labelled(label, text string, column int) []string {
	lines := Wrap(text, width-column)
	if len(lines) == 0 {
		return []string{label}
	}
	for i := range lines {
		if i == 0 {
			lines[i] = strings.TrimRight(pad(label, column)+lines[i], " ")
		} else {
			lines[i] = strings.Repeat(" ", column) + lines[i]
		}
	}
	return lines
}

// sentence gives s a capital and a full stop.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	if 'a' <= r && r <= 'z' {
		s = string(r-'a'+'A') + s[n:]
	}
	if !strings.ContainsAny(s[len(s)-1:], ".!?") {
		s += "."
	}
	return s
}

// plural returns "1 step" or "3 steps".
func plural(n int, one string) string {
	return Number(int64(n)) + " " + words(n, one)
}

func words(n int, one string) string {
	switch {
	case n == 1:
		return one
	case strings.HasSuffix(one, "y"):
		return strings.TrimSuffix(one, "y") + "ies"
	case strings.HasSuffix(one, "s"):
		return one + "es"
	}
	return one + "s"
}

// Number prints n with a comma between thousands.
func Number(n int64) string {
	return bigNumber(big.NewInt(n))
}

// bigNumber is [Number] for what may be larger.
func bigNumber(n *big.Int) string {
	digits := new(big.Int).Abs(n).String()
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if n.Sign() < 0 {
		return "-" + digits
	}
	return digits
}

// brief cuts a name to a width of at least 3, and shows that it is cut.
func brief(name string, width int) string {
	letters := []rune(name)
	if len(letters) <= width {
		return name
	}
	return string(letters[:width-2]) + ".."
}
