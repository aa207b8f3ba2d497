package out

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"lockcheck/checker"
	"lockcheck/model/sum"
)

// mostSARIFSteps is how many places of one run GitHub shows.
const mostSARIFSteps = 1000

// SARIF writes what differs in a comparison in the Static Analysis Results
// Interchange Format, version 2.1.0, of which section numbers stand below. Rules
// are properties; a result stands at the line of the suite that asks for the
// check. What differs and is an error has level error, other differences have
// level warning, and what is not decided is a notification of the run: it is no
// result. The run that shows a violation is a code flow, with a thread for each
// party, and each of its steps stands at the rule that is taken: in the user's
// model, or in the spec inside of the program, whose name is then relative to a
// base of its own (3.14.14).
//
// A result keeps its fingerprint as long as suite, check and property keep their
// names, wherever their lines go; so an alert stays the same alert.
func SARIF(w io.Writer, c *Comparison) error {
	s := &sarif{c: c, rules: map[string]int{}}
	name, version, _ := strings.Cut(c.Tool, " ")
	run := &sarifRun{
		Tool:       sarifTool{sarifDriver{Name: orText(dotted(name), "lockcheck"), Version: dotted(version), Rules: []sarifRule{}}},
		Results:    []sarifResult{},
		ColumnKind: "unicodeCodePoints",
	}
	noted := []sarifNotification{}
	for i := range c.Checks {
		said := ""
		for _, f := range findingsOf(&c.Checks[i]) {
			if len(f.differs) > 0 {
				run.Results = append(run.Results, s.result(&f))
			} else if text := f.open(); text != "" && text != said {
				said = text
				noted = append(noted, sarifNotification{"warning", sarifText(f.check.Name + ": not decided: " + text), []sarifLocation{placeOf(f.check)}})
			}
		}
	}
	if text := surplusText(c); text != "" {
		noted = append(noted, sarifNotification{"warning", sarifText(text), []sarifLocation{{Physical: &sarifPhysical{Artifact: sarifArtifact{URI: sarifURI(c.Baseline)}}}}})
	}
	run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, s.list...)
	if s.library {
		text := sarifText("the source of lockcheck; the program has its specs inside")
		run.Bases = map[string]sarifArtifact{sarifLibrary: {Description: &text}}
	}
	run.Invocations = []sarifInvocation{{Successful: true, Notifications: noted}}
	return encode(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []*sarifRun{run},
	})
}

type (
	sarifLog struct {
		Schema  string      `json:"$schema"`
		Version string      `json:"version"`
		Runs    []*sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool                `json:"tool"`
		Invocations []sarifInvocation        `json:"invocations"`
		Results     []sarifResult            `json:"results"`
		Bases       map[string]sarifArtifact `json:"originalUriBaseIds,omitempty"`
		ColumnKind  string                   `json:"columnKind"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string       `json:"id"`
		Short sarifMessage `json:"shortDescription"`
		Help  sarifMessage `json:"help"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		CodeFlows    []sarifCodeFlow   `json:"codeFlows,omitempty"`
	}
	sarifCodeFlow struct {
		Message sarifMessage  `json:"message"`
		Threads []sarifThread `json:"threadFlows"`
	}
	sarifThread struct {
		ID        string      `json:"id"`
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location   sarifLocation           `json:"location"`
		Order      int                     `json:"executionOrder"`
		Importance string                  `json:"importance"`
		State      map[string]sarifMessage `json:"state,omitempty"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifMessage  `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI         string        `json:"uri,omitempty"`
		Base        string        `json:"uriBaseId,omitempty"`
		Description *sarifMessage `json:"description,omitempty"`
	}
	sarifRegion struct {
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
	}
)

// sarifLibrary names the base of the specs inside of the program: their names are
// not those of files beside the suite.
const sarifLibrary = "LOCKCHECK"

// sarif is a log in the making.
type sarif struct {
	c       *Comparison
	rules   map[string]int // places in list
	list    []sarifRule
	library bool // a step stands in a spec inside of the program
}

func (s *sarif) result(f *finding) sarifResult {
	id, index := s.rule(f)
	print := sum.Hex([]byte(s.c.Suite + "\x00" + f.check.Name + "\x00" + id))[:32]
	r := sarifResult{
		RuleID: id, RuleIndex: index, Level: "warning",
		Message:   sarifText(f.check.Name + ": " + f.sentence()),
		Locations: []sarifLocation{placeOf(f.check)},
		// GitHub looks at the first one only, which it would otherwise make of
		// the text of the line and those around it.
		Fingerprints: map[string]string{"primaryLocationLineHash": print, "lockcheck/v1": print},
	}
	if f.failed() {
		r.Level = "error"
	}
	if q := f.shown(); q != nil && len(q.Trace.Steps) > 0 {
		r.CodeFlows = []sarifCodeFlow{s.codeFlow(f, q)}
	}
	return r
}

// rule is the rule of a finding: its property, or what it is about otherwise.
func (s *sarif) rule(f *finding) (id string, index int) {
	r := sarifRule{ID: "lockcheck/counts", Short: sarifText("what is counted in a check is as in the baseline")}
	switch q := f.property; {
	case q != nil:
		r.ID = dotted(orText(q.Name, "property"))
		p := &printer{r: f.check.Report}
		r.Short = sarifText(orText(p.says(*q), q.Name))
	case f.failed() && f.differs[0].Kind == "verdict":
		r.ID, r.Short = "lockcheck/verdict", sarifText("the verdict of a check is the expected one")
	}
	r.Help = r.Short
	if f.property != nil {
		if broken := f.check.Report.Meanings[f.property.Name].Broken; broken != "" {
			r.Help.Text = sentence(r.Short.Text) + " It is violated where " + sarifText(broken).Text + "."
		}
	}
	index, ok := s.rules[r.ID]
	if !ok {
		index = len(s.list)
		s.rules[r.ID] = index
		s.list = append(s.list, r)
	}
	return r.ID, index
}

// codeFlow tells a run, or the end of a long one (3.36). The order of the steps
// among threads is told by their numbers.
func (s *sarif) codeFlow(f *finding, q *checker.PropertyResult) sarifCodeFlow {
	scene := sceneOf(f.check.Report, q)
	flow := sarifCodeFlow{Message: sarifText(scene.summary())}
	from := max(0, len(scene.steps)-mostSARIFSteps)
	if from > 0 {
		flow.Message.Text += fmt.Sprintf(" The first %s are left out.", plural(from, "step"))
	}
	threads := map[string]int{}
	for i := from; i < len(scene.steps); i++ {
		step := &scene.steps[i]
		who := "environment"
		if step.lane >= 0 && !step.environment {
			who = dotted(scene.parties[step.lane].name)
		}
		at, ok := threads[who]
		if !ok {
			at = len(flow.Threads)
			threads[who] = at
			flow.Threads = append(flow.Threads, sarifThread{ID: who})
		}
		flow.Threads[at].Locations = append(flow.Threads[at].Locations, s.step(f.check, q.Trace, step))
	}
	return flow
}

func (s *sarif) step(check *Compared, t *checker.Trace, taken *sceneStep) sarifStep {
	const mostChanges = 20
	step := sarifStep{Location: s.placeOfStep(check, t, taken.index-1), Order: taken.index, Importance: "important"}
	text := sarifText(fmt.Sprintf("%d. %s", taken.index, stepLine(taken.Step)))
	step.Location.Message = &text
	step.Location.Logical = []sarifLogical{{Name: dotted(taken.Rule), Kind: "function"}}
	switch {
	case taken.cause || taken.last:
		step.Importance = "essential"
	case taken.idle:
		step.Importance = "unimportant"
	}
	for _, c := range taken.Changes {
		if check.Report.Owners.Of(c.Path) == History {
			continue
		}
		if step.State == nil {
			step.State = map[string]sarifMessage{}
		}
		if step.State[dotted(c.Path)] = sarifText(clip(undefinedText(c.To))); len(step.State) == mostChanges {
			break
		}
	}
	return step
}

// placeOfStep is the rule that a step takes; where that is not known, it is the
// place of the check.
func (s *sarif) placeOfStep(check *Compared, t *checker.Trace, i int) sarifLocation {
	r := check.Report
	if i >= len(t.Instances) || t.Instances[i].Rule >= len(r.Places) {
		return placeOf(check)
	}
	at := r.Places[t.Instances[i].Rule]
	p := &sarifPhysical{Artifact: sarifArtifact{URI: sarifURI(at.File)}, Region: &sarifRegion{at.Line, at.Column}}
	if r.Library {
		p.Artifact.Base = sarifLibrary
		s.library = true
	}
	return sarifLocation{Physical: p}
}

// placeOf is the line of the suite that asks for a check; without a suite it is
// the model.
func placeOf(c *Compared) sarifLocation {
	file := c.At.File
	if file == "" && c.Report != nil {
		file = c.Report.Model.File
	}
	if file == "" {
		return sarifLocation{Logical: []sarifLogical{{Name: orText(dotted(c.Name), "check"), Kind: "object"}}}
	}
	p := &sarifPhysical{Artifact: sarifArtifact{URI: sarifURI(file)}}
	if c.At.File != "" && c.At.Line > 0 {
		p.Region = &sarifRegion{c.At.Line, c.At.Column}
	}
	return sarifLocation{Physical: p}
}

// sarifURI writes the name of a file as a URI reference (3.4): what may not stand
// in a path becomes a code, and so does a colon, before which a reader would see a
// scheme.
func sarifURI(file string) string {
	var b strings.Builder
	for _, c := range []byte(filepath.ToSlash(file)) {
		if c < 0x80 && letterOrDigit(rune(c)) || strings.IndexByte("/-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// sarifText writes a text so that nothing in it is taken for a placeholder
// (3.11.5) or a link (3.11.6).
func sarifText(text string) sarifMessage {
	text = strings.NewReplacer("{", "{{", "}", "}}").Replace(dotted(text))
	if strings.Contains(text, "](") {
		text = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(text)
	}
	return sarifMessage{text}
}
