//go:build ci

package browser

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write what the browser shows to this directory")

// What all tests share: the program, the browser, the accessibility checker, and
// where the packages are that package-lock.json names.
var (
	program string
	browser context.Context
	axe     string
	modules string
)

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
	dir, err := os.MkdirTemp("", "lockcheck-browser")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "lockcheck")
	build := exec.Command("go", "build", "-o", program, "./cmd/lockcheck")
	build.Dir = "../.."
	if text, err := build.CombinedOutput(); err != nil {
		return 1, fmt.Errorf("go build: %w\n%s", err, text)
	}
	if err := install(dir); err != nil {
		return 1, err
	}
	modules = filepath.Join(dir, "node_modules")
	text, err := os.ReadFile(filepath.Join(modules, "axe-core", "axe.min.js"))
	if err != nil {
		return 1, err
	}
	axe = string(text)
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

// complain says what goes wrong between the driver and the browser. That there
// are events of which the driver does not know is nothing wrong.
func complain(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !strings.HasPrefix(text, "unhandled node event") {
		fmt.Fprintln(os.Stderr, text)
	}
}

func findChromium() (string, error) {
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	for _, name := range names {
		if file, err := exec.LookPath(name); err == nil {
			return file, nil
		}
	}
	return "", fmt.Errorf("no browser found: none of %s", strings.Join(names, ", "))
}

// install gets the packages that package-lock.json names.
func install(dir string) error {
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	npm.Dir = dir
	if text, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, text)
	}
	return nil
}

// asked are the checks whose pages are looked at.
var asked = []struct {
	name, command string
	exit          int
}{
	{"ttl", "check ttl", 1},
	{"redlock", "check redlock --faults pause=1", 1},
	{"clock-jump", "check redlock-clock-jump", 1},
	{"bounded", "check ttl --timing bounded --max-pause 40s", 1},
	{"etcd", "check etcd", 1},
	{"safe", "check zkqueue-fencing", 0},
	{"walks", "simulate ttl --seed 1 --runs 200", 1},
}

// answer is what the program says, as a page and as JSON.
type answer struct {
	page string // its file
	result
}

// result is what the tests read of the JSON form.
type result struct {
	Verdict    string
	Properties []struct {
		Name, Verdict string
		Trace         *trace
	}
}

type trace struct {
	Start map[string]any
	Steps []struct {
		Fault   *string
		Changes []change
	}
}

type change struct {
	Path     string
	From, To any
}

// ask runs the program.
func ask(t *testing.T, command string, exit int) *answer {
	t.Helper()
	dir := t.TempDir()
	a := &answer{page: filepath.Join(dir, "page.html")}
	file := filepath.Join(dir, "result.json")
	args := append(strings.Fields(command), "--quiet", "--report", "html="+a.page, "--report", "json="+file)
	text, err := exec.Command(program, args...).CombinedOutput()
	if status := exitOf(err); status != exit {
		t.Fatalf("%s: exit status %d, want %d: %s", command, status, exit, text)
	}
	text, err = os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &a.result); err != nil {
		t.Fatal(err)
	}
	return a
}

func exitOf(err error) int {
	if err == nil {
		return 0
	}
	if e, ok := err.(*exec.ExitError); ok {
		return e.ExitCode()
	}
	return -1
}

// shown is the counterexample that the page is about; nil if there is none.
func (a *answer) shown() *trace {
	for _, p := range a.Properties {
		if p.Trace != nil {
			return p.Trace
		}
	}
	return nil
}

// look is how a page is looked at.
type look struct {
	width  int64
	scheme string // "dark" or "light"
	fixed  bool   // motion is not wanted
	plain  bool   // no script runs
}

func (l look) String() string { return fmt.Sprintf("%s-%d", l.scheme, l.width) }

// tab is a page that is open.
type tab struct {
	*testing.T
	ctx context.Context
}

// open shows a page. At the end of the test there must have been no error and no
// request but that for the page.
func open(t *testing.T, file, fragment string, l look) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	b := &tab{t, ctx}
	address := "file://" + file + fragment
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("exception: %v", e.ExceptionDetails)
		case *runtime.EventConsoleAPICalled:
			t.Errorf("the console says something: %s", e.Type)
		case *log.EventEntryAdded:
			t.Errorf("%s: %s", e.Entry.Level, e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; u != "file://"+file && u != "data:," {
				t.Errorf("the page asks for %s", u)
			}
		}
	})
	media := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}}
	if l.fixed {
		media = append(media, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	}
	b.do(
		page.BringToFront(), // a browser gives little time to what is hidden
		network.Enable(), log.Enable(),
		emulation.SetDeviceMetricsOverride(l.width, 800, 1, false),
		emulation.SetEmulatedMedia().WithFeatures(media),
		emulation.SetScriptExecutionDisabled(l.plain),
		chromedp.Navigate(address),
	)
	return b
}

func (b *tab) do(actions ...chromedp.Action) {
	b.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// press presses keys, one after the other.
func (b *tab) press(keys ...string) {
	b.Helper()
	for _, key := range keys {
		b.do(chromedp.KeyEvent(key))
	}
}

// eval reads a value of the page.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	var value T
	b.do(chromedp.Evaluate(expression, &value, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
	return value
}

// shoot writes what the whole page looks like, if that was asked for.
func (b *tab) shoot(name string) {
	b.Helper()
	if *shots == "" {
		return
	}
	var picture []byte
	b.do(chromedp.FullScreenshot(&picture, 100))
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o644); err != nil {
		b.Fatal(err)
	}
}
