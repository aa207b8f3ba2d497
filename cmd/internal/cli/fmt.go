package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
)

// fmtOptions are the flags of fmt.
type fmtOptions struct{ write, check bool }

func (a *app) fmtCommand() *cobra.Command {
	o := &fmtOptions{}
	cmd := &cobra.Command{
		Use:     "fmt FILE...",
		Short:   "Format Murphi files",
		Long:    "fmt prints the files formatted; comments stay. With -w it rewrites them in\nplace.",
		Example: "  lockcheck fmt mine.murphi\n  lockcheck fmt -w specs/*.murphi\n  lockcheck fmt --check specs/*.murphi",
		RunE:    func(_ *cobra.Command, args []string) error { return a.runFmt(o, args) },
	}
	cmd.Flags().BoolVarP(&o.write, "write", "w", false, "rewrite the files instead of printing them")
	cmd.Flags().BoolVarP(&o.check, "check", "d", false, "print the names of files that are not formatted; exit status 1 if there are any")
	return cmd
}

func (a *app) runFmt(o *fmtOptions, names []string) error {
	switch {
	case len(names) == 0:
		return errors.New("fmt needs a file")
	case o.write && o.check:
		return errors.New("--write contradicts --check")
	}
	// All files are read and formatted before the first is written.
	texts := make([]string, len(names))
	changed := make([]bool, len(names))
	for i, name := range names {
		t, err := resolve(name)
		if err != nil {
			return err
		}
		if t.Entry != nil {
			return fmt.Errorf("%s is a protocol of the library; fmt formats files", name)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", name, reason(err))
		}
		src := &murphi.Source{Name: name, Text: string(text)}
		formatted, diags := murphi.Format(src)
		if diags.HasErrors() {
			if err := diags.Render(a.env.Err, []*murphi.Source{src}); err != nil {
				return err
			}
			return &ask.ShownError{Err: diags.Err()}
		}
		texts[i], changed[i] = formatted, formatted != string(text)
	}
	for i, name := range names {
		switch {
		case o.check && changed[i]:
			fmt.Fprintln(a.env.Out, name)
			a.exit = ExitUnsafe
		case o.write && changed[i]:
			err := writeFile(name, func(w io.Writer) error { _, err := io.WriteString(w, texts[i]); return err })
			if err != nil {
				return err
			}
		case !o.check && !o.write:
			if _, err := io.WriteString(a.env.Out, texts[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
