package out

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// pageParser parses a template, and follows what stands around its actions.
type pageParser struct {
	rest    string
	defined map[string][]pageNode
	before  pageAround
}

// list parses up to an action that ends a list: end, else, or "" at the end of all.
func (p *pageParser) list() (nodes []pageNode, end string, err error) {
	for p.rest != "" {
		text, rest, found := strings.Cut(p.rest, "{{")
		if text != "" {
			if err := p.before.read(text); err != nil {
				return nil, "", err
			}
			nodes = append(nodes, pageNode{text: text})
		}
		p.rest = rest
		if !found {
			break
		}
		action, rest, found := strings.Cut(rest, "}}")
		if !found {
			return nil, "", errors.New("an action has no end")
		}
		p.rest = rest
		word, about, _ := strings.Cut(action, " ")
		switch word {
		case "end", "else":
			return nodes, word, nil
		case "define":
			if err := p.define(about); err != nil {
				return nil, "", err
			}
		default:
			n, err := p.action(word, about, action)
			if err != nil {
				return nil, "", err
			}
			nodes = append(nodes, n)
		}
	}
	return nodes, "", nil
}

func (p *pageParser) define(name string) error {
	body, end, err := p.list()
	if err != nil {
		return err
	}
	if end != "end" {
		return fmt.Errorf("define %s has no end", name)
	}
	p.defined[name] = body
	return nil
}

// action parses an action whose word and rest are given, and what it holds.
func (p *pageParser) action(word, about, action string) (n pageNode, err error) {
	switch word {
	case "if", "with", "range":
		n = pageNode{word: word}
		if n.value, err = parsePageValue(about); err != nil {
			return n, err
		}
		before, end := p.before, ""
		if n.body, end, err = p.list(); err == nil && end == "else" {
			if p.before != before {
				return n, fmt.Errorf("{{%s}} ends in another place than it begins", action)
			}
			n.other, end, err = p.list()
		}
		if err == nil && end != "end" {
			err = fmt.Errorf("{{%s}} has no end", action)
		}
		if err == nil && p.before != before {
			err = fmt.Errorf("{{%s}} ends in another place than it begins", action)
		}
		return n, err
	case "template":
		name, value, _ := strings.Cut(about, " ")
		n = pageNode{word: word, text: name}
		n.value, err = parsePageValue(value)
		return n, err
	}
	n = pageNode{word: "value"}
	if n.place, err = p.before.place(); err != nil {
		return n, fmt.Errorf("{{%s}}: %w", action, err)
	}
	n.value, err = parsePageValue(action)
	return n, err
}

func parsePageValue(text string) (v pageValue, err error) {
	v.index = -1
	if index, found := strings.CutPrefix(text, "index . "); found {
		v.index, err = strconv.Atoi(index)
		return v, err
	}
	fields, found := strings.CutPrefix(text, ".")
	if !found || strings.Contains(fields, " ") {
		return v, fmt.Errorf("{{%s}} is not understood", text)
	}
	if fields != "" {
		v.fields = strings.Split(fields, ".")
	}
	return v, nil
}

// pageAround is where a template has come to.
type pageAround struct {
	tag       bool   // inside of a tag
	element   string // script or style, whose text is not HTML
	attribute string // whose value it is in
	begun     string // of that value; what may be an address is looked at
}

// read goes on over a text.
func (a *pageAround) read(text string) error {
	for text != "" {
		switch {
		case a.attribute != "":
			value, rest, ended := strings.Cut(text, `"`)
			a.begun += value
			text = rest
			if ended {
				a.attribute, a.begun = "", ""
			}
		case a.tag:
			at := strings.IndexAny(text, `"'>`)
			if at < 0 {
				return nil
			}
			if text[at] == '\'' {
				return errors.New("an attribute is in single quotes")
			}
			if a.tag = text[at] == '"'; a.tag {
				name := text[:at]
				name, found := strings.CutSuffix(name, "=")
				if !found {
					return errors.New("a quote stands where no value is")
				}
				a.attribute = name[strings.LastIndexAny(name, " \n")+1:]
			}
			text = text[at+1:]
		case a.element != "":
			_, rest, ended := strings.Cut(text, "</"+a.element+">")
			text = rest
			if ended {
				a.element = ""
			}
		default:
			_, rest, found := strings.Cut(text, "<")
			text = rest
			if !found {
				return nil
			}
			a.tag = true
			for _, e := range []string{"script", "style"} {
				if strings.HasPrefix(rest, e) {
					a.element = e
				}
			}
		}
	}
	return nil
}

// place is what a value here would be.
func (a *pageAround) place() (pagePlace, error) {
	switch name := a.attribute; {
	case name == "href" && strings.HasPrefix(a.begun, "#"):
		return inFragment, nil
	case name == "href", name == "src", name == "style", name == "action", strings.HasPrefix(name, "on"):
		return 0, errors.New("no value may stand in " + name)
	case name != "":
		return inAttribute, nil
	case a.tag:
		return 0, errors.New("no value may stand in a tag, but for attributes in quotes")
	case a.element != "":
		return inRaw, nil
	}
	return inText, nil
}
