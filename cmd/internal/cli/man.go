package cli

import (
	"fmt"
	"os"
	"time"

	"lockcheck/cmd/internal/ask"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manOptions are the flags of man.
type manOptions struct{ dir string }

func (a *app) manCommand() *cobra.Command {
	o := &manOptions{}
	cmd := &cobra.Command{
		Use:     "man [COMMAND]",
		Short:   "Print a manual page, or write all of them",
		Example: "  lockcheck man check | man -l -\n  lockcheck man --dir ~/.local/share/man/man1",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.runMan(cmd.Root(), o, args) },
	}
	cmd.Flags().StringVar(&o.dir, "dir", "", "write the pages of all commands into `DIRECTORY`")
	return cmd
}

func (a *app) runMan(root *cobra.Command, o *manOptions, args []string) error {
	root.DisableAutoGenTag = true
	epoch := time.Unix(0, 0).UTC()
	header := &doc.GenManHeader{Title: "LOCKCHECK", Section: "1", Source: ask.Tool, Date: &epoch}
	if o.dir != "" {
		if len(args) > 0 {
			return fmt.Errorf("man --dir writes all pages; leave %q out", args[0])
		}
		if info, err := os.Stat(o.dir); err != nil || !info.IsDir() {
			return fmt.Errorf("cannot write manual pages to %s: not a directory", o.dir)
		}
		if err := doc.GenManTree(root, header, o.dir); err != nil {
			return fmt.Errorf("cannot write manual pages: %w", err)
		}
		return nil
	}
	page, rest, err := root.Find(args)
	if err != nil || len(rest) > 0 {
		var names []string
		for _, c := range root.Commands() {
			names = append(names, c.Name())
		}
		return ask.Unknown("command", args[0], names)
	}
	return doc.GenMan(page, header, a.env.Out)
}
