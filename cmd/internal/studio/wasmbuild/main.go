// Command wasmbuild compiles the engine of the studio to WebAssembly, small enough
// for a page, and puts it into the folder that the studio serves:
//
//	web/checker.wasm.br   for browsers, which have asked for it by Accept-Encoding
//	web/checker.wasm.gz   for those that have not, and for a site of files alone
//	web/wasm_exec.js      what starts it; of the same release of Go
//
// All three are products: git ignores them, and the studio does without where they
// are absent. `go generate ./cmd/internal/studio` runs it. It needs Go and nothing
// else, and the same sources give the same bytes. It is a module of its own, so
// that lockcheck does not depend on Brotli.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: wasmbuild STUDIO WEB, the folder of package studio and where to write")
		os.Exit(2)
	}
	if err := generate(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "wasmbuild:", err)
		os.Exit(2)
	}
}

// generate builds the engine and writes the products into a folder.
func generate(studio, web string) error {
	text, err := build(studio)
	if err != nil {
		return err
	}
	small, err := strip(text)
	if err != nil {
		return err
	}
	zipped, err := gzipped(small)
	if err != nil {
		return err
	}
	packed, err := brotlied(small)
	if err != nil {
		return err
	}
	start, err := starter(studio)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		text []byte
	}{{"checker.wasm.br", packed}, {"checker.wasm.gz", zipped}, {"wasm_exec.js", start}} {
		if err := write(filepath.Join(web, f.name), f.text); err != nil {
			return err
		}
	}
	fmt.Printf("checker.wasm: %d bytes as built, %d stripped, %d by gzip, %d by Brotli\n", len(text), len(small), len(zipped), len(packed))
	return nil
}

// inlined are the packages whose calls are inlined. In the first three a check spends
// its time: it takes a fifth less, for a sixtieth more to load. The others are what
// allocates, looks things up in maps and counts: their functions are so small that
// inlined they are less to load, by half a hundredth, and what the page asks first
// is answered sooner, by a tenth in the medians of five runs: a browser compiles
// quickly at first, and then a call costs much. Measured, too, and left out, by what
// each would add to 1.5 MB: the parser of models 30 KB, and nothing sooner; the
// interpreter that replays 9; math/big 9; encoding/json, strings and reflect 8.
var inlined = []string{
	"lockcheck/model/vm", "lockcheck/model/symmetry", "lockcheck/checker",
	"runtime", "internal/runtime/...", "internal/abi", "internal/sync", "sync/atomic",
}

// build compiles the engine. Elsewhere calls are not inlined, which makes it a tenth
// smaller.
func build(studio string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "wasmbuild")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "checker.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=-s -w -buildid="}
	for _, p := range inlined {
		args = append(args, "-gcflags="+p+"=")
	}
	c := exec.Command("go", append(args, "-o", file, "./wasm")...)
	c.Dir = studio
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWASM=", "CGO_ENABLED=0")
	if said, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, said)
	}
	return os.ReadFile(file)
}

// strip takes from a module what the page has no use for.
func strip(text []byte) ([]byte, error) {
	m, err := parse(text)
	if err != nil {
		return nil, err
	}
	if err := stripLines(m.memory); err != nil {
		return nil, err
	}
	return m.write(), nil
}

func gzipped(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// brotlied packs with the largest window that every browser takes.
func brotlied(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: 11, LGWin: 24})
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

// starter is Go's own script that starts a module; it belongs to the release that
// built it.
func starter(studio string) ([]byte, error) {
	c := exec.Command("go", "env", "GOROOT")
	c.Dir = studio
	root, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

// write replaces a file, whole or not at all.
func write(name string, text []byte) error {
	next := name + ".new"
	if err := os.WriteFile(next, text, 0o666); err != nil {
		return err
	}
	return os.Rename(next, name)
}
