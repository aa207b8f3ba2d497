package ask

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"lockcheck/model/murphi"
)

// ShellWord quotes a word if a shell would take it apart.
func ShellWord(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t\n'\"\\$`&|;<>()*?[]{}~#!") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// BaseName is a path without its directories.
func BaseName(p string) string { return filepath.Base(p) }

// ShownError is an error whose message was shown already.
type ShownError struct{ Err error }

func (e *ShownError) Error() string { return e.Err.Error() }
func (e *ShownError) Unwrap() error { return e.Err }

// Unknown says that there is no such thing, and what is meant or possible.
func Unknown(kind, name string, possible []string) error {
	return fmt.Errorf("unknown %s %q%s", kind, name, hint(name, possible))
}

// hint suggests the closest name and lists what is possible.
func hint(name string, possible []string) string {
	text := ""
	if s := murphi.Suggest(name, possible); s != "" {
		text = fmt.Sprintf("; did you mean %q?", s)
	}
	if len(possible) > 0 {
		text += "\npossible: " + strings.Join(possible, ", ")
	}
	return text
}

// PlainWord quotes a word that would not stand out in a message.
func PlainWord(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// Tool is how results name the program that made them.
const Tool = "lockcheck " + Version

// Version is the version of the program.
const Version = "0.1.0"

// OneLine joins the lines of a message.
func OneLine(s string) string {
	return strings.NewReplacer("?\n", "? ", "\n", "; ").Replace(strings.TrimSpace(s))
}
