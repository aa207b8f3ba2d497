//go:build ci

package browser

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// What all tests share: the browser, the accessibility checker, and the studio
// twice: as the program serves it, and as files that it has exported.
var (
	browser context.Context
	axe     string
	sites   struct{ served, exported string }
)

var kept = flag.Bool("kept", false, "take the engine for browsers that go generate has made before")

func TestMain(m *testing.M) {
	flag.Parse()
	status, err := setUp(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

func setUp(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "lockcheck-studio")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	program, err := build(dir)
	if err != nil {
		return 1, err
	}
	if axe, err = checkerSource(dir); err != nil {
		return 1, err
	}
	stop, err := serve(program)
	if err != nil {
		return 1, err
	}
	defer stop()
	site := filepath.Join(dir, "site")
	if text, err := exec.Command(program, "studio", "--export", site).CombinedOutput(); err != nil {
		return 1, fmt.Errorf("studio --export: %w\n%s", err, text)
	}
	files := httptest.NewServer(http.FileServer(http.Dir(site)))
	defer files.Close()
	sites.exported = files.URL + "/"

	chromium, err := findChromium()
	if err != nil {
		return 1, err
	}
	// The pages are our own, and in a container there may be no sandbox.
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.NoSandbox)
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	var closeBrowser context.CancelFunc
	browser, closeBrowser = chromedp.NewContext(allocator, chromedp.WithErrorf(complain))
	defer closeBrowser()
	if err := chromedp.Run(browser); err != nil {
		return 1, fmt.Errorf("%s: %w", chromium, err)
	}
	return m.Run(), nil
}

// build makes the engine for browsers, and the program that has it in it.
func build(dir string) (string, error) {
	program := filepath.Join(dir, "lockcheck")
	steps := [][]string{{"generate", "./cmd/internal/studio"}, {"build", "-o", program, "./cmd/lockcheck"}}
	if *kept {
		steps = steps[1:]
	}
	for _, args := range steps {
		c := exec.Command("go", args...)
		c.Dir = "../../../.."
		if text, err := c.CombinedOutput(); err != nil {
			return "", fmt.Errorf("go %s: %w\n%s", args[0], err, text)
		}
	}
	return program, nil
}

// serve starts the studio, and reads its address from the line that says it.
func serve(program string) (stop func(), err error) {
	c := exec.Command(program, "studio", "--no-open", "--listen", "127.0.0.1:0")
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	stop = func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	address, found := strings.CutPrefix(strings.TrimSpace(line), "The studio is at ")
	if err != nil || !found {
		stop()
		return nil, fmt.Errorf("studio says %q, and not where it is: %w", line, err)
	}
	sites.served = address
	return stop, nil
}

// checkerSource installs the accessibility checker that package-lock.json names,
// and returns its text.
func checkerSource(dir string) (string, error) {
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return "", err
		}
	}
	install := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = dir
	if text, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w\n%s", err, text)
	}
	text, err := os.ReadFile(filepath.Join(dir, "node_modules/axe-core/axe.min.js"))
	return string(text), err
}

// place is where the engine runs, as a test sees it.
type place struct{ name, site string }

var (
	inBrowser = func() place { return place{"browser", sites.exported} }
	inProgram = func() place { return place{"server", sites.served} }
)

// each runs a test with the engine in the browser, and with that of the program.
func each(t *testing.T, test func(t *testing.T, p place)) {
	for _, p := range []place{inBrowser(), inProgram()} {
		t.Run(p.name, func(t *testing.T) { test(t, p) })
	}
}
