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
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write what the browser shows to this directory")

// patience is how long a test waits for what must come. It is no claim about speed.
const patience = 2 * time.Minute

// look is how a page is looked at.
type look struct {
	width  int64
	scheme string // dark or light
}

var usual = look{1280, "light"}

func (l look) String() string { return fmt.Sprintf("%s-%d", l.scheme, l.width) }

// tab is a page that is open.
type tab struct {
	*testing.T
	ctx     context.Context
	address string

	lock     sync.Mutex
	requests []string
}

// open shows the studio. At the end of the test there must have been no error, and
// no request to anybody else.
func open(t *testing.T, p place, fragment string, l look) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	b := &tab{T: t, ctx: ctx, address: p.site}
	chromedp.ListenTarget(ctx, b.hear)
	if err := chromedp.Run(ctx); err != nil { // makes the tab, which ends with this context
		t.Fatal(err)
	}
	b.do(
		page.BringToFront(), // a browser gives little time to what is hidden
		network.Enable(), log.Enable(),
		emulation.SetDeviceMetricsOverride(l.width, 800, 1, false),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}}),
		chromedp.Navigate(p.site+fragment),
	)
	b.until(`document.querySelector("#app:not([aria-busy]) main") !== null`)
	if p == inProgram() { // whose page could also ask the browser
		b.says("#place", "computer's lockcheck")
	}
	return b
}

// hear notes what the page asks for, and fails on what goes wrong.
func (b *tab) hear(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.Errorf("exception: %v", e.ExceptionDetails)
	case *runtime.EventConsoleAPICalled:
		b.Errorf("the console says something: %s", e.Type)
	case *log.EventEntryAdded:
		b.Errorf("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
	case *network.EventRequestWillBeSent:
		u := e.Request.URL
		if !strings.HasPrefix(u, b.address) && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "blob:"+b.address) {
			b.Errorf("the page asks for %s", u)
		}
		b.lock.Lock()
		defer b.lock.Unlock()
		b.requests = append(b.requests, u)
	}
}

// asked is what the page has asked for until now.
func (b *tab) asked() []string {
	b.lock.Lock()
	defer b.lock.Unlock()
	return append([]string{}, b.requests...)
}

func (b *tab) do(actions ...chromedp.Action) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// trace notes what the page's main thread does, until the function that it returns
// is called; that one says how long the longest task worked, in processor time.
func (b *tab) trace() (longest func() time.Duration) {
	b.Helper()
	type thread struct{ pid, tid int }
	main, most, ended := map[thread]bool{}, map[thread]time.Duration{}, make(chan bool)
	chromedp.ListenTarget(b.ctx, func(event any) {
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			for _, text := range e.Value {
				var x struct {
					Name, Ph string
					Pid, Tid int
					Tdur     int64
					Args     struct{ Name string }
				}
				_ = json.Unmarshal(text, &x) // some have arguments of other kinds
				at := thread{x.Pid, x.Tid}
				if x.Name == "thread_name" && x.Args.Name == "CrRendererMain" {
					main[at] = true
				}
				most[at] = max(most[at], time.Duration(x.Tdur)*time.Microsecond)
			}
		case *tracing.EventTracingComplete:
			close(ended)
		}
	})
	b.do(tracing.Start().WithTransferMode(tracing.TransferModeReportEvents).WithTraceConfig(&tracing.TraceConfig{IncludedCategories: []string{"toplevel"}}))
	return func() (longest time.Duration) {
		b.Helper()
		b.do(tracing.End())
		<-ended
		for at := range main {
			longest = max(longest, most[at])
		}
		return longest
	}
}

// press presses keys, one after the other.
func (b *tab) press(keys ...string) {
	b.Helper()
	for _, key := range keys {
		b.do(chromedp.KeyEvent(key))
	}
}

// click clicks what a selector names, with the mouse, as a user does.
func (b *tab) click(selector string) {
	b.Helper()
	b.until(fmt.Sprintf("document.querySelector(%q) !== null", selector))
	b.do(chromedp.Click(selector, chromedp.ByQuery))
}

// value reads a value of the page.
func value[T any](b *tab, expression string) T {
	b.Helper()
	var v T
	b.do(chromedp.Evaluate(expression, &v, awaited))
	return v
}

func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// until waits for something to become true; the browser looks at each frame.
func (b *tab) until(expression string) {
	b.Helper()
	var ok bool
	poll := chromedp.Poll(expression, &ok, chromedp.WithPollingTimeout(patience))
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, poll); err != nil {
		var text string
		_ = chromedp.Run(b.ctx, chromedp.Evaluate(`document.body.innerText`, &text))
		b.shoot("failed-" + strings.ReplaceAll(b.Name(), "/", "-"))
		b.Fatalf("%v: this did not become true: %s\nthe page says:\n%.3000s", err, expression, text)
	}
}

// text reads what the elements of a selector say.
func (b *tab) text(selector string) string {
	b.Helper()
	return value[string](b, fmt.Sprintf(`Array.from(document.querySelectorAll(%q)).map((e) => e.innerText.trim().replace(/\s+/g, " ")).join(" | ")`, selector))
}

// says waits until the elements of a selector say something.
func (b *tab) says(selector, want string) {
	b.Helper()
	b.until(fmt.Sprintf(`Array.from(document.querySelectorAll(%q)).map((e) => e.textContent.replace(/\s+/g, " ")).join(" | ").includes(%q)`, selector, want))
}

func (b *tab) offline(on bool) {
	b.Helper()
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, "Network.emulateNetworkConditions", map[string]any{
			"offline": on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
		}, nil)
	}))
}

// shoot writes what the whole page looks like, if that was asked for.
func (b *tab) shoot(name string) {
	b.Helper()
	if *shots == "" {
		return
	}
	var picture []byte
	b.do(chromedp.FullScreenshot(&picture, 100))
	err := os.MkdirAll(*shots, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o644)
	}
	if err != nil {
		b.Fatal(err)
	}
}

// complain says what goes wrong between the driver and the browser. That there
// are events of which the driver does not know is nothing wrong.
func complain(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !strings.HasPrefix(text, "unhandled node event") && !strings.Contains(text, "unknown IPAddressSpace value") {
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
