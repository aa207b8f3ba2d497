//go:build ci

package studio_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lockcheck/cmd/internal/studio/engine"
)

// mostWASM is what a page may load of the engine, by Brotli. The aim is 1,200,000.
const mostWASM = 1_510_000

// builtWASM is the folder with the products of wasmbuild, made once.
var builtWASM = sync.OnceValues(func() (string, error) {
	web, err := os.MkdirTemp("", "studio-wasm")
	if err != nil {
		return "", err
	}
	c := exec.Command("go", "-C", "wasmbuild", "run", ".", "..", web)
	if said, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("wasmbuild: %w\n%s", err, said)
	}
	f, err := os.Open(filepath.Join(web, "checker.wasm.gz"))
	if err != nil {
		return "", err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return "", err
	}
	return web, os.WriteFile(filepath.Join(web, "checker.wasm"), text, 0o666)
})

func wasmFolder(t *testing.T) string {
	t.Helper()
	web, err := builtWASM()
	if err != nil {
		t.Fatal(err)
	}
	return web
}

// TestWASMIsSmall: a page loads it in about a second from afar.
func TestWASMIsSmall(t *testing.T) {
	web := wasmFolder(t)
	for name, most := range map[string]int64{"checker.wasm.br": mostWASM, "checker.wasm.gz": mostWASM * 3 / 2} {
		f, err := os.Stat(filepath.Join(web, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s has %d bytes", name, f.Size())
		if f.Size() > most {
			t.Errorf("%s has %d bytes, more than %d", name, f.Size(), most)
		}
	}
}

// asked is a request of a page.
type asked struct{ op, body string }

func (a asked) MarshalJSON() ([]byte, error) { return json.Marshal([2]string{a.op, a.body}) }

// node is what a browser's engine says.
type node struct {
	Sums    []string `json:"sums"`
	Took    []int    `json:"took"`
	Ready   int      `json:"ready"`
	Answers []string `json:"answers"`
}

func underNode(t *testing.T, whole bool, requests []asked) node {
	t.Helper()
	web := wasmFolder(t)
	text, err := json.Marshal(requests)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "requests.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"--stack-size=8192", "testdata/answers.cjs", filepath.Join(web, "wasm_exec.js"), filepath.Join(web, "checker.wasm"), file}
	if whole {
		args = append(args, "whole")
	}
	c := exec.Command("node", args...)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, said.String())
	}
	var n node
	if err := json.Unmarshal(out, &n); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return n
}

// configurations are requests of every operation, about several protocols, with
// small and large checks, right and wrong.
func configurations() []asked {
	race := `"setup":{"protocol":"ttl","params":{"guard":"none","ttl":"10s","max-pause":"15s"},"faults":"pause=1"}`
	script := `"script":{"stop":"pause","for":"15s"}`
	chart := `{"setup":{"protocol":"ttl"},"x":{"flag":"ttl","from":"5s","to":"20s","values":4},"y":{"flag":"max-pause","from":"0s","to":"30s","values":4}}`
	return []asked{
		{engine.OpCatalog, ``},
		{engine.OpRun, `{` + race + `,` + script + `}`},
		{engine.OpCheck, `{` + race + `,"timing":"bounded","explain":true}`},
		{engine.OpCheck, `{"setup":{"protocol":"ttl-fencing"},"timing":"any"}`},
		{engine.OpCheck, `{"setup":{"protocol":"ttl"},"timing":"any","explain":true}`},
		{engine.OpCheck, `{"setup":{"protocol":"zkqueue"},"timing":"any"}`},
		{engine.OpCheck, `{"setup":{"protocol":"etcd-fencing"},"timing":"any","maxStates":200000}`},
		{engine.OpCheck, `{"setup":{"protocol":"redlock"},"timing":"any","maxStates":20000}`},
		{engine.OpCheck, `{"setup":{"protocol":"chubby"},"timing":"any","maxStates":50000}`},
		{engine.OpRun, `{"setup":{"protocol":"redlock","params":{"ttl":"10s","max-jump":"1h"},"faults":"clock-jump=3"},"script":{"stop":"none","jump":"1h","nodes":3}}`},
		{engine.OpRun, `{"setup":{"protocol":"zkqueue","params":{"guard":"none","session-timeout":"10s","max-pause":"15s"},"faults":"pause=1"},"script":{"stop":"pause","for":"15s"}}`},
		{engine.OpMap, chart},
		{engine.OpFaults, `{"setup":{"protocol":"ttl"}}`},
		{engine.OpCode, `{"setup":{"protocol":"ttl-fencing"}}`},
		{engine.OpCode, `{"setup":{"protocol":"etcd"}}`},
		{engine.OpExport, `{` + race + `,"format":"html",` + script + `}`},
		{engine.OpExport, `{` + race + `,"format":"svg",` + script + `}`},
		{engine.OpExport, `{` + race + `,"format":"json","timing":"any"}`},
		{engine.OpExport, `{` + race + `,"format":"itf",` + script + `}`},
		{engine.OpExport, `{` + race + `,"format":"dot","timing":"any"}`},
		{engine.OpExport, `{` + race + `,"format":"mermaid","timing":"any"}`},
		{engine.OpExport, `{` + race + `,"format":"md","timing":"bounded"}`},
		{engine.OpExport, `{` + race + `,"format":"suite"}`},
		{engine.OpCheck, strings.Repeat("[", 60_000)},
		{engine.OpCheck, `{"setup":{"protocol":"nobody"}}`},
		{"dance", `{}`},
	}
}

// TestWASMGivesTheSameAnswers: the engine in a browser says, byte for byte, what
// the one of the server says. And it says so at once.
func TestWASMGivesTheSameAnswers(t *testing.T) {
	requests := configurations()
	n := underNode(t, false, requests)
	e := &engine.Engine{}
	verdict := n.Ready
	for i, r := range requests {
		began := time.Now()
		answer, _ := e.Handle(context.Background(), r.op, []byte(r.body), nil)
		took := time.Since(began)
		if i < 3 {
			verdict += n.Took[i]
		}
		t.Logf("%-8s %6d ms in the browser's engine, %6d ms here, %7d bytes: %.60s", r.op, n.Took[i], took.Milliseconds(), len(answer), r.body)
		sum := sha256.Sum256(answer)
		if hex.EncodeToString(sum[:]) != n.Sums[i] {
			t.Errorf("%s %s: another answer in the browser", r.op, r.body)
		}
	}
	t.Logf("ready after %d ms, the first verdict after %d ms", n.Ready, verdict)
}

// A check that passes its limit of states ends without a verdict, and the engine
// goes on.
func TestWASMEndsAtItsLimits(t *testing.T) {
	large := `{"setup":{"protocol":"etcd-fencing","params":{"clients":"3"}},"timing":"any","maxStates":300000}`
	n := underNode(t, true, []asked{{engine.OpCheck, large}, {engine.OpCheck, large}, {engine.OpCheck, `{"setup":{"protocol":"ttl-fencing"}}`}})
	for i, want := range []string{"incomplete", "incomplete", "safe"} {
		var c engine.Check
		if err := json.Unmarshal([]byte(n.Answers[i]), &c); err != nil || c.Verdict != want {
			t.Errorf("%q, want %s: %v; %.300s", c.Verdict, want, err, n.Answers[i])
		}
	}
	t.Logf("%v ms", n.Took)
}
