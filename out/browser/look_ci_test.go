//go:build ci

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// overlaps lists the labels of the lanes that cover one another by more than a
// pixel, and those that leave the picture.
const overlaps = `(() => {
	const all = Array.from(document.querySelectorAll(".lanes text")).map((e) => ({ text: e.textContent, at: e.getBoundingClientRect() }));
	const frame = document.querySelector(".lanes").getBoundingClientRect();
	const found = [];
	all.forEach((a, i) => {
		if (a.at.left < frame.left || a.at.right > frame.right || a.at.bottom > frame.bottom) found.push(a.text + " leaves the picture");
		for (const b of all.slice(0, i)) {
			const wide = Math.min(a.at.right, b.at.right) - Math.max(a.at.left, b.at.left);
			const high = Math.min(a.at.bottom, b.at.bottom) - Math.max(a.at.top, b.at.top);
			if (wide > 1 && high > 1) found.push(b.text + " and " + a.text);
		}
	});
	return found;
})()`

// violations runs the accessibility checker, and lists what it finds.
const violations = `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.flatMap((v) =>
	v.nodes.map((n) => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary)))`

func TestPagesLookRight(t *testing.T) {
	for _, c := range asked {
		t.Run(c.name, func(t *testing.T) {
			a := ask(t, c.command, c.exit)
			if (a.shown() != nil) != (a.Verdict == "unsafe") {
				t.Fatalf("verdict %s", a.Verdict)
			}
			for _, l := range []look{{width: 1280, scheme: "light"}, {width: 1280, scheme: "dark"}, {width: 390, scheme: "light"}, {width: 390, scheme: "dark"}} {
				t.Run(l.String(), func(t *testing.T) {
					b := open(t, a.page, "", l)
					if a.shown() != nil {
						b.press("v")
					}
					if wide := eval[int64](b, "document.documentElement.scrollWidth"); wide > l.width {
						t.Errorf("the page is %d pixels wide", wide)
					}
					if a.shown() != nil {
						if found := eval[[]string](b, overlaps); len(found) > 0 {
							t.Errorf("labels overlap:\n%s", strings.Join(found, "\n"))
						}
					}
					eval[any](b, axe+"; 0")
					if found := eval[[]string](b, violations); len(found) > 0 {
						t.Errorf("accessibility:\n%s", strings.Join(found, "\n"))
					}
					if a.shown() != nil && l.width > 390 {
						b.press("?")
						if found := eval[[]string](b, violations); len(found) > 0 {
							t.Errorf("accessibility, with the keys:\n%s", strings.Join(found, "\n"))
						}
						b.press(kb.Escape)
					}
					b.shoot(c.name + "-" + l.String())
				})
			}
		})
	}
}
