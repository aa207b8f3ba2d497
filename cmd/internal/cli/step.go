package cli

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// stepOptions are the flags of step.
type stepOptions struct {
	question
	start  int64
	colour string
}

func (a *app) stepCommand() *cobra.Command {
	o := &stepOptions{start: 1}
	cmd := &cobra.Command{
		Use:   "step PROTOCOL|FILE",
		Short: "Take steps by hand, and see what each changes",
		Long: "step shows a state and the steps that are possible in it, and takes those that\n" +
			"you name. It reads its commands from a terminal or a file, one from each line:\n\n" +
			stepHelp,
		Example: "  lockcheck step ttl\n" +
			"  lockcheck step ttl --faults pause=1 < commands.txt\n" +
			"  printf 'Ask A\\nGrant A\\nwhy Expire A\\n' | lockcheck step ttl",
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runStep(cmd, o, args[0]) },
	}
	o.question.addFlags(cmd)
	f := cmd.Flags()
	_ = f.MarkHidden("symmetry")
	_ = f.MarkHidden("timing") // bounded is refused, any is what it does
	f.Var(numberValue{&o.start, 1, 1 << 20}, "start", "the start state, counted as in the file")
	f.Var(choiceValue{&o.colour, []string{"auto", "always", "never"}}, "color", "when to use colour")
	fixedValues(cmd, "color", "auto", "always", "never")
	o.colour = "auto"
	return cmd
}

// stepHelp lists the commands.
const stepHelp = `  N, RULE ARGS    take a step: its number, or a rule with values such as Grant A
  u, r            undo a step; redo it
  j N             jump to the state after step N of those that were taken
  why RULE ARGS   why a rule is not possible, of all its instances or some
  all             everything that is not possible, each with its reason
  l               list what is possible, again
  s, b, t         the state; who believes what; the steps so far as lanes
  p               the properties in this state
  w FILE          write the steps: as ITF to NAME.itf.json, else as a result
  h, q            this help; quit
`

func (a *app) runStep(cmd *cobra.Command, o *stepOptions, name string) error {
	if o.Timing == "bounded" {
		return errors.New("step takes no account of clocks; leave --timing bounded out")
	}
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	p, err := ask.Prepare(t, ask.Choices{Question: &o.question.Question, Params: givenParams(cmd.Flags())}, a.env.Err, true)
	if err != nil {
		return err
	}
	start, err := naive.StartStep(p.Model, int(o.start)-1, p.Ranks)
	if err != nil {
		return fmt.Errorf("%s has no start state %d", p.Target.Name, o.start)
	}
	walk, err := naive.NewWalk(p.Model, start, p.Ranks)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Target.Name, err)
	}
	s := &stepper{app: a, p: p, walk: walk, colour: a.colour(o.colour), judge: checker.NewJudge(p.System, checker.Options{
		Tree: p.Model, Ranks: p.Ranks, Deadlock: p.Deadlocks(&o.question.Question),
	})}
	return s.run()
}

// stepper is a session: a walk, and the steps that were taken beyond it and can
// be taken again.
type stepper struct {
	*app
	p      *ask.Prepared
	walk   *naive.Walk
	undone []naive.Step // the next one last
	judge  *checker.Judge
	colour bool

	enabled []naive.Step // what the numbers mean
	broken  map[int]bool // rows that are violated in the state that was shown last
	quit    bool
	unsaid  error // why stdout takes no more
}

// run reads commands until there are no more.
func (s *stepper) run() error {
	s.show()
	in := bufio.NewScanner(s.env.In)
	for !s.quit && s.unsaid == nil {
		if s.env.OutTerminal {
			s.sayf("> ")
		}
		if !in.Scan() {
			break
		}
		line := strings.TrimSpace(in.Text())
		if !s.env.OutTerminal && line != "" {
			s.sayf("> %s\n", line)
		}
		if err := s.obey(line); err != nil {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("cannot read commands: %w", err)
	}
	if s.env.OutTerminal && !s.quit {
		s.sayf("\n")
	}
	return s.unsaid
}

// sayf writes to stdout, whatever names the model has.
func (s *stepper) sayf(format string, args ...any) {
	if s.unsaid != nil {
		return
	}
	_, s.unsaid = fmt.Fprint(s.env.Out, out.Harmless(fmt.Sprintf(format, args...)))
}

// entry writes a head and what is said of it, from a column on, in 80 columns.
func (s *stepper) entry(head string, column int, text string) {
	column = max(column, utf8.RuneCountInString(head)+2)
	lines := out.Wrap(text, 80-column)
	if len(lines) == 0 {
		lines = []string{""}
	}
	for i, l := range lines {
		if i > 0 {
			head = ""
		}
		s.sayf("%s\n", strings.TrimRight(fmt.Sprintf("%-*s%s", column, head, l), " "))
	}
}

// show tells the last step, the state after it and what is possible there.
func (s *stepper) show() {
	run := s.walk.Run()
	if n := len(run.Steps); n == 0 {
		s.sayf("%s: %s\n", s.p.Target.Name, naive.RunStep{Rule: run.StartRule, Args: run.StartArgs})
	} else {
		step := &run.Steps[n-1]
		text := step.String()
		if step.Fault != "" {
			text = "! " + step.Fault + ": " + text
		}
		if !strings.HasSuffix(text, step.Say) {
			text += ": " + step.Say
		}
		s.entry(fmt.Sprintf("step %d", n), 8, text)
		for _, c := range checker.StepOf(step).Changes {
			s.entry("", 8, out.ChangeText(c))
		}
	}
	s.announce(run)
	s.belief(run)
	s.list()
}

// announce says what is violated now and was not before.
func (s *stepper) announce(run *naive.Run) {
	before := s.broken
	s.broken = map[int]bool{}
	for _, row := range s.judge.Broken(run) {
		s.broken[row] = true
		if !before[row] {
			s.violated(row, run)
		}
	}
}

func (s *stepper) violated(row int, run *naive.Run) {
	name, _ := s.judge.Claim(row)
	if row == s.judge.SpecRow() {
		name = "the model itself is wrong"
		if f := run.Failure; f != nil {
			s.entry("MISTAKE", 10, name+": "+f.Detail)
			return
		}
	}
	t := s.judge.Tell(run, nil)
	s.judge.Judge(row, run, t)
	if why := out.WhyText(t.Why); why != "" {
		name += ": " + why
	}
	s.entry("VIOLATED", 10, name)
}

// belief says who believes what in the state that a run has come to.
func (s *stepper) belief(run *naive.Run) {
	now := &checker.Trace{Start: checker.StateOf(lastState(run))}
	for _, l := range out.BeliefOf(now).Table(0) {
		s.sayf("%s\n", l)
	}
}

// lastState is the state that a run has come to.
func lastState(run *naive.Run) naive.State {
	if n := len(run.Steps); n > 0 {
		return run.Steps[n-1].State
	}
	return run.Start
}

// list numbers the steps that are possible.
func (s *stepper) list() {
	s.enabled = s.walk.Enabled()
	switch {
	case s.walk.Failed() != nil:
		s.sayf("The run has failed; u takes the step back.\n")
	case len(s.enabled) == 0:
		s.sayf("No step is possible.\n")
	}
	for i, step := range s.enabled {
		say := ""
		if told, err := s.walk.Outlook(step); err == nil && told.Say != told.String() {
			say = told.Say
		}
		s.entry(fmt.Sprintf("%4d  %s", i+1, s.name(step)), 26, say)
	}
}

// name writes a possible step with what it is of: a line or a fault.
func (s *stepper) name(step naive.Step) string {
	rule := s.p.Model.Rules[step.Rule]
	switch {
	case rule.Ann.Fault != nil:
		return "! " + s.walk.Name(step)
	case rule.Ann.Line != "":
		return rule.Ann.Line + " " + s.walk.Name(step)
	}
	return s.walk.Name(step)
}

// rules are the titles of the model's rules, each once.
func (s *stepper) rules() []string {
	var titles []string
	seen := map[string]bool{}
	for _, r := range s.p.Model.Rules {
		if !seen[r.Title] {
			seen[r.Title] = true
			titles = append(titles, r.Title)
		}
	}
	return titles
}

// ruleOf returns a rule's title as the model writes it, or "".
func (s *stepper) ruleOf(word string) string {
	for _, title := range s.rules() {
		if strings.EqualFold(title, word) {
			return title
		}
	}
	return ""
}
