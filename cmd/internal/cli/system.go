package cli

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/mattn/go-isatty"
)

// System is the world as it is: the process's streams, environment and
// signals.
func System() Env {
	// A reader that goes away is no reason to die before the exit status says
	// what was found; see quietPipe.
	signal.Ignore(syscall.SIGPIPE)
	program, _ := os.Executable()
	cache, err := os.UserCacheDir()
	if err == nil {
		cache = filepath.Join(cache, "lockcheck")
	}
	return Env{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		OutTerminal: isatty.IsTerminal(os.Stdout.Fd()),
		ErrTerminal: isatty.IsTerminal(os.Stderr.Fd()),
		Getenv:      os.Getenv,
		Interrupts:  interrupts,
		Program:     program,
		Cache:       cache,
		Build:       func() string { return sumOfProgram(program) },
		Open:        openBrowser,
		Kill:        func(e Exit) { os.Exit(int(e)) },
	}
}

// openBrowser starts the browser of the desktop, and does not wait for it.
func openBrowser(url string) error {
	words := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		words = []string{"open"}
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	cmd := exec.Command(words[0], append(words[1:], url)...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }()
	return nil
}

// interrupts delivers Ctrl-C until the function that it returns is called.
func interrupts() (<-chan struct{}, func()) {
	signals := make(chan os.Signal, 2)
	presses := make(chan struct{}, 2)
	signal.Notify(signals, os.Interrupt)
	go func() {
		for range signals {
			presses <- struct{}{}
		}
	}()
	return presses, func() {
		signal.Stop(signals)
		close(signals)
	}
}

// colour decides whether a result on stdout is coloured.
func (a *app) colour(choice string) bool {
	switch choice {
	case "always":
		return true
	case "never":
		return false
	}
	if force := a.env.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return a.env.OutTerminal && a.env.Getenv("NO_COLOR") == "" && a.env.Getenv("TERM") != "dumb"
}

// memoryShare is what a search may use unless told otherwise: three quarters
// of what the container or the machine has, or 0 where nobody knows.
func memoryShare() int64 {
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && n > 0 && n < 1<<50 {
			return n / 4 * 3
		}
	}
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == "MemTotal:" {
			n, err := strconv.ParseInt(fields[1], 10, 64)
			if err == nil && n > 0 {
				return n << 10 / 4 * 3
			}
		}
	}
	return 0
}
