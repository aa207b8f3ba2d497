package murphi

import (
	"strings"
	"unicode/utf8"
)

// Suggest returns the candidate that word was most likely meant to be, or ""
// if none is close: candidates differ by case, by `-` against `_`, or by few
// enough changed, missing, extra or swapped letters for the word's length.
// Of equally close candidates the first wins.
func Suggest(word string, candidates []string) string {
	best, bestDistance := "", 1+allowedDistance(word)
	for _, c := range candidates {
		if c == word || c == "" {
			continue
		}
		d := 0
		if !strings.EqualFold(unhyphen(c), unhyphen(word)) {
			d = max(1, editDistance(strings.ToLower(word), strings.ToLower(c), bestDistance))
		}
		if d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// unhyphen makes flag names and constant names comparable.
func unhyphen(s string) string { return strings.ReplaceAll(s, "-", "_") }

// allowedDistance is how many slips a word of its length can hold and still
// be recognised: in a word of one or two letters, none.
func allowedDistance(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n <= 2:
		return 0
	case n <= 5:
		return 1
	case n <= 9:
		return 2
	}
	return 3
}

// editDistance counts the changed, missing, extra and swapped letters between
// a and b; once there are limit or more it returns limit.
func editDistance(a, b string, limit int) int {
	const longest = 64
	x, y := []rune(a), []rune(b)
	if len(x) > longest || len(y) > longest || len(x)-len(y) >= limit || len(y)-len(x) >= limit {
		return limit
	}
	var before, last, row [longest + 1]int
	for j := range len(y) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			same := 1
			if x[i-1] == y[j-1] {
				same = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+same)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return min(last[len(y)], limit)
}
