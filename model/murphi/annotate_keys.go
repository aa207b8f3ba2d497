package murphi

import (
	"slices"
	"sort"
	"strconv"
	"strings"
)

// annotationKey says what a key belongs to and how its arguments are read.
type annotationKey struct {
	kind    targetKind
	repeats bool
	read    func(s *annScanner, t *annTarget, off int)
}

// annotationKeys holds every key.
var annotationKeys map[string]annotationKey

func init() {
	annotationKeys = map[string]annotationKey{
		"protocol":        {kind: fileTarget, read: (*annScanner).protocol},
		"family":          {kind: fileTarget, read: headStrings(func(h *Head) *[]string { return &h.Family })},
		"source":          {kind: fileTarget, read: headStrings(func(h *Head) *[]string { return &h.Source })},
		"assumes":         {kind: fileTarget, read: headStrings(func(h *Head) *[]string { return &h.Assumes })},
		"assumes-untimed": {kind: fileTarget, read: headStrings(func(h *Head) *[]string { return &h.Untimed })},
		"leaves-out":      {kind: fileTarget, read: headStrings(func(h *Head) *[]string { return &h.LeavesOut })},
		"default-faults":  {kind: fileTarget, read: (*annScanner).defaultFaults},
		"include":         {kind: fileTarget, read: (*annScanner).include},
		"variant":         {kind: fileTarget, read: (*annScanner).variant},
		"duration":        {kind: fileTarget, read: (*annScanner).duration},
		"requires":        {kind: fileTarget, read: (*annScanner).requires},
		"param":           {kind: constTarget, read: (*annScanner).param},
		"timing":          {kind: constTarget, read: func(_ *annScanner, t *annTarget, _ int) { t.eachConst(func(d *ConstDecl) { d.Timing = true }) }},
		"ordinal":         {kind: typeTarget, read: func(_ *annScanner, t *annTarget, _ int) { t.eachType(func(d *TypeDecl) { d.Ordinal = true }) }},
		"names":           {kind: typeTarget, read: (*annScanner).names},
		"history":         {kind: varTarget, read: func(_ *annScanner, t *annTarget, _ int) { t.markHistory() }},
		"observe":         {kind: funcTarget, read: func(_ *annScanner, t *annTarget, _ int) { t.markObserve() }},
		"fault":           {kind: ruleTarget, read: (*annScanner).fault},
		"delay":           {kind: ruleTarget, read: (*annScanner).delay},
		"restarts":        {kind: ruleTarget, repeats: true, read: (*annScanner).restarts},
		"line":            {kind: ruleTarget, read: (*annScanner).line},
		"say":             {kind: ruleTarget, read: (*annScanner).say},
	}
}

// keyHint suggests a key, or lists them all.
func keyHint(word string) string {
	keys := make([]string, 0, len(annotationKeys))
	for k := range annotationKeys {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	if k := Suggest(word, keys); k != "" {
		return "did you mean `" + k + "`?"
	}
	return "the keys are " + strings.Join(keys, ", ")
}

func (t *annTarget) eachConst(do func(*ConstDecl)) {
	for _, d := range t.consts {
		do(d)
	}
}

func (t *annTarget) eachType(do func(*TypeDecl)) {
	for _, d := range t.types {
		do(d)
	}
}

func (t *annTarget) markHistory() {
	for _, d := range t.vars {
		d.History = true
	}
}

func (t *annTarget) markObserve() {
	if t.fn != nil {
		t.fn.Observe = true
	}
}

// spanFrom is the place of what was read since off.
func (s *annScanner) spanFrom(off int) Span {
	end := s.off
	for end > off && isSpace(s.text[end-1]) {
		end--
	}
	return s.a.p.lex.span(int32(off), int32(end))
}

// head is where annotations of the file go.
func (s *annScanner) head() *Head { return &s.a.p.model.Head }

func (s *annScanner) protocol(_ *annTarget, off int) {
	name := s.name("the name of a protocol", isHyphenName, hyphenHint)
	title := s.str("the protocol's title")
	if s.head().Protocol != nil {
		s.failAt(off, s.off, "the file is given two protocol annotations", "")
	}
	s.head().Protocol = &ProtocolAnn{Span: s.spanFrom(off), Name: name, Title: title}
}

// headStrings reads one string or several into a list of the head.
func headStrings(list func(*Head) *[]string) func(*annScanner, *annTarget, int) {
	return func(s *annScanner, _ *annTarget, _ int) {
		l := list(s.head())
		*l = append(*l, s.str("a text"))
		for s.isString() {
			*l = append(*l, s.str("a text"))
		}
	}
}

func (s *annScanner) defaultFaults(_ *annTarget, off int) {
	var kinds []string
	for {
		kinds = append(kinds, s.name("a kind of fault", isHyphenName, hyphenHint))
		if !s.take(',') {
			break
		}
	}
	if s.head().DefaultFaults != nil {
		s.failAt(off, s.off, "the file is given two lists of default faults", "")
	}
	s.head().DefaultFaults = kinds
}

// include records where the part belongs: before the first item behind it.
func (s *annScanner) include(_ *annTarget, off int) {
	path := s.str("the name of a file")
	span := s.spanFrom(off)
	items := s.a.p.model.Items
	before := sort.Search(len(items), func(i int) bool { return span.Start.before(items[i].Place().Start) })
	if before > 0 && span.Start.before(items[before-1].Place().End) && !s.a.broken {
		s.failAt(off, s.off, "an include cannot stand inside a declaration, function or rule", "write it between them")
	}
	s.head().Includes = append(s.head().Includes, &IncludeAnn{Span: span, Path: path, From: before, To: before})
}

func (s *annScanner) variant(_ *annTarget, off int) {
	v := &VariantAnn{Name: s.name("the name of a variant", isHyphenName, hyphenHint)}
	for {
		flag := s.name("a parameter of the variant", isHyphenName, hyphenHint)
		if !s.take('=') {
			s.fail("`=` and a value after the parameter "+flag, "")
		}
		s.skipSpace()
		start := s.off
		for s.off < len(s.text) && !isSpace(s.text[s.off]) && s.text[s.off] != ',' && s.text[s.off] != '"' {
			s.off++
		}
		if s.off == start {
			s.fail("a value for the parameter "+flag, "")
		}
		v.Params = append(v.Params, ParamValue{Flag: flag, Value: s.text[start:s.off]})
		if !s.take(',') {
			break
		}
	}
	v.Title = s.str("the variant's title")
	v.Span = s.spanFrom(off)
	s.head().Variants = append(s.head().Variants, v)
}

func (s *annScanner) duration(_ *annTarget, off int) {
	d := &DurationAnn{Name: s.name("the name of a duration", isCapitalName, "write it in capitals and underscores, as in MAX_PAUSE")}
	if s.isString() {
		s.fail("a default value for "+d.Name, "for example 30s, 1% or TTL/3")
	}
	d.Default = s.bound("the default of "+d.Name, `"`)
	d.Help = s.str("a help text")
	d.Span = s.spanFrom(off)
	s.head().Durations = append(s.head().Durations, d)
}

// requires reads `X < Y "why"`.
func (s *annScanner) requires(_ *annTarget, off int) {
	r := &RequiresAnn{X: s.bound("what is required", "<>=\"")}
	ops := map[string]Op{"<": Lt, "<=": Le, ">": Gt, ">=": Ge}
	start := s.off
	for s.off < len(s.text) && strings.IndexByte("<>=", s.text[s.off]) >= 0 {
		s.off++
	}
	op, known := ops[s.text[start:s.off]]
	if s.off = start; !known {
		s.fail("`<`, `<=`, `>` or `>=`", "a requirement compares two durations, as in RENEW < TTL")
	}
	s.off += len(opText[op])
	r.Op, r.Y = op, s.bound("what it is compared with", `"`)
	r.Why = s.str("the reason")
	r.Span = s.spanFrom(off)
	s.head().Requires = append(s.head().Requires, r)
}

func (s *annScanner) param(t *annTarget, off int) {
	a := &ParamAnn{Flag: s.name("the name of a parameter", isHyphenName, hyphenHint)}
	if !s.isString() {
		a.HasRange = true
		a.Lo = s.integer("the range of the parameter or its help text")
		for range len("..") {
			if !s.take('.') {
				s.fail("`..` and the end of the range", "")
				break
			}
		}
		a.Hi = s.integer("the end of the range")
	}
	a.Help = s.str("a help text")
	a.Span = s.spanFrom(off)
	t.eachConst(func(d *ConstDecl) { d.Param = a })
	if len(t.consts) > 1 {
		s.failAt(off, s.off, "one parameter cannot stand for several constants", "declare them on lines of their own")
	}
}

// integer takes a number with an optional sign.
func (s *annScanner) integer(what string) int64 {
	s.skipSpace()
	start, end := s.off, s.off
	if end < len(s.text) && s.text[end] == '-' {
		end++
	}
	for end < len(s.text) && isDigit(s.text[end]) {
		end++
	}
	v, err := strconv.ParseInt(s.text[start:end], 10, 64)
	if err != nil {
		s.fail(what, "")
	}
	s.off = end
	return v
}

func (s *annScanner) names(t *annTarget, _ int) {
	var names []string
	for {
		if s.isString() {
			names = append(names, s.str("a name"))
			continue
		}
		at := s.off
		word := s.word()
		if _, isKey := annotationKeys[word]; isKey || word == "" {
			s.off = at
			break
		}
		names = append(names, word)
	}
	if len(names) == 0 {
		s.fail("a name for each value", "")
	}
	t.eachType(func(d *TypeDecl) { d.Names = names })
}

func (s *annScanner) line(t *annTarget, _ int) {
	t.rule.Ann.Line = s.name("the label of a line", isIdentName, "write a letter and a number, as in C1")
}
