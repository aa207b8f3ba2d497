package out

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// mostAnnotations is how many annotations of a kind GitHub shows of one step.
const mostAnnotations = 10

// Annotations writes what differs as workflow commands of GitHub Actions, which
// show it beside the lines of the suite: errors first, then what was not decided,
// then warnings. There are at most ten; the others are counted in one notice.
func Annotations(w io.Writer, c *Comparison) error {
	var errors, unknown, warnings []string
	for i := range c.Checks {
		for _, f := range findingsOf(&c.Checks[i]) {
			switch {
			case f.failed():
				errors = append(errors, annotation("error", &f))
			case f.open() != "":
				// The properties of a check are undecided for the same reason.
				if text := annotation("warning", &f); !contains(unknown, text) {
					unknown = append(unknown, text)
				}
			case len(f.differs) > 0:
				warnings = append(warnings, annotation("warning", &f))
			}
		}
	}
	if text := surplusText(c); text != "" {
		warnings = append(warnings, "::warning file="+propertyEscape(c.Baseline)+",title=lockcheck::"+commandEscape(text)+"\n")
	}
	all := append(append(errors, unknown...), warnings...)
	if more := len(all) - mostAnnotations; more > 0 {
		all = append(all[:mostAnnotations:mostAnnotations], fmt.Sprintf("::notice title=lockcheck::%s more: see the summary of the job\n", Number(int64(more))))
	}
	_, err := io.WriteString(w, strings.Join(all, ""))
	return err
}

func annotation(command string, f *finding) string {
	var properties []string
	if at := f.check.At; at.File != "" {
		properties = append(properties, "file="+propertyEscape(at.File))
		if at.Line > 0 {
			properties = append(properties, "line="+strconv.Itoa(at.Line))
		}
		if at.Line > 0 && at.Column > 0 {
			properties = append(properties, "col="+strconv.Itoa(at.Column))
		}
	}
	properties = append(properties, "title="+propertyEscape("lockcheck: "+f.check.Name))
	return "::" + command + " " + strings.Join(properties, ",") + "::" + commandEscape(f.sentence()) + "\n"
}

// commandEscape writes the message of a workflow command: what would end it or
// stand for something else becomes a code.
func commandEscape(text string) string {
	text = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
	return dotted(text)
}

// propertyEscape is commandEscape for a property, which ends at more signs.
func propertyEscape(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(commandEscape(text))
}
