//go:build ci

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// ready waits for the first screen: a run, and a verdict.
func (b *tab) ready() {
	b.Helper()
	b.until(`document.querySelector(".lanes-box svg") !== null && document.querySelector("#verdict .verdict:not(.old)") !== null`)
}

func TestTheFirstScreenIsARaceAtItsFirstStep(t *testing.T) {
	each(t, func(t *testing.T, p place) {
		b := open(t, p, "", usual)
		b.ready()
		if got := b.text(`.presets [aria-pressed="true"]`); got != "Race, no fencing" {
			t.Errorf("the preset is %q", got)
		}
		b.says("#now .number", "Step 1 of")
		b.says("#now .what", "Ask")
		if n := value[int](b, `document.querySelectorAll(".lanes .row.now").length`); n != 1 {
			t.Errorf("%d rows of the lanes are marked", n)
		}
		b.says(`[data-card="schedule"]`, "exactly 15 s")
		b.says(`[data-card="every"]`, "at most 15 s")
		if place := b.text("#place"); strings.Contains(place, "your browser") != (p == inBrowser()) {
			t.Errorf("it says that %q", place)
		}
		b.shoot("first-" + p.name)
	})
}

func TestKeysStepThroughTheRace(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	b.ready()
	for _, s := range []struct{ key, want string }{
		{" ", "Step 2 of"}, {"j", "Step 3 of"}, {"k", "Step 2 of"}, {kb.Home, "Start"},
	} {
		b.press(s.key)
		b.says("#now .number", s.want)
	}
	b.do(focus(".scrubber"))
	b.press(kb.ArrowRight)
	b.says("#now .number", "Step 1 of")
	b.press("v")
	b.says("#now .badge.violation", "violation")
	b.says("#lock-status", "broken")
	b.says("#guard-table", "taken, stale")
	b.says("#belief-table tr.false-belief", "yes")
	b.until(`document.querySelector(".lanes .row.now") !== null && location.hash.includes("step=")`)
	b.press(kb.End)
	b.until(`document.querySelector('[data-go="next"]').getAttribute("aria-disabled") === "true"`)
	b.press("?")
	b.says("dialog[open]", "next step")
	b.press(kb.Escape, kb.Home, "p") // runs by itself
	b.says("#now .number", "Step 2 of")
	b.shoot("violation")
}

func TestPresetsShowWhatFencingDoes(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	b.ready()
	b.click(`[data-preset="fenced"]`)
	b.says("#verdict", "SAFE")
	b.says(`[data-card="schedule"] .answer`, "Goes well")
	b.press(kb.End)
	b.says("#guard-table td.refused", "refused")
	b.shoot("fenced")
	b.click(`[data-preset="safe"]`)
	b.says(`[data-card="schedule"]`, "exactly 5 s")
	b.says("#verdict", "SAFE")
	b.click(`[data-preset="race"]`)
	b.says("#verdict", "UNSAFE")
}

func TestWhatIsChosenIsRun(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	b.ready()
	b.click(`input[name="guard"][value="reject-lower-or-equal"]`)
	b.says("#verdict", "SAFE")
	b.until(`location.hash.includes("guard=reject-lower-or-equal")`)
	b.click(`input[name="guard"][value="none"]`)
	b.says("#verdict", "UNSAFE")

	// The sliders work by keys, and are exact by their numbers.
	b.do(focus("#for"))
	b.press(kb.Home)
	b.says(`[data-card="schedule"]`, "exactly 0 s")
	b.says("#verdict", "SAFE")
	b.write(".duration:has(#for) input[type=text]", "12.5s")
	b.says(`[data-card="every"]`, "at most 12.5 s")
	b.says("#verdict", "UNSAFE")
	b.write(".duration:has(#for) input[type=text]", "soon")
	b.says(".duration:has(#for) .trouble", "not a duration")

	for _, stop := range []string{"freeze", "delay", "none"} {
		b.click(`input[name="stop"][value="` + stop + `"]`)
		b.until(`location.hash.includes("stop=` + stop + `")`)
		b.ready()
	}
	for _, name := range []string{"ttl-fencing", "redlock", "zkqueue", "etcd", "chubby", "ttl"} {
		b.choose("#protocol", name)
		b.until(`location.hash.includes("protocol=` + name + `&")`)
		b.ready()
		b.shoot("protocol-" + name)
	}
}
