//go:build ci

package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func focus(selector string) chromedp.Action { return chromedp.Focus(selector, chromedp.ByQuery) }

// write writes into a field what is then there alone.
func (b *tab) write(selector, text string) {
	b.Helper()
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		return chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).select()", selector), nil).Do(ctx)
	}), chromedp.SendKeys(selector, text, chromedp.ByQuery))
}

// stepUntil takes steps, one after the other, until something is true.
func (b *tab) stepUntil(expression string) {
	b.Helper()
	for range 100 {
		if value[bool](b, expression) {
			return
		}
		was := b.text("#now .number")
		b.press("j")
		b.until(fmt.Sprintf(`document.querySelector("#now .number").textContent !== %q`, was))
	}
	b.Fatalf("in no step: %s", expression)
}

// choose takes an option of a list.
func (b *tab) choose(selector, option string) {
	b.Helper()
	b.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.value = %q;
		e.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, selector, option), nil))
}

func TestTheCheckerSaysWhatBreaksItAndWhatWouldHelp(t *testing.T) {
	each(t, func(t *testing.T, p place) {
		b := open(t, p, "", usual)
		b.ready()
		b.says(".checker .facts", "states")
		b.says(".checker .facts", "below 10")
		b.says("#fault-sets", "1 pause")
		b.says(".remedies", "--guard reject-lower")
		b.click(`[data-card="every"] button`)
		b.says("#now .number", "Step 1 of")
		b.until(`location.hash.includes("show=every")`)
		b.press("v")
		b.says("#now .badge.violation", "violation")
		b.click(`[data-flags="--guard reject-lower"]`)
		b.says("#verdict", "SAFE")
		b.says(".empty", "nothing to show")
		b.click(`input[name="timing"][value="any"]`)
		b.says(`[data-card="every"]`, "any time")
		b.says("#verdict", "SAFE")
	})
}

func TestTheMapLeadsToItsCells(t *testing.T) {
	each(t, func(t *testing.T, p place) {
		b := open(t, p, "", usual)
		b.ready()
		b.until(`document.querySelectorAll(".grid .cell.safe").length > 50 && document.querySelectorAll(".grid .cell.unsafe").length > 50 && !document.querySelector(".grid .cell.blank")`)
		b.shoot("map-" + p.name)
		b.click(`.grid [data-x="9"][data-y="2"]`)
		b.says("#verdict", "SAFE")
		b.says(".grid .cell.here", "")
		b.until(`document.querySelector(".grid .cell.here").classList.contains("safe")`)
		b.do(focus(`.grid [tabindex="0"]`))
		b.press(kb.PageUp, kb.Enter)
		b.says("#verdict", "UNSAFE")
		b.until(`location.hash.includes("show=every") && document.querySelector(".lanes-box svg") !== null`)
	})
}

func TestANewQuestionGivesUpTheOlderOne(t *testing.T) {
	each(t, func(t *testing.T, p place) {
		b := open(t, p, "#v=1&protocol=zkqueue&clients=4&faults=pause,crash,delay&stop=pause&for=15s&timing=any&step=1&tab=race", usual)
		b.says(".checker .busy", "Checking")
		t.Logf("the page has stopped the check after %.0f ms", value[float64](b, `new Promise((go) => {
			const began = performance.now();
			new MutationObserver(() => document.querySelector(".checker .warned") && go(performance.now() - began))
				.observe(document.querySelector("main"), { childList: true, subtree: true });
			document.querySelector(".checker .busy button").click();
		})`))
		b.says(".checker .warned", "The check was stopped")
		b.click(`.checker .warned button`)
		b.says(".checker .busy", "Checking")
		b.click(`[data-preset="race"]`)
		b.ready()
		b.says("#verdict", "UNSAFE")
	})
}

func TestTheQueueShowsWhoIsWoken(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	b.click(`[data-tab="queue"]`)
	b.until(`document.querySelectorAll("#tally tbody tr").length === 2`)
	if got := b.text("#tally tbody td:nth-child(3)"); got != "1 | 3" {
		t.Errorf("woken at most at once: %s, want 1 and 3", got)
	}
	b.until(`(() => {
		const next = document.querySelector('[data-go="next"]');
		next.click();
		return document.querySelectorAll(".pair > section:first-child .queue .entry").length === 4 &&
			document.querySelectorAll(".pair > section:first-child .queue .watch").length === 3;
	})()`)
	b.until(`(() => {
		document.querySelector('[aria-label="Steps of the herd"] .main').click();
		return document.querySelectorAll(".pair > section:last-child .queue .watch").length === 3;
	})()`)
	b.shoot("queue")
}

func TestRedlockShowsNodesClocksAndWindows(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	b.click(`[data-tab="redlock"]`)
	b.until(`document.querySelectorAll(".node").length === 5`)
	b.press("j", "j", "j", "j", "j")
	b.says(".grants", "a majority")
	b.click("#jumps-on")
	b.until(`location.hash.includes("jump=") && document.querySelectorAll(".node").length === 5`)
	b.until(`(() => {
		document.querySelector('[data-go="next"]').click();
		return document.querySelectorAll(".node.jumped").length > 0;
	})()`)
	b.click("h1") // off the field, which has the keys else
	b.press(kb.Home)
	b.stepUntil(`document.querySelectorAll(".windows .window").length === 2`)
	b.shoot("redlock")
}

func TestTheCodeCanBeCopiedAndDownloaded(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	b.click(`[data-tab="code"]`)
	b.until(`document.querySelectorAll("[role=tab]").length > 1`)
	first := b.text("pre.code")
	b.do(focus(`[role=tab][tabindex="0"]`))
	b.press(kb.ArrowRight)
	if second := b.text("pre.code"); second == first || second == "" {
		t.Error("the second file is the first one, or empty")
	}
	b.do(chromedp.Evaluate(`navigator.clipboard.writeText = async (text) => { window.copied = text; }`, nil))
	b.click(".file-buttons button")
	b.until(`window.copied === document.querySelector("pre.code").textContent`)
	b.says(".file-buttons .copy", "copied")
	if got := b.downloaded(`.file-buttons > button`); !strings.HasPrefix(got, value[string](b, `document.querySelector("[role=tab][aria-selected=true]").textContent`)+"\n") || len(got) < 100 {
		t.Errorf("downloaded: %.200s", got)
	}
	b.shoot("code")
}

// downloaded clicks, and returns the name and the text of the file that this gives.
func (b *tab) downloaded(selector string) string {
	b.Helper()
	b.do(chromedp.Evaluate(`(() => {
		window.file = null;
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { window.blob = blob; return make(blob); };
		HTMLAnchorElement.prototype.click = function () { const name = this.download; window.blob.text().then((text) => { window.file = name + "\n" + text; }); };
	})()`, nil, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p }))
	b.do(chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).click()", selector), nil))
	b.until("window.file !== null")
	return value[string](b, "window.file")
}

func TestEveryExportGivesAFile(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	b.ready()
	for format, want := range map[string]string{
		"svg": "<svg", "html": "<!DOCTYPE html>", "json": `"schema"`, "itf": "#meta", "mermaid": "sequenceDiagram", "dot": "digraph", "md": "ttl", "suite": "expect: unsafe",
	} {
		if got := b.downloaded(`[data-format="` + format + `"]`); !strings.Contains(got, want) {
			t.Errorf("%s: the file does not contain %q: %.300s", format, want, got)
		}
	}
}

func TestEveryClaimOfTheLessonsIsAsClaimed(t *testing.T) {
	b := open(t, inProgram(), "", usual)
	b.click(`[data-tab="lessons"]`)
	b.until(`document.querySelectorAll(".claim").length > 5`)
	b.do(chromedp.Evaluate(`for (const e of document.querySelectorAll(".claim .buttons button:first-child")) e.click()`, nil))
	b.until(`document.querySelectorAll(".claim.right, .claim.wrong, .claim .trouble").length === document.querySelectorAll(".claim").length`)
	if wrong := b.text(".claim:not(.right)"); wrong != "" {
		t.Errorf("not as claimed: %s", wrong)
	}
	b.shoot("lessons")
	b.click(`.claim .buttons button:last-child`)
	b.until(`location.hash.includes("tab=race")`)
	b.says("#verdict", "SAFE")
}
