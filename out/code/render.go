package code

import (
	"embed"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

//go:embed snippet
var snippets embed.FS

// Render writes the files for a question, and what a reader should know about
// them. It refuses what is a known mistake, and says which choice that is.
func Render(q Question) (files []File, notes []string, err error) {
	f, ok := families[q.Family]
	if !ok {
		return nil, nil, fmt.Errorf("there is no code for it; there is for %s", strings.Join(slices.Sorted(maps.Keys(families)), ", "))
	}
	if err := f.refuse(q); err != nil {
		return nil, nil, err
	}
	v, err := f.values(q)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range f.parts(v) {
		text, err := snippets.ReadFile("snippet/" + p.snippet + ".txt")
		if err != nil {
			return nil, nil, fmt.Errorf("snippet %s: %w", p.snippet, err)
		}
		v["head"] = heading(q, v, p, f)
		whole, err := fill(string(text), v)
		if err != nil {
			return nil, nil, fmt.Errorf("snippet %s: %w", p.snippet, err)
		}
		files = append(files, File{Name: p.name, Media: mediaOf(p.name), Text: tidy(whole)})
	}
	return files, f.notes(q, v), nil
}

// part is a file and the snippet that it is made of.
type part struct{ name, snippet, says string }

// parts are the files of a family, in the order in which one reads them.
func (f *family) parts(v values) []part {
	parts := []part{
		{"lock.go", f.snippet + ".go", ""},
		{"lease.go", "lease.go", "keeps how long a hold can be relied on"},
	}
	if v.hold("guard=in-store|in-store-sequence") {
		parts = append(parts, part{"store.go", "store-" + f.snippet + ".go", "is the storage, which is where the lock is"})
	} else {
		parts = append(parts,
			part{"store.go", "store-sql.go", "is the storage"},
			part{"store.sql", "store.sql", "makes the table of the storage"})
	}
	return append(parts, part{"work.go", "work.go", "does the work under the lock"})
}

func mediaOf(name string) string {
	if path.Ext(name) == ".sql" {
		return "application/sql"
	}
	return "text/x-go"
}

// heading says at the top of a file what it is and which check judges it.
func heading(q Question, v values, p part, f *family) string {
	mark := "//"
	if path.Ext(p.name) == ".sql" {
		mark = "--"
	}
	var b strings.Builder
	line := func(s string) { b.WriteString(strings.TrimRight(mark+" "+s, " ") + "\n") }
	command := func(s string) {
		if mark == "//" {
			s = "//\t" + s
		} else {
			s = "--   " + s
		}
		b.WriteString(s + "\n")
	}
	if p.name == "lock.go" {
		for _, s := range wrap("Package lock is " + f.about + ".") {
			line(s)
		}
		line("")
		line("It needs:")
		line("")
		for _, m := range f.modules {
			command("go get " + m)
		}
		line("")
	} else {
		line("This file " + p.says + ": see lock.go.")
		line("")
	}
	line("The choice of protocol, guard and numbers is judged by")
	line("")
	command(q.Check)
	line("")
	if q.Verdict != "" {
		for _, s := range wrap("It answered: " + strings.TrimSpace(q.Verdict)) {
			line(s)
		}
		line("")
	}
	line("C1, S1 and the like are lines of that model, which are shown by")
	line("")
	command("lockcheck show " + q.Name)
	if p.name != "lock.go" {
		b.WriteString("\n") // only one file documents the package
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Wrap breaks a note into lines that fit a terminal.
func Wrap(note string) string { return strings.Join(wrap(note), "\n") }

// wrap breaks a text into lines that fit behind a comment's mark.
func wrap(s string) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > 77:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// tidy removes the blank lines that conditions leave behind: those after an
// opening brace or before a closing one, all but one of several, and those at the
// end.
func tidy(s string) string {
	var kept []string
	for _, line := range strings.Split(s, "\n") {
		last := ""
		if len(kept) > 0 {
			last = kept[len(kept)-1]
		}
		opens := strings.HasSuffix(last, "{") || strings.HasSuffix(last, "(")
		closes := strings.Trim(line, "\t") == "}" || strings.Trim(line, "\t") == ")"
		switch {
		case line == "" && (len(kept) == 0 || last == "" || opens):
			continue
		case closes && last == "":
			kept = kept[:len(kept)-1]
		}
		kept = append(kept, line)
	}
	return strings.TrimRight(strings.Join(kept, "\n"), "\n") + "\n"
}

// goDuration writes a duration as an expression of Go, in the largest unit that
// divides it.
func goDuration(d time.Duration) string {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Second, "time.Second"}, {time.Millisecond, "time.Millisecond"}, {time.Microsecond, "time.Microsecond"}} {
		if d%u.unit == 0 {
			return fmt.Sprintf("%d * %s", d/u.unit, u.name)
		}
	}
	return fmt.Sprintf("%d * time.Nanosecond", d)
}
