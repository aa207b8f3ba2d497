package out

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"lockcheck/checker"
)

// mostListed is of how many steps a failure in JUnit tells; of a longer run the
// last ones, which end in the violation.
const mostListed = 200

// JUnit writes a comparison as CI systems read the results of tests: one suite
// for each check, in it one case for each property. What differs and is an error
// is a failure, with the steps of the run; what is not decided is skipped, with
// the reason; warnings stand in the suite's output. A check that stands for no
// property has a case named "whole check".
//
// One search decides all properties of a check. Its time stands at the first case,
// and that of the others is 0: so the times of cases add up to those of suites,
// which readers do. The form is that of Apache Ant, which asks for a date and a host;
// both are always the same, so that the bytes depend on the result alone.
func JUnit(w io.Writer, c *Comparison) error {
	all := junitSuites{}
	for i := range c.Checks {
		all.Suites = append(all.Suites, junitSuiteOf(c, i))
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Package    string          `xml:"package,attr"`
		ID         int             `xml:"id,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		Hostname   string          `xml:"hostname,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
		Out        junitText       `xml:"system-out"`
		Err        junitText       `xml:"system-err"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure"`
		Skipped *junitSkipped `xml:"skipped"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
	junitText struct {
		Text string `xml:",cdata"`
	}
)

func junitSuiteOf(c *Comparison, i int) junitSuite {
	check := &c.Checks[i]
	name := junitName(check.Name, "check "+strconv.Itoa(i+1))
	s := junitSuite{
		Name: name, Package: junitName(c.Suite, "lockcheck"), ID: i,
		Timestamp: "1970-01-01T00:00:00", Hostname: "localhost", Time: junitTime(check.Seconds),
		Properties: []junitProperty{{"tool", xmlClean(c.Tool)}},
	}
	if check.Command != "" {
		s.Properties = append(s.Properties, junitProperty{"command", xmlClean("lockcheck check " + check.Command)})
	}
	if r := check.Report; r != nil {
		s.Properties = append(s.Properties,
			junitProperty{"verdict", r.Result.Verdict.String()},
			junitProperty{"model", xmlClean(r.Model.File + " " + r.Model.SHA256)},
			junitProperty{"states", strconv.FormatInt(r.Result.States, 10)},
			junitProperty{"transitions", strconv.FormatInt(r.Result.Transitions, 10)},
			junitProperty{"depth", strconv.Itoa(r.Result.Depth)})
	}
	for _, f := range findingsOf(check) {
		q := junitCase{Name: junitName(f.name(), "property"), Class: s.Package + "." + name, Time: junitTime(0)}
		if len(s.Cases) == 0 {
			q.Time = s.Time
		}
		reason := f.unknown()
		switch {
		case f.failed():
			q.Failure = junitFailureOf(&f)
			s.Failures++
		case reason != "":
			q.Skipped = &junitSkipped{xmlClean(reason)}
			s.Skipped++
		}
		s.Cases = append(s.Cases, q)
	}
	s.Tests = len(s.Cases)
	for _, d := range check.Differences {
		if d.Severity == Warning {
			s.Out.Text += "warning: " + xmlClean(d.String()) + "\n"
		}
	}
	return s
}

func junitFailureOf(f *finding) *junitFailure {
	j := &junitFailure{Message: xmlClean(f.sentence())}
	for _, d := range f.differs {
		if d.Severity == Error {
			j.Type = xmlClean(d.Kind)
			break
		}
	}
	var b strings.Builder
	if q := f.shown(); q != nil {
		if says := f.check.Report.Meanings[q.Name].Broken; says != "" {
			b.WriteString(sentence(says) + "\n")
		}
		b.WriteString("\n" + strings.Join(runLines(q, mostListed), "\n") + "\n")
	}
	if f.check.Command != "" {
		b.WriteString("\nAgain: lockcheck check " + f.check.Command + "\n")
	}
	j.Text = xmlClean(b.String())
	return j
}

// runLines tells each step of a run in a line, and of a long run only the last.
func runLines(q *checker.PropertyResult, most int) []string {
	t, end := q.Trace, "VIOLATION"
	if q.Decision != checker.Violated {
		end = ""
	}
	times := timesOf(t, allDigits)
	var lines []string
	from := max(0, len(t.Steps)-most)
	if from > 0 {
		lines = append(lines, fmt.Sprintf("(%s before these left out)", plural(from, "step")))
	}
	for i := from; i < len(t.Steps); i++ {
		text := strconv.Itoa(i+1) + ". " + stepLine(&t.Steps[i])
		if times != nil {
			text += ", at " + times[i]
		}
		if end != "" && i == len(t.Steps)-1 {
			text += " <-- " + end
		}
		lines = append(lines, text)
	}
	if len(t.Steps) == 0 {
		lines = append(lines, "The start state violates it.")
	}
	return lines
}

// stepLine tells a step on one line: "C1 Acquire(c1): c1 is granted the lock".
func stepLine(s *checker.Step) string {
	text := callOf(s)
	switch {
	case s.Fault != "":
		text = "fault " + s.Fault + ": " + text
	case s.Line != "":
		text = s.Line + " " + text
	}
	if say := told(s); say != "" {
		text += ": " + clip(say)
	}
	return strings.Join(strings.Fields(text), " ")
}

// junitName is a name as the schema wants it: one line, not empty.
func junitName(name, instead string) string {
	return orText(xmlClean(strings.Join(strings.Fields(name), " ")), instead)
}

func junitTime(seconds float64) string { return strconv.FormatFloat(seconds, 'f', 3, 64) }

// xmlClean makes dots of control characters, and replaces what XML has no place
// for at all. Escaping is left to the encoder.
func xmlClean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\uFFFE' || r == '\uFFFF' {
			return '\uFFFD'
		}
		return r
	}, dotted(text))
}
