//go:build ci

package browser

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// summarySuite has a run with pauses, one with several nodes, one in real time,
// one that ends too early, and a name that somebody would obey.
const summarySuite = `version: 1
checks:
- {name: the race, protocol: ttl, faults: pause, expect: safe}
- {name: quorum, protocol: redlock, params: {nodes: 3}, faults: pause=1, expect: safe}
- {name: "a | b *c* <img src=x onerror=alert(1)> @team #1 $x$ [l](http://e.org)", protocol: etcd, faults: [delay, loss], expect: safe}
- {name: in real time, protocol: ttl, timing: bounded, durations: {max-pause: 40s}, expect: safe}
- {name: fenced, protocol: ttl-fencing, faults: pause, expect: safe}
- {name: too large, protocol: zkqueue, limits: {states: 100}, expect: safe}
`

// draw renders Markdown as GitHub does, with elements of HTML let through, and
// then each diagram.
const draw = `(async () => {
	const article = document.querySelector("article");
	article.innerHTML = markdownit({ html: true }).render(document.getElementById("source").textContent);
	for (const e of article.querySelectorAll("pre > code.language-mermaid")) {
		const box = document.createElement("div");
		box.className = "mermaid";
		box.textContent = e.textContent;
		e.parentElement.replaceWith(box);
	}
	for (const e of article.querySelectorAll("details")) e.open = true;
	mermaid.initialize({ startOnLoad: false, theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "default" });
	await mermaid.run({ querySelector: ".mermaid" });
	return 0;
})()`

// drawn is what is to be seen of a summary.
type drawn struct {
	Headings []string
	Diagrams []struct {
		Lanes    []string // names above them
		Messages int
		Wide     int64 // pixels
	}
	Checks   int      // rows of the first table
	Links    []string // that nobody meant
	Images   int
	Text     string
	Overflow []string
}

const see = `(() => {
	const all = (what, within) => Array.from((within || document).querySelectorAll(what));
	const edge = document.documentElement.clientWidth;
	return {
		Headings: all("h2, h3").map((e) => e.textContent),
		Diagrams: all(".mermaid svg").map((e) => ({
			Lanes: [...new Set(all("text.actor", e).map((t) => t.textContent))],
			Messages: all(".messageText", e).length,
			Wide: Math.round(e.getBoundingClientRect().width),
		})),
		Checks: all("tbody tr", document.querySelector("table")).length,
		Links: all("article a").map((e) => e.href),
		Images: all("img, script[src]").length,
		Text: document.querySelector("article").innerText,
		Overflow: all("article > *").filter((e) => e.getBoundingClientRect().right > edge + 1).map((e) => e.textContent.slice(0, 60)),
	};
})()`

// TestSummaryLooksRight: the summary of a job is drawn as GitHub draws it. Nothing
// of Markdown or Mermaid is left as text, each run has its lanes, and it all fits.
func TestSummaryLooksRight(t *testing.T) {
	dir := t.TempDir()
	page, text := summaryPage(t, dir)
	runs := strings.Count(text, "```mermaid\n")
	if runs < 4 {
		t.Fatalf("%d diagrams", runs)
	}
	for _, l := range []look{{width: 1280, scheme: "light"}, {width: 1280, scheme: "dark"}, {width: 600, scheme: "light"}} {
		t.Run(l.String(), func(t *testing.T) {
			b := open(t, page, "", l)
			for _, script := range []string{"markdown-it/dist/markdown-it.min.js", "mermaid/dist/mermaid.min.js"} {
				source, err := os.ReadFile(filepath.Join(modules, script))
				if err != nil {
					t.Fatal(err)
				}
				eval[any](b, string(source)+"\n; 0")
			}
			eval[any](b, draw)
			s := eval[drawn](b, see)
			if len(s.Headings) < 1+runs || !strings.HasPrefix(s.Headings[0], "lockcheck: ") {
				t.Errorf("headings %q", s.Headings)
			}
			if s.Checks != strings.Count(summarySuite, "- {name:") {
				t.Errorf("%d checks in the first table", s.Checks)
			}
			if len(s.Diagrams) != runs {
				t.Errorf("%d diagrams are drawn, of %d", len(s.Diagrams), runs)
			}
			for i, d := range s.Diagrams {
				if len(d.Lanes) < 3 || d.Messages < 5 || d.Wide < 100 {
					t.Errorf("diagram %d: lanes %q, %d messages, %d pixels wide", i+1, d.Lanes, d.Messages, d.Wide)
				}
			}
			if len(s.Links) > 0 || s.Images > 0 {
				t.Errorf("links %q, %d images", s.Links, s.Images)
			}
			for _, left := range []string{"```", "**", "|---", "Syntax error", "<br>", "<details>", "&lt;", "&amp;", "<!--", "\\*"} {
				if strings.Contains(s.Text, left) {
					t.Errorf("%q is left as text", left)
				}
			}
			if want := "a | b *c* <img src=x onerror=alert(1)> @team #1 $x$ [l](http://e.org)"; !strings.Contains(s.Text, want) {
				t.Errorf("the name %q is not shown as it is", want)
			}
			if wide := eval[int64](b, "document.documentElement.scrollWidth"); wide > l.width || len(s.Overflow) > 0 {
				t.Errorf("the page is %d pixels wide; %q", wide, s.Overflow)
			}
			b.shoot("summary-" + l.String())
		})
	}
}

// summaryPage has the program compare the suite, and puts the Markdown that it
// writes into a page with GitHub's style.
func summaryPage(t *testing.T, dir string) (page, text string) {
	t.Helper()
	suite, file := filepath.Join(dir, "suite.yaml"), filepath.Join(dir, "summary.md")
	if err := os.WriteFile(suite, []byte(summarySuite), 0o644); err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(program, "compare", suite, "--no-cache", "--quiet", "--report", "md="+file).CombinedOutput()
	if status := exitOf(err); status != 1 {
		t.Fatalf("exit status %d: %s", status, said)
	}
	markdown, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	style, err := os.ReadFile(filepath.Join(modules, "github-markdown-css", "github-markdown.css"))
	if err != nil {
		t.Fatal(err)
	}
	// A JSON string has no "</script>" in it: encoding/json escapes the sign.
	source, err := json.Marshal(string(markdown))
	if err != nil {
		t.Fatal(err)
	}
	html := "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<title>summary</title>\n<style>" + string(style) + "\n.markdown-body { max-width: 1012px; margin: auto; padding: 32px; }\n.mermaid svg { max-width: 100%; }</style>\n" +
		"<body class=\"markdown-body\" style=\"max-width: none; padding: 0\"><article class=\"markdown-body\"></article>\n" +
		"<template id=\"source\"></template>\n<script>document.getElementById(\"source\").textContent = " + string(source) + ";</script>\n"
	page = filepath.Join(dir, "summary.html")
	if err := os.WriteFile(page, []byte(html), 0o644); err != nil {
		t.Fatal(err)
	}
	return page, string(markdown)
}
