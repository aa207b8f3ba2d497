//go:build ci

package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestTheAddressKeepsWhatIsLookedAt(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	b.ready()
	b.click(`[data-preset="fenced"]`)
	b.until(`location.hash.includes("guard=reject-lower&")`)
	b.press("j", "j")
	b.until(`location.hash.includes("step=3")`)
	b.click(`[data-tab="code"]`)
	b.until(`location.hash.includes("tab=code")`)
	b.do(chromedp.NavigateBack())
	b.says("#now .number", "Step 3 of")
	b.do(chromedp.NavigateBack())
	b.until(`document.querySelector('[data-preset="race"]').getAttribute("aria-pressed") === "true"`)
	b.do(chromedp.NavigateForward())
	b.until(`document.querySelector('[data-preset="fenced"]').getAttribute("aria-pressed") === "true"`)
	was := value[string](b, "location.hash")
	b.do(chromedp.Reload())
	b.ready()
	if is := value[string](b, "location.hash"); is != was {
		t.Errorf("after a reload the fragment is %s, was %s", is, was)
	}
	b.says("#now .number", "Step 3 of")
	b.until(`document.querySelector('[data-preset="fenced"]').getAttribute("aria-pressed") === "true"`)
}

func TestEveryPresetIsALinkThatLeadsBackToIt(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	b.ready()
	for _, id := range value[[]string](b, `Array.from(document.querySelectorAll("[data-preset]")).map((e) => e.dataset.preset)`) {
		b.click(`[data-preset="` + id + `"]`)
		b.until(fmt.Sprintf(`document.querySelector('[data-preset=%q]').getAttribute("aria-pressed") === "true" && location.hash !== ""`, id))
		b.ready()
		b.shoot("preset-" + id)
		b.do(chromedp.Reload())
		b.ready()
		b.until(fmt.Sprintf(`document.querySelector('[data-preset=%q]').getAttribute("aria-pressed") === "true"`, id))
		if said := b.text("#ignored"); said != "" {
			t.Errorf("%s: its own link is not followed: %s", id, said)
		}
	}
}

// hostile are fragments that nobody should make, and what the page says of them.
var hostile = []struct{ fragment, says string }{
	{"#", ""},
	{"#v=1&protocol=<script>alert(1)</script>", "protocol"},
	{"#v=1&protocol=ttl&ttl=%3Cimg%20src=x%20onerror=alert(1)%3E", "ttl"},
	{"#v=1&protocol=__proto__&constructor=1&__proto__=2", "protocol"},
	{"#v=1&protocol=ttl&toString=1&hasOwnProperty=x", "toString"},
	{"#v=1&protocol=ttl&tab=constructor", "tab"},
	{"#v=2&protocol=ttl", "version"},
	{"#protocol=ttl", "version"},
	{"#v=1&v=1&protocol=ttl", "twice"},
	{"#%", "not written"},
	{"#v=1&%E0%A4%A=1&protocol=ttl", "not written"},
	{"#v=1&protocol=ttl&ttl=-5s", "duration"},
	{"#v=1&protocol=ttl&ttl=99999999999999999999s", "duration"},
	{"#v=1&protocol=ttl&ttl=1e9s", "duration"},
	{"#v=1&protocol=ttl&for=Infinity", "duration"},
	{"#v=1&protocol=ttl&step=-1", "number"},
	{"#v=1&protocol=ttl&step=999999999999", "number"},
	{"#v=1&protocol=ttl&guard=none&stop=pause&for=15s&step=99999", "last one is shown"},
	{"#v=1&protocol=ttl&clients=1000000", "number"},
	{"#v=1&protocol=ttl&faults=rm%20-rf", "faults"},
	{"#v=1&protocol=ttl&faults=pause%3D1%2C" + strings.Repeat("pause,", 50), "faults"},
	{"#v=1&protocol=ttl-fencing&guard=none", "guard"},
	{"#v=1&protocol=redlock&jumps=9&jump=1s", "jumps"},
	{"#v=1&protocol=ttl&lesson=../../etc/passwd", "lesson"},
	{"#v=1&protocol=ttl&properties=no-such", "properties"},
	{"#v=1&protocol=ttl&unknown=%00%01%E2%80%AE", "unknown"},
	{"#" + strings.Repeat("a", 5000), "longer"},
	{"#v=1&protocol=ttl&" + strings.Repeat("x=1&", 900), "twice"},
}

func TestAHostileFragmentIsSaidToBeOne(t *testing.T) {
	p := inProgram()
	b := open(t, p, "", usual)
	b.ready()
	for i, h := range hostile {
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(p.site+h.fragment))
		b.until(`document.querySelector("#app:not([aria-busy]) main") !== null`)
		b.ready()
		switch said := b.text("#ignored"); {
		case h.says == "" && said != "":
			t.Errorf("%d, %.80s: it says %q", i, h.fragment, said)
		case !strings.Contains(said, h.says):
			b.says("#ignored", h.says) // of the run, which has to come
		}
		if bad := b.text("#failures:not([hidden]), #failure"); bad != "" {
			t.Errorf("%d, %.80s: %s", i, h.fragment, bad)
		}
	}
	b.shoot("hostile")

	// The same where the page is open already.
	for _, h := range hostile {
		b.do(chromedp.Evaluate(fmt.Sprintf("location.hash = %q", h.fragment), nil))
		b.ready()
	}
}

// What the page does not know better is refused by the engine, beside the field.
func TestWhatTheEngineRefusesIsSaidBesideTheField(t *testing.T) {
	b := open(t, inProgram(), "#v=1&protocol=ttl&ttl=0s&guard=none&stop=pause&for=15s&step=1&tab=race", usual)
	b.says(".setup .trouble", "ttl 0s")
	b.shoot("refused")
	b.write(".duration:has(#ttl) input[type=text]", "10s")
	b.ready()
	b.says("#verdict", "UNSAFE")
}
