package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/cmd/internal/ask"
	"lockcheck/out/code"
)

// codeOptions are the flags of code.
type codeOptions struct {
	question
	output string
	force  bool
}

func (a *app) codeCommand() *cobra.Command {
	o := &codeOptions{}
	cmd := &cobra.Command{
		Use:   "code PROTOCOL",
		Short: "Write the lock and its guard in Go, for a real product",
		Long: "code writes the choice that check judges as Go: a client of the lock for Redis,\n" +
			"ZooKeeper, etcd or Consul, the storage with its guard, and the numbers as\n" +
			"constants. Comments name the lines of the protocol. What is known to be wrong is\n" +
			"refused. Without --output the files follow each other on stdout, each below a\n" +
			"line with its name, after notes that one should read.\n\n" +
			"Parameters and durations of the protocol are flags: see `lockcheck code PROTOCOL\n" +
			"--help`. What is asked about besides, such as --faults, goes into the command in\n" +
			"the files that judges the choice; code itself checks nothing.",
		Example: "  lockcheck code ttl-fencing --ttl 10s --renewal checked -o lock\n" +
			"  lockcheck code etcd --guard in-store",
		Args: oneProtocol,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runCode(cmd, o, args[0]) },
	}
	o.question.addFlags(cmd)
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write the files into the directory `DIR`")
	cmd.Flags().BoolVar(&o.force, "force", false, "write over files that are there")
	_ = cmd.MarkFlagDirname("output")
	return cmd
}

func (a *app) runCode(cmd *cobra.Command, o *codeOptions, name string) error {
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	if t.Entry == nil {
		return fmt.Errorf("code is for the protocols of the library, not for %s", ask.PlainWord(name))
	}
	p, err := ask.Configure(t, ask.Choices{Question: &o.question.Question, Params: givenParams(cmd.Flags())}, a.env.Err, true)
	if err != nil {
		return err
	}
	q := code.Ask(p.Model, p.Settings)
	q.Name = name
	q.Check = "lockcheck check " + asTyped(name, cmd.Flags(), "force")
	files, notes, err := code.Render(q)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if o.output == "" {
		var b strings.Builder
		writeNotes(&b, notes)
		for _, f := range files {
			b.WriteString("-- " + f.Name + " --\n" + f.Text)
		}
		_, err := io.WriteString(a.env.Out, b.String())
		return err
	}
	if err := a.writeDirectory(o.output, files, o.force); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s has %s\n\n", ask.PlainWord(o.output), fileNames(files))
	writeNotes(&b, notes)
	_, err = io.WriteString(a.env.Out, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// writeNotes writes each note as a paragraph.
func writeNotes(b *strings.Builder, notes []string) {
	for _, n := range notes {
		b.WriteString(code.Wrap(n) + "\n\n")
	}
}

func fileNames(files []code.File) string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// writeDirectory writes files into a directory, which it makes if need be. It
// finds out first whether it can, and leaves nothing behind if it cannot.
func (a *app) writeDirectory(dir string, files []code.File, force bool) (err error) {
	made := false
	switch err := os.Mkdir(dir, 0o777); {
	case err == nil:
		made = true
	case !errors.Is(err, fs.ErrExist):
		return fmt.Errorf("cannot make the directory %s: %w", ask.PlainWord(dir), reason(err))
	default:
		if info, err := os.Stat(dir); err == nil && !info.IsDir() {
			return fmt.Errorf("%s is no directory", ask.PlainWord(dir))
		}
	}
	var open []*pending
	undo := func() {
		for _, p := range open {
			p.discard()
		}
		if made {
			_ = os.Remove(dir) // which succeeds only if nothing is in it
		}
	}
	_, release := a.interruptible(stopping, undo)
	defer release()
	defer func() {
		if err != nil {
			undo()
		}
	}()
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) && !force {
			return fmt.Errorf("%s is there already; --force writes over it", ask.PlainWord(path))
		}
		p, err := create(path)
		if err != nil {
			return err
		}
		open = append(open, p)
		if _, err := io.WriteString(p, f.Text); err != nil {
			return err
		}
	}
	for _, p := range open {
		if err := p.commit(); err != nil {
			return err
		}
	}
	return nil
}
