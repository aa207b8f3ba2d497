package cli

import (
	"fmt"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"

	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// mostTraceFile bounds a file with a trace. Results of lockcheck take a few
// hundred bytes for each step.
const mostTraceFile = 16 << 20

// recording is a run that a file tells.
type recording struct {
	name  string // of the file
	tree  spot   // all of it
	trace spot   // the part that tells the run
	itf   bool

	// model and the question are empty for a trace that is not lockcheck's.
	own      bool
	model    out.Model
	question ask.Question
	params   map[string]string
	given    map[string]string // durations

	property string // that it violates; "" if it does not say
	kind     string

	start naive.Recorded
	steps []naive.Recorded
	times []*big.Rat // nil if there are none
}

// readRecording reads a result or an ITF trace. property names one of several
// traces in a result; "" is the first.
func readRecording(name, property string) (*recording, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", name, reason(err))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", name)
	case info.Size() > mostTraceFile:
		return nil, fmt.Errorf("%s has %s; a file with a trace has at most %s", name, sizeText(info.Size()), sizeText(mostTraceFile))
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, reason(err))
	}
	r, err := parseRecording(data, property)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r.name = name
	return r, nil
}

// parseRecording reads the text of a file.
func parseRecording(data []byte, property string) (*recording, error) {
	tree, err := readTree(data)
	if err != nil {
		return nil, err
	}
	r := &recording{tree: spot{"", tree}}
	object, _ := tree.(map[string]any)
	_, states := object["states"].([]any)
	switch {
	case object["schema"] == out.Schema:
		err = r.readResult(property)
	case object["schema"] != nil:
		err = fmt.Errorf("schema: this is %s, want %s", inShort(object["schema"]), out.Schema)
	case states:
		r.itf = true
		err = r.readITF(property)
	default:
		err = fmt.Errorf("this is neither a result of lockcheck (--format json) nor an ITF trace")
	}
	return r, err
}

// readQuestion reads which model is meant, and how it is configured. The
// fields model and config are those of s.
func (r *recording) readQuestion(s spot) error {
	model, err := s.field("model")
	if err != nil {
		return err
	}
	words, err := model.fields()
	if err != nil {
		return err
	}
	config, err := s.field("config")
	if err != nil {
		return err
	}
	r.own = true
	r.model = out.Model{Name: words["name"], File: words["file"], SHA256: words["sha256"]}
	return r.readConfig(config)
}

func (r *recording) readConfig(config spot) error {
	params, err := config.field("params")
	if err == nil {
		r.params, err = params.fields()
	}
	if err != nil {
		return err
	}
	faults, err := config.field("faults")
	if err == nil {
		r.question.Faults, err = faultsFlag(faults)
	}
	if err != nil {
		return err
	}
	timing, err := config.field("timing")
	if err != nil {
		return err
	}
	mode, err := timing.field("mode")
	if err == nil {
		r.question.Timing, err = mode.text()
	}
	if err == nil && r.question.Timing != "any" && r.question.Timing != "bounded" {
		err = mode.errorf("want any or bounded, found %s", inShort(mode.value))
	}
	if err != nil {
		return err
	}
	durations, err := timing.field("durations")
	if err == nil {
		r.given, err = durations.fields()
	}
	if err != nil {
		return err
	}
	for name, flag := range map[string]*string{"symmetry": &r.question.Symmetry, "ranks": &r.question.Ranks} {
		f, err := config.field(name)
		if err != nil {
			return err
		}
		on, err := f.truth()
		if err != nil {
			return err
		}
		*flag = map[bool]string{true: "on", false: "off"}[on]
	}
	return nil
}

// faultsFlag writes the faults of a file as --faults takes them.
func faultsFlag(s spot) (string, error) {
	object, err := s.object()
	if err != nil {
		return "", err
	}
	var words []string
	for _, kind := range slices.Sorted(maps.Keys(object)) {
		f, _, _ := s.maybe(kind)
		budget, err := f.simple()
		if err != nil {
			return "", err
		}
		if strings.ContainsAny(kind, ",= ") || kind == "" {
			return "", f.errorf("is no kind of fault")
		}
		if budget != nil {
			kind += "=" + *budget
		}
		words = append(words, kind)
	}
	if words == nil {
		return "none", nil
	}
	return strings.Join(words, ","), nil
}
