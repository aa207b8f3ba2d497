package murphi

// FailureKind says what went wrong while a model ran.
type FailureKind uint8

const (
	AssertFailed        FailureKind = iota + 1 // assert statement
	ErrorRaised                                // error statement
	UndefinedRead                              // value of an undefined variable
	ValueOutOfRange                            // assignment, argument or result outside its type
	IndexOutOfRange                            // array index outside its type
	DivisionByZero                             // / or % by 0
	Overflow                                   // arithmetic outside int64
	BadShift                                   // shift by a negative amount
	BadStep                                    // loop step 0 or away from its end
	NoResult                                   // function that ends without return
	TooLong                                    // more than MaxInstructions in one rule
	TooDeep                                    // more than MaxCalls nested calls
	AssumeFailedAtStart                        // a start state that breaks an assume: a spec error, not a violation
	MintBelowLive                              // ordinal minted below a live value: a spec error, not a violation
)

const (
	// MaxInstructions bounds one evaluation (a guard, a rule body, a property).
	// An instruction is an iteration of a loop or quantifier, or a call.
	MaxInstructions = 1_000_000
	// MaxCalls bounds nested calls.
	MaxCalls = 1_000
)

// Failure is a run-time error of a model: a violation with a trace (except
// MintBelowLive and AssumeFailedAtStart). Two implementations agree on Kind and At; only the
// interpreter that prints fills Detail.
type Failure struct {
	Kind   FailureKind
	At     Span   // the expression or statement that failed
	Assert int    // AssertFailed: index in Model.Asserts; else -1
	Detail string // with the values, for people
}
