package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"lockcheck/cmd/internal/ask"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  lockcheck version",
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return a.runVersion() },
	}
}

func (a *app) runVersion() error {
	text := ask.Tool
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				text += " (" + s.Value[:12] + ")"
			}
		}
	}
	_, err := fmt.Fprintf(a.env.Out, "%s, %s %s/%s\n", text, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
