package murphi

import "strings"

// tokenKind tells tokens apart.
type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokIdent
	tokNumber
	tokString

	// Punctuation and operators.
	tokAssign    // := ≔
	tokArrow     // ==> ⇒
	tokImplies   // -> →
	tokDotDot    // ..
	tokEq        // = ==
	tokNe        // != ≠
	tokLt        // <
	tokLe        // <= ≤
	tokGt        // >
	tokGe        // >= ≥
	tokShl       // <<
	tokShr       // >>
	tokAnd       // &
	tokAndAnd    // && ∧
	tokOr        // |
	tokOrOr      // || ∨
	tokXor       // ^
	tokNot       // ! ¬
	tokTilde     // ~
	tokPlus      // +
	tokMinus     // -
	tokStar      // *
	tokSlash     // /
	tokPercent   // %
	tokQuestion  // ?
	tokColon     // :
	tokSemicolon // ;
	tokComma     // ,
	tokDot       // .
	tokLParen
	tokRParen
	tokLBracket
	tokRBracket
	tokLBrace
	tokRBrace

	// Keywords.
	tokAlias
	tokArray
	tokAssert
	tokAssume
	tokBegin
	tokBoolean
	tokBy
	tokCase
	tokClear
	tokConst
	tokCover
	tokDo
	tokElse
	tokElsif
	tokEnd
	tokEndAlias
	tokEndExists
	tokEndFor
	tokEndForall
	tokEndFunction
	tokEndIf
	tokEndProcedure
	tokEndRecord
	tokEndRule
	tokEndRuleset
	tokEndStartState
	tokEndSwitch
	tokEndWhile
	tokEnum
	tokError
	tokExists // exists ∃
	tokFor
	tokForall // forall ∀
	tokFunction
	tokIf
	tokInvariant
	tokIsUndefined
	tokLiveness
	tokOf
	tokProcedure
	tokPut
	tokRecord
	tokReturn
	tokRule
	tokRuleset
	tokScalarset
	tokStartState
	tokSwitch
	tokThen
	tokTo
	tokType
	tokUndefine
	tokVar
	tokWhile

	// Reserved by the language and refused by name.
	tokReal
	tokUnion

	tokKinds // how many there are
)

// spelling is how messages and the printer write a token of each kind.
var spelling = [tokKinds]string{
	tokEOF: "end of file", tokIdent: "a name", tokNumber: "a number", tokString: "a string",
	tokAssign: ":=", tokArrow: "==>", tokImplies: "->", tokDotDot: "..",
	tokEq: "=", tokNe: "!=", tokLt: "<", tokLe: "<=", tokGt: ">", tokGe: ">=",
	tokShl: "<<", tokShr: ">>", tokAnd: "&", tokAndAnd: "&&", tokOr: "|", tokOrOr: "||",
	tokXor: "^", tokNot: "!", tokTilde: "~", tokPlus: "+", tokMinus: "-", tokStar: "*",
	tokSlash: "/", tokPercent: "%", tokQuestion: "?", tokColon: ":", tokSemicolon: ";",
	tokComma: ",", tokDot: ".", tokLParen: "(", tokRParen: ")", tokLBracket: "[",
	tokRBracket: "]", tokLBrace: "{", tokRBrace: "}",
	tokAlias: "alias", tokArray: "array", tokAssert: "assert", tokAssume: "assume",
	tokBegin: "begin", tokBoolean: "boolean", tokBy: "by", tokCase: "case", tokClear: "clear",
	tokConst: "const", tokCover: "cover", tokDo: "do", tokElse: "else", tokElsif: "elsif",
	tokEnd: "end", tokEndAlias: "endalias", tokEndExists: "endexists", tokEndFor: "endfor",
	tokEndForall: "endforall", tokEndFunction: "endfunction", tokEndIf: "endif",
	tokEndProcedure: "endprocedure", tokEndRecord: "endrecord", tokEndRule: "endrule",
	tokEndRuleset: "endruleset", tokEndStartState: "endstartstate", tokEndSwitch: "endswitch",
	tokEndWhile: "endwhile", tokEnum: "enum", tokError: "error", tokExists: "exists",
	tokFor: "for", tokForall: "forall", tokFunction: "function", tokIf: "if",
	tokInvariant: "invariant", tokIsUndefined: "isundefined", tokLiveness: "liveness",
	tokOf: "of", tokProcedure: "procedure", tokPut: "put", tokRecord: "record",
	tokReturn: "return", tokRule: "rule", tokRuleset: "ruleset", tokScalarset: "scalarset",
	tokStartState: "startstate", tokSwitch: "switch", tokThen: "then", tokTo: "to",
	tokType: "type", tokUndefine: "undefine", tokVar: "var", tokWhile: "while",
	tokReal: "real", tokUnion: "union",
}

// keywords maps lower-case words to their kinds.
var keywords = func() map[string]tokenKind {
	m := map[string]tokenKind{}
	for k := tokAlias; k < tokKinds; k++ {
		m[spelling[k]] = k
	}
	return m
}()

// operators are tried longest first.
var operators = []struct {
	text string
	kind tokenKind
}{
	{"==>", tokArrow},
	{":=", tokAssign}, {"..", tokDotDot}, {"->", tokImplies}, {"==", tokEq}, {"!=", tokNe},
	{"<=", tokLe}, {">=", tokGe}, {"<<", tokShl}, {">>", tokShr}, {"&&", tokAndAnd}, {"||", tokOrOr},
	{"≔", tokAssign}, {"⇒", tokArrow}, {"→", tokImplies}, {"≠", tokNe}, {"≤", tokLe}, {"≥", tokGe},
	{"¬", tokNot}, {"∧", tokAndAnd}, {"∨", tokOrOr}, {"∀", tokForall}, {"∃", tokExists},
	{"=", tokEq}, {"<", tokLt}, {">", tokGt}, {"&", tokAnd}, {"|", tokOr}, {"^", tokXor},
	{"!", tokNot}, {"~", tokTilde}, {"+", tokPlus}, {"-", tokMinus}, {"*", tokStar},
	{"/", tokSlash}, {"%", tokPercent}, {"?", tokQuestion}, {":", tokColon},
	{";", tokSemicolon}, {",", tokComma}, {".", tokDot}, {"(", tokLParen}, {")", tokRParen},
	{"[", tokLBracket}, {"]", tokRBracket}, {"{", tokLBrace}, {"}", tokRBrace},
}

// isKeyword reports whether k is a reserved word.
func (k tokenKind) isKeyword() bool { return k >= tokAlias }

// isEnd reports whether k closes a construct: end, endrule and so on.
func (k tokenKind) isEnd() bool { return k >= tokEnd && k <= tokEndWhile }

// String returns the kind as messages show it.
func (k tokenKind) String() string {
	switch k {
	case tokEOF, tokIdent, tokNumber, tokString:
		return spelling[k]
	}
	return "`" + spelling[k] + "`"
}

// token is a piece of source text. Its place in lines and columns is worked
// out only when someone asks, which keeps a large file's tokens small.
type token struct {
	kind     tokenKind
	off, end int32 // byte offsets
}

// isIdentStart and isIdentPart say which bytes form names.
func isIdentStart(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isIdentPart(c byte) bool { return isIdentStart(c) || c == '_' || isDigit(c) }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHexDigit(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// constantName returns "true" or "false" for the two constants in any case,
// and any other name as it is.
func constantName(word string) string {
	for _, name := range []string{"true", "false"} {
		if strings.EqualFold(word, name) {
			return name
		}
	}
	return word
}
