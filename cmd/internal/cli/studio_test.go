package cli

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lockcheck/cmd/internal/studio"
)

// opened runs the studio command until visit has looked at its page, which a
// browser is told of, and returns what it prints and its exit status.
func opened(t *testing.T, visit func(url string), args ...string) (stdout string, status Exit) {
	t.Helper()
	var out, stderr strings.Builder
	env := testEnv(nil, nil)
	env.Out, env.Err = &out, &stderr
	press := make(chan struct{})
	env.Interrupts = func() (<-chan struct{}, func()) { return press, func() {} }
	env.Open = func(url string) error {
		go func() {
			visit(url)
			press <- struct{}{}
		}()
		return nil
	}
	status = Main(append([]string{"studio"}, args...), env)
	return out.String(), status
}

func TestStudioOpensItsPageAndEndsWithCtrlC(t *testing.T) {
	var page, at string
	stdout, status := opened(t, func(url string) {
		at = url
		w, err := http.Get(url)
		if err != nil {
			t.Error(err)
			return
		}
		defer w.Body.Close()
		text, _ := io.ReadAll(w.Body)
		page = string(text)
	}, "--listen", "127.0.0.1:0")
	if status != ExitOK || !strings.Contains(page, "lockcheck") {
		t.Errorf("exit status %d, page %.100q", status, page)
	}
	if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/$`).MatchString(at) || stdout != "The studio is at "+at+"\n" {
		t.Errorf("at %s: %q", at, stdout)
	}
}

// TestStudioHasASecretWhereOthersCanReachIt: beyond loopback an address alone opens
// nothing.
func TestStudioHasASecretWhereOthersCanReachIt(t *testing.T) {
	var with, without int
	stdout, _ := opened(t, func(url string) {
		for to, status := range map[string]*int{url: &with, url[:strings.Index(url[8:], "/")+9]: &without} {
			w, err := http.Get(to)
			if err != nil {
				t.Error(err)
				return
			}
			w.Body.Close()
			*status = w.StatusCode
		}
	}, "--listen", "0.0.0.0:0")
	if with != http.StatusOK || without != http.StatusForbidden {
		t.Errorf("%d with the secret, %d without", with, without)
	}
	if !regexp.MustCompile(`^The studio is at http://localhost:\d+/[A-Z2-7]{26}/\n`).MatchString(stdout) {
		t.Errorf("%q", stdout)
	}
}

// TestStudioExport writes files for any web server, or says why it cannot.
func TestStudioExport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	var out, stderr strings.Builder
	env := testEnv(nil, nil)
	env.Out, env.Err = &out, &stderr
	status := Main([]string{"studio", "--export", dir}, env)
	if !studio.HasWASM() {
		if _, err := os.Stat(dir); status != ExitUsage || !errors.Is(err, os.ErrNotExist) || !strings.Contains(stderr.String(), "go generate") {
			t.Errorf("exit status %d, %v: %s", status, err, stderr.String())
		}
		return
	}
	if status != ExitOK {
		t.Fatalf("exit status %d: %s", status, stderr.String())
	}
	for _, name := range []string{"index.html", "studio.json", "checker.wasm", "wasm_exec.js", "vendor/preact.js"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if status := Main([]string{"studio", "--export", dir}, env); status != ExitUsage || !strings.Contains(stderr.String(), "exists") {
		t.Errorf("again: exit status %d: %s", status, stderr.String())
	}
	if all, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), ".*")); all != nil {
		t.Errorf("left behind: %q", all)
	}
}
