package studio_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"regexp"
	"strings"
	"testing"

	"lockcheck/checker"
	"lockcheck/out"
)

// read returns a file of the page.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("web/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheVendoredFileIsTheOneThatItsReadmeNames(t *testing.T) {
	sum := sha256.Sum256([]byte(read(t, "vendor/preact.js")))
	if got := hex.EncodeToString(sum[:]); !strings.Contains(read(t, "vendor/README"), "SHA-256: "+got+"\n") {
		t.Errorf("vendor/README does not name the hash of vendor/preact.js, %s", got)
	}
}

// The page allows no styles within a picture, so that it has them in a file.
func TestThePageHasTheStylesOfThePictures(t *testing.T) {
	var b bytes.Buffer
	r := &out.Report{Model: out.Model{Name: "x"}, Result: &checker.Result{Verdict: checker.Safe}}
	if err := out.SVG(&b, r, nil); err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(b.String(), "<style>\n")
	styles, _, found := strings.Cut(rest, "</style>")
	if !found || !strings.Contains(read(t, "lanes.css"), styles) {
		t.Error("lanes.css does not have the styles of a picture of lanes; copy them from package out")
	}
}

// Its colours are those of the HTML report.
func TestThePageHasTheColoursOfTheReport(t *testing.T) {
	report, err := os.ReadFile("../../../out/page/page.css")
	if err != nil {
		t.Fatal(err)
	}
	color := regexp.MustCompile(`--[a-z-]+: #[0-9a-f]{6};`)
	for _, c := range color.FindAllString(string(report), -1) {
		if !strings.Contains(read(t, "page.css"), c) {
			t.Errorf("page.css lacks %s", c)
		}
	}
}

// What the policy of the page forbids would only be seen in a browser.
func TestThePageHasNoStylesOrScriptsOfItsOwn(t *testing.T) {
	page := read(t, "index.html")
	for _, bad := range []string{"<style", "style=", "onclick", "javascript:", "http:", "https:", "<base", "<form"} {
		if strings.Contains(strings.ReplaceAll(page, "xmlns='http://www.w3.org/2000/svg'", ""), bad) {
			t.Errorf("index.html contains %q", bad)
		}
	}
	if strings.Count(page, "<script") != 1 || !strings.Contains(page, `<script type="module" src="main.js">`) {
		t.Error("index.html has other scripts than main.js")
	}
}

// A browser learns of a module when it has read the one that imports it; the page
// names them all at once.
func TestThePageNamesItsModules(t *testing.T) {
	page, seen := read(t, "index.html"), map[string]bool{"main.js": true}
	for open := []string{"main.js"}; len(open) > 0; open = open[1:] {
		for _, found := range regexp.MustCompile(`(?m)^import .* from '\./(.*)';$`).FindAllStringSubmatch(read(t, open[0]), -1) {
			if name := found[1]; !seen[name] {
				seen[name], open = true, append(open, name)
			}
		}
	}
	for name := range seen {
		if name != "main.js" && !strings.Contains(page, `<link rel="modulepreload" href="`+name+`">`) {
			t.Errorf("index.html does not name %s", name)
		}
	}
	if named := strings.Count(page, `rel="modulepreload"`); len(seen) < 10 || named != len(seen)-1 {
		t.Errorf("index.html names %d modules; main.js imports %d in the end", named, len(seen)-1)
	}
}

func TestThePageAsksNobodyElse(t *testing.T) {
	files, err := os.ReadDir("web")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name := f.Name(); strings.HasSuffix(name, ".js") || strings.HasSuffix(name, ".css") {
			if name == "wasm_exec.js" {
				continue // of Go
			}
			if text := read(t, name); strings.Contains(text, "//") && regexp.MustCompile(`https?://|@import|[^:]"//`).MatchString(text) {
				t.Errorf("%s names an address elsewhere", name)
			}
			if lines := strings.Count(read(t, name), "\n"); lines > 400 {
				t.Errorf("%s has %d lines, more than 400", name, lines)
			}
		}
	}
}
