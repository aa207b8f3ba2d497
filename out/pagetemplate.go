package out

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// pageTemplate is the text of a page with actions in double braces: a small part of
// html/template, which would be an eighth of what a browser has to load.
//
//	.A.B    . is where one stands    index . 1
//	if X ... else ... end    with X ... end    range X ... else ... end
//	template "facts" X, which define "facts" ... end stands for
//
// A value is escaped wherever it stands, or is refused: it may be text between
// elements or a double-quoted attribute that is only text. An address must be a
// fragment. What is not escaped has the type raw, and alone may stand in a script or
// a style. Templates are ours, and a mistake in one is found when it is parsed.
type pageTemplate struct {
	main    []pageNode
	defined map[string][]pageNode
}

// raw is text that is HTML, CSS or JavaScript already.
type raw string

// pageNode is a piece of text or an action.
type pageNode struct {
	word  string // "" for text, "value", "if", "with", "range" or "template"
	text  string // or the name of a template
	value pageValue
	place pagePlace
	body  []pageNode
	other []pageNode // after else
}

// pageValue leads from where one stands to a value.
type pageValue struct {
	fields []string
	index  int // -1 if it is not one of an array
}

// pagePlace is what stands around an action.
type pagePlace int

const (
	inText pagePlace = iota
	inAttribute
	inFragment
	inRaw // a script or a style
)

// parsePage parses a template.
func parsePage(text string) (*pageTemplate, error) {
	p := &pageParser{rest: text, defined: map[string][]pageNode{}}
	main, end, err := p.list()
	if err == nil && end != "" {
		err = fmt.Errorf("%q ends nothing", end)
	}
	if err != nil {
		return nil, fmt.Errorf("template of a page: %w", err)
	}
	return &pageTemplate{main, p.defined}, nil
}

// mustPage parses a template of this package.
func mustPage(text string) *pageTemplate {
	t, err := parsePage(text)
	if err != nil {
		panic(err)
	}
	return t
}

// write fills a template with the fields of a struct.
func (t *pageTemplate) write(from any) ([]byte, error) {
	var b strings.Builder
	if err := t.list(&b, t.main, reflect.ValueOf(from)); err != nil {
		return nil, err
	}
	return []byte(b.String()), nil
}

func (t *pageTemplate) list(b *strings.Builder, nodes []pageNode, at reflect.Value) error {
	for i := range nodes {
		if err := t.node(b, &nodes[i], at); err != nil {
			return err
		}
	}
	return nil
}

func (t *pageTemplate) node(b *strings.Builder, n *pageNode, at reflect.Value) error {
	if n.word == "" {
		b.WriteString(n.text)
		return nil
	}
	v, err := n.value.of(at)
	if err != nil {
		return err
	}
	switch n.word {
	case "value":
		return n.place.write(b, v)
	case "template":
		return t.list(b, t.defined[n.text], v)
	case "range":
		for i := range v.Len() {
			if err := t.list(b, n.body, v.Index(i)); err != nil {
				return err
			}
		}
		if v.Len() > 0 {
			return nil
		}
	default:
		if !v.IsZero() && (v.Kind() != reflect.Slice || v.Len() > 0) {
			if n.word == "if" {
				v = at
			}
			return t.list(b, n.body, v)
		}
	}
	return t.list(b, n.other, at)
}

func (p pageValue) of(at reflect.Value) (reflect.Value, error) {
	for _, f := range p.fields {
		for at.Kind() == reflect.Pointer && !at.IsNil() {
			at = at.Elem()
		}
		if at.Kind() != reflect.Struct || !at.FieldByName(f).IsValid() {
			return at, fmt.Errorf("template of a page: there is no %s in %s", f, at.Type())
		}
		at = at.FieldByName(f)
	}
	if p.index >= 0 {
		at = at.Index(p.index)
	}
	return at, nil
}

// pageEscaper makes text of whatever could be more than text, between elements or
// in quotes; a plus could begin another encoding in old browsers.
var pageEscaper = strings.NewReplacer(
	"\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;",
)

// write writes a value as its place demands.
func (p pagePlace) write(b *strings.Builder, v reflect.Value) error {
	var text string
	trusted := v.Type() == reflect.TypeFor[raw]()
	switch v.Kind() {
	case reflect.String:
		text = v.String()
	case reflect.Int:
		text = fmt.Sprint(v.Int())
	default:
		return fmt.Errorf("template of a page: %s is no text", v.Type())
	}
	switch {
	case trusted == (p == inRaw) || trusted && p == inText:
	case trusted:
		return errors.New("template of a page: what is raw stands in an attribute")
	default:
		return errors.New("template of a page: a text stands in a script or a style")
	}
	if p == inFragment && strings.Trim(text, "0123456789abcdefghijklmnopqrstuvwxyz-") != "" {
		return fmt.Errorf("template of a page: %q is no fragment of an address", text)
	}
	if !trusted {
		text = pageEscaper.Replace(text)
	}
	b.WriteString(text)
	return nil
}
