//go:build ci

package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// tabs are the parts of the page, and what is there once they are shown.
var tabs = []struct{ fragment, shown string }{
	{"", `document.querySelector("#fault-sets") !== null && document.querySelector(".grid .cell.unsafe") !== null`},
	{"#v=1&protocol=zkqueue&stop=none&step=12&tab=queue", `document.querySelectorAll(".queue .entry").length > 0`},
	{"#v=1&protocol=redlock&stop=none&jump=1h&jumps=3&step=9&tab=redlock", `document.querySelectorAll(".node").length === 5`},
	{"#v=1&protocol=ttl&tab=code", `document.querySelector("pre.code") !== null`},
	{"#v=1&protocol=ttl&tab=lessons", `document.querySelector(".claim") !== null`},
	{"#v=2", `document.querySelector("#ignored") !== null`},
}

func TestThePageIsAccessibleAndFits(t *testing.T) {
	for _, l := range []look{{1280, "light"}, {1280, "dark"}, {390, "light"}, {390, "dark"}} {
		t.Run(l.String(), func(t *testing.T) {
			p := inProgram()
			b := open(t, p, "", l)
			b.do(page.SetBypassCSP(true)) // for the checker, which is put into the page
			for _, part := range tabs {
				b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(p.site+part.fragment))
				b.until(part.shown)
				name := part.fragment[strings.LastIndexByte(part.fragment, '=')+1:]
				if wide := value[int](b, `document.documentElement.scrollWidth - window.innerWidth`); wide > 0 {
					t.Errorf("%s: the page is %d pixels wider than the window", name, wide)
				}
				b.shoot(fmt.Sprintf("part-%s-%s", name, l))
				b.do(chromedp.Evaluate(axe, nil, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p }))
				found := value[[]string](b, `axe.run().then((r) => r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.html + ": " + n.failureSummary)))`)
				for _, f := range found {
					t.Errorf("%s: %s", name, f)
				}
			}
		})
	}
}

func TestThePageNeedsNoNetworkOnceItIsThere(t *testing.T) {
	b := open(t, inBrowser(), "", usual)
	b.ready()
	b.until(`document.querySelector("#fault-sets") !== null && !document.querySelector(".grid .cell.blank")`)
	before := len(b.asked())
	b.offline(true)
	b.click(`[data-preset="fenced"]`)
	b.says("#verdict", "SAFE")
	b.click(`[data-preset="race"]`)
	b.says("#verdict", "UNSAFE")
	b.click(`[data-tab="queue"]`)
	b.until(`document.querySelectorAll("#tally tbody tr").length === 2`)
	b.click(`[data-tab="lessons"]`)
	b.click(".claim button")
	b.until(`document.querySelector(".claim.right") !== null`)
	for _, u := range b.asked()[before:] {
		if !strings.HasPrefix(u, "blob:") { // which is in the page
			t.Errorf("without a network the page asks for %s", u)
		}
	}
}

// questions are asked of both places.
var questions = `(() => {
	const all = [];
	const pause = { stop: "pause", for: "15s" };
	for (const protocol of ["ttl", "ttl-fencing", "ttl-watchdog", "chubby", "zkqueue", "etcd"]) {
		const setup = { protocol, params: {}, faults: "pause=1" };
		all.push(["run", { setup, script: pause }]);
		all.push(["check", { setup, timing: "any", properties: [], explain: false, maxStates: 0 }]);
		all.push(["check", { setup, timing: "bounded", properties: [], explain: false, maxStates: 0 }]);
	}
	const ttl = { protocol: "ttl", params: { ttl: "10s" }, faults: "pause=1" };
	all.push(["check", { setup: ttl, timing: "bounded", properties: [], explain: true, maxStates: 0 }]);
	all.push(["check", { setup: ttl, timing: "any", properties: [], explain: false, maxStates: 100 }]);
	all.push(["faults", { setup: ttl }]);
	all.push(["code", { setup: ttl }]);
	all.push(["map", { setup: ttl, x: { flag: "ttl", from: "2s", to: "20s", values: 5 }, y: { flag: "max-pause", from: "0s", to: "20s", values: 5 } }]);
	all.push(["export", { format: "suite", setup: ttl, timing: "bounded" }]);
	all.push(["run", { setup: { protocol: "redlock", params: {}, faults: "" }, script: { stop: "none", for: "0s", jump: "1h", nodes: 3 } }]);
	all.push(["check", { setup: { protocol: "no-such", params: {}, faults: "" }, timing: "any", properties: [], explain: false, maxStates: 0 }]);
	all.push(["catalog", {}]);
	return all;
})()`

func TestBothPlacesGiveTheSameAnswers(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	n := value[int](b, `(async () => {
		const { open, available } = await import("./backend.js");
		const places = await available();
		const [here, there] = [await open("browser", places), await open("server", places)];
		const answer = (place, [op, body]) => place.ask(op, body).then((v) => JSON.stringify(v), (e) => "error: " + e.message + " at " + e.field);
		const questions = `+questions+`;
		window.compare = async (i) => {
			const [a, b] = [await answer(here, questions[i]), await answer(there, questions[i])];
			return a === b && a.length >= 20 ? "" : JSON.stringify(questions[i]) + ": " + a.slice(0, 300) + " and " + b.slice(0, 300);
		};
		return questions.length;
	})()`)
	if n < 20 {
		t.Errorf("%d questions are few", n)
	}
	for i := range n {
		if differs := value[string](b, fmt.Sprintf("compare(%d)", i)); differs != "" {
			t.Error(differs)
		}
	}
}

// The longest time for which the page did nothing else, while it checks, is said,
// and how much of it was work: the rest is a machine that is busy otherwise.
func TestThePageStaysAwakeWhileItChecks(t *testing.T) {
	each(t, func(t *testing.T, p place) {
		b := open(t, p, "", usual)
		b.ready()
		longest := b.trace()
		b.do(chromedp.Evaluate(`(() => {
			window.gap = 0;
			let last = performance.now();
			setInterval(() => { const now = performance.now(); window.gap = Math.max(window.gap, now - last); last = now; }, 5);
		})()`, nil))
		b.choose("#protocol", "redlock")
		b.until(`location.hash.includes("protocol=redlock")`)
		b.ready()
		b.click(`[data-preset="race"]`)
		b.ready()
		b.until(`document.querySelector("#fault-sets") !== null && !document.querySelector(".grid .cell.blank")`)
		t.Logf("the longest gap is %.0f ms; the longest task works for %v", value[float64](b, "window.gap"), longest())
	})
}

// The first verdict: when it is there, since the page was asked for.
func TestTheFirstVerdictIsThereSoon(t *testing.T) {
	each(t, func(t *testing.T, p place) {
		for range 3 {
			t.Run("", func(t *testing.T) {
				b := open(t, p, "", usual)
				b.until(`document.querySelector("#verdict .verdict") !== null`)
				t.Logf("the first verdict comes after %.0f ms", value[float64](b, "performance.now()"))
			})
		}
	})
}
