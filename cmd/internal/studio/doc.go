// Package studio serves the studio: the page of folder web, and the engine of
// package engine, which the page asks over HTTP or runs itself, as WebAssembly.
//
// The WebAssembly is no part of the repository. `go generate` puts it into web,
// and whatever is there becomes part of the program; without it the page asks the
// program that serves it.
package studio

import (
	"context"
	"embed"
	"io/fs"

	"lockcheck/cmd/internal/studio/engine"
)

//go:embed web
var embedded embed.FS

// page is the folder web.
var page = func() fs.FS {
	sub, err := fs.Sub(embedded, "web")
	if err != nil {
		panic(err) // the name is right
	}
	return sub
}()

// Names of what `go generate` makes.
const (
	wasmName   = "checker.wasm"
	wasmBrotli = wasmName + ".br"
	wasmGzip   = wasmName + ".gz"
	wasmGlue   = "wasm_exec.js"
)

// HasWASM reports whether this program has the engine as WebAssembly.
func HasWASM() bool {
	for _, name := range []string{wasmBrotli, wasmGzip, wasmGlue} {
		if _, err := fs.Stat(page, name); err != nil {
			return false
		}
	}
	return true
}

// catalogName is the file with what the engine answers to `catalog`.
const catalogName = "catalog.json"

// catalog is that file.
func catalog() []byte {
	text, _ := (&engine.Engine{}).Handle(context.Background(), engine.OpCatalog, nil, nil)
	return text
}

// about is studio.json: where the page can have its questions answered.
type about struct {
	Tool   string `json:"tool"`
	WASM   string `json:"wasm"` // the file with the engine, "" if there is none
	Server bool   `json:"server"`
}
