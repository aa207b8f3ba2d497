package out

import (
	"bytes"
	"html/template"
	"regexp"
	"strings"
	"testing"
)

// Our templates are a part of html/template: the same text makes the same bytes,
// with values that hold every sign.
func TestPageTemplateIsHTMLTemplate(t *testing.T) {
	type inner struct {
		Name string
		N    int
		Pair [2]string
	}
	type data struct {
		Text, Empty string
		Flag        bool
		List, None  []inner
		One, Nil    *inner
		N, Zero     int
	}
	var hostile strings.Builder
	for c := range rune(0x180) {
		hostile.WriteRune(c)
	}
	hostile.WriteString(`<!-- --></script><script>alert(1)</script>" onload="x' {{.Text}} &amp; \u003c  😀`)
	i := inner{hostile.String(), 7, [2]string{"<a>", "+b"}}
	d := data{Text: hostile.String(), Flag: true, List: []inner{i, {}, i}, One: &i, N: -3}
	for _, text := range []string{
		`<p>{{.Text}}</p>{{.Empty}}<b title="{{.Text}}">{{.N}}</b>`,
		`{{if .Flag}}<i>{{.N}}</i>{{else}}no{{end}}{{if .None}}yes{{else}}<i>{{.Text}}</i>{{end}}{{if .Zero}}zero{{end}}`,
		`{{range .List}}<p class="{{.Name}}">{{.Name}} {{with .N}}{{.}}{{end}} {{index .Pair 1}}</p>{{else}}none{{end}}{{range .None}}x{{else}}none{{end}}`,
		`{{with .One}}<p>{{.Name}}</p>{{end}}{{with .Nil}}<p>{{.Name}}</p>{{else}}nil{{end}}<a href="#step={{.N}}">{{.One.Name}}</a>`,
		`{{template "x" .List}}{{template "x" .None}}{{define "x"}}{{if .}}<ul>{{range .}}<li>{{.Name}}</li>{{end}}</ul>{{end}}{{end}}`,
		`<title>{{.Text}}</title><style>p > a { }</style><p>a &lt; b {{.Text}}</p>`,
	} {
		text = strings.ReplaceAll(text, "{{index .Pair 1}}", "{{with .Pair}}{{index . 1}}{{end}}")
		var want bytes.Buffer
		if err := template.Must(template.New("").Parse(text)).Execute(&want, d); err != nil {
			t.Fatal(err)
		}
		got, err := mustPage(text).write(d)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s\ngot  %q\nwant %q", text, got, want.Bytes())
		}
	}
}

// What html/template would escape in another way than text is refused.
func TestPageTemplateRefuses(t *testing.T) {
	for _, text := range []string{
		`<p {{.}}>`, `<p class={{.}}>`, `<p class='{{.}}'>`, `<a href="{{.}}">`, `<a href="x{{.}}">`, `<img src="{{.}}"/>`,
		`<p onclick="{{.}}">`, `<p style="{{.}}">`, `{{if .A}}`, `{{end}}`, `{{.A`, `{{printf "x"}}`, `{{if .A}}<p {{end}}>`,
		`{{define "x"}}`, `{{if .A}}<script>{{else}}<p>{{end}}`, `{{index . x}}`,
	} {
		if _, err := parsePage(text); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
	for _, x := range []struct {
		text string
		data any
	}{
		{`<script>{{.A}}</script>`, struct{ A string }{"x"}},
		{`<style>{{.A}}</style>`, struct{ A string }{"x"}},
		{`<p title="{{.A}}"></p>`, struct{ A raw }{"x"}},
		{`<a href="#{{.A}}"></a>`, struct{ A string }{`x"y`}},
		{`<a href="#{{.A}}"></a>`, struct{ A raw }{`x`}},
		{`{{.B}}`, struct{ A string }{"x"}},
		{`{{.A}}`, struct{ A []int }{}},
	} {
		if got, err := mustPage(x.text).write(x.data); err == nil {
			t.Errorf("%s: %s", x.text, got)
		}
	}
	if got, err := mustPage(`<script>{{.A}}</script><style>{{.A}}</style><p>{{.A}}</p>`).write(struct{ A raw }{"<b>"}); err != nil || string(got) != `<script><b></script><style><b></style><p><b></p>` {
		t.Errorf("%s, %v", got, err)
	}
}

// The signs of Markdown, Mermaid and terminals are found as these regular
// expressions find them.
func TestSignsAreThoseOfRegularExpressions(t *testing.T) {
	special := regexp.MustCompile("[\\\\`*_{}\\[\\]#|~]")
	linked := regexp.MustCompile(`(?i)@|#|://|\bwww\.|\bgh-`)
	ending := regexp.MustCompile(`(?i)\bend\b`)
	coloured := regexp.MustCompile("\x1b\\[[0-9;]*m")
	pieces := []string{"a", " ", "www.", "WwW.", "gh-", "GH-", "@", "#", "://", "end", "END", "_", "é", "0", "-", "\x1b[", "3;1", "m", ";", "`", "\\", "*", "|", "~", "{", "]", "\n", "\x1b"}
	for n := range len(pieces) * len(pieces) * len(pieces) * len(pieces) {
		text := ""
		for k := n; k > 0 || text == ""; k /= len(pieces) {
			text += pieces[k%len(pieces)]
		}
		if n > 60_000 && n%17 != 0 {
			continue
		}
		if got, want := mdSpecial.Replace(text), special.ReplaceAllString(text, `\$0`); got != want {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
		from, to := linkAt(text)
		if at := linked.FindStringIndex(text); at == nil && from >= 0 || at != nil && (from != at[0] || to != at[1]) {
			t.Fatalf("%q: a link at %d to %d, want %v", text, from, to, at)
		}
		from, to = colouring(text)
		if at := coloured.FindStringIndex(text); at == nil && from >= 0 || at != nil && (from != at[0] || to != at[1]) {
			t.Fatalf("%q: a colour at %d to %d, want %v", text, from, to, at)
		}
		all := ending.FindAllStringIndex(text, -1)
		for _, at := range all {
			if !endings(text)[at[0]] {
				t.Fatalf("%q: no end at %d", text, at[0])
			}
		}
		if len(endings(text)) != len(all) {
			t.Fatalf("%q: ends %v, want %v", text, endings(text), all)
		}
	}
}
