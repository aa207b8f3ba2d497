package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"lockcheck/cmd/internal/ask"
)

// MostBytes bounds the body of a request.
const MostBytes = 64 << 10

// Engine answers requests. It has no state: one value serves many at once.
type Engine struct {
	// MaxStates bounds every search; 0 means [MostStates].
	MaxStates int64
	// Memory bounds the states of a search, in bytes; 0 is no limit.
	Memory int64
}

// MostStates bounds a search where nothing else is said, in the browser as on the
// server, so that both say the same.
const MostStates = 1_000_000

// refusal is an error about a part of a request.
type refusal struct {
	field string
	error
}

func (r *refusal) Unwrap() error { return r.error }

// refuse says what is wrong with a field.
func refuse(field, format string, args ...any) error {
	return &refusal{field, fmt.Errorf(format, args...)}
}

// Handle answers a request: op is the operation, body its JSON. progress, if not
// nil, gets JSON while the work goes on, from the goroutine that asked. The answer
// is always JSON, an [Error] if need be; ok says which. A panic of ours is an error
// like others, for one request must not end the rest.
func (e *Engine) Handle(ctx context.Context, op string, body []byte, progress func([]byte)) (answer []byte, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			answer, ok = errorText(fmt.Errorf("internal error in %s: %v; please report it with what you asked", op, r)), false
		}
	}()
	v, err := e.answer(ctx, op, body, func(v any) {
		if text, err := json.Marshal(v); err == nil && progress != nil {
			progress(text)
		}
	})
	if err == nil {
		if answer, err = json.Marshal(v); err == nil {
			return answer, true
		}
	}
	return errorText(err), false
}

// errorText is the answer for an error.
func errorText(err error) []byte {
	v := Error{Error: ask.OneLine(err.Error())}
	var r *refusal
	if errors.As(err, &r) {
		v.Field = r.field
	}
	text, _ := json.Marshal(v)
	return text
}

func (e *Engine) answer(ctx context.Context, op string, body []byte, progress func(any)) (any, error) {
	if len(body) > MostBytes {
		return nil, fmt.Errorf("the request has more than %d bytes", MostBytes)
	}
	switch op {
	case OpCatalog:
		return catalog()
	case OpRun:
		return decoded(body, func(r *RunRequest) (any, error) { return e.run(r) })
	case OpCheck:
		return decoded(body, func(r *CheckRequest) (any, error) { return e.check(ctx, r, progress) })
	case OpMap:
		return decoded(body, func(r *MapRequest) (any, error) { return e.chart(ctx, r, progress) })
	case OpFaults:
		return decoded(body, func(r *FaultsRequest) (any, error) { return e.faults(ctx, r, progress) })
	case OpCode:
		return decoded(body, func(r *CodeRequest) (any, error) { return e.code(r) })
	case OpExport:
		return decoded(body, func(r *ExportRequest) (any, error) { return e.export(ctx, r) })
	}
	return nil, fmt.Errorf("there is no operation %q", short(op))
}

// decoded reads a body, strictly, and answers it.
func decoded[T any](body []byte, answer func(*T) (any, error)) (any, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	v := new(T)
	if err := d.Decode(v); err != nil {
		return nil, badBody(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("the request: something follows its JSON value")
	}
	return answer(v)
}

// badBody says where a body is wrong.
func badBody(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("the request is no JSON: %w, at byte %d", syntax, syntax.Offset)
	case errors.As(err, &kind):
		what := kind.Field
		if what == "" {
			what = "the request"
		}
		return refuse(kind.Field, "%s must be %s, not %s", what, kindOf(kind.Type.Kind()), kind.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the request ends before its JSON does")
	}
	return fmt.Errorf("the request: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// kindOf names what JSON has for a kind of Go.
func kindOf(k reflect.Kind) string {
	switch k {
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	}
	return "a whole number within 64 bits"
}

// short cuts a text of a request for a message.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return s
}
