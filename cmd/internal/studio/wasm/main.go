//go:build js && wasm

// Command wasm is the studio's engine for a browser. It sets one global function,
// lockcheck(op, body, progress): op and body are texts, and so is the answer, as
// package engine has them; progress, a function or undefined, is called with texts
// while the work goes on. Then it waits for ever. A call fills its thread until it
// is answered, so it belongs in a worker.
package main

import (
	"context"
	"runtime/debug"
	"syscall/js"

	"lockcheck/cmd/internal/studio/engine"
)

// The garbage collector has no thread of its own here, so it is asked to wait: a
// small check is done before it is needed. From half of what a browser gives on, it
// runs as often as it must.
const (
	gcPercent   = 400
	memoryLimit = 1 << 30
)

func main() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
	e := &engine.Engine{}
	js.Global().Set("lockcheck", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) < 2 || args[0].Type() != js.TypeString || args[1].Type() != js.TypeString {
			return `{"error":"lockcheck wants an operation and a body, both as texts"}`
		}
		var progress func([]byte)
		if len(args) > 2 && args[2].Type() == js.TypeFunction {
			progress = func(text []byte) { args[2].Invoke(string(text)) }
		}
		answer, _ := e.Handle(context.Background(), args[0].String(), []byte(args[1].String()), progress)
		return string(answer)
	}))
	select {}
}
