package studio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"lockcheck/cmd/internal/studio/engine"
)

// serve starts a server on loopback, with a secret or without.
func serve(t testing.TB, secret string) (*Server, string) {
	t.Helper()
	ts := httptest.NewUnstartedServer(nil)
	s := NewServer(ts.Listener.Addr(), secret, &engine.Engine{})
	ts.Config.Handler = s
	ts.Start()
	t.Cleanup(ts.Close)
	return s, s.URLs()[0]
}

const body = `{"setup":{"protocol":"ttl","params":{"ttl":"10s","max-pause":"15s"},"faults":"pause=1"},"timing":"bounded"}`

// post asks as a page does; headers come in pairs.
func post(t testing.TB, url, text string, headers ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, url, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		} else {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Body.Close() })
	return w
}

// answerOf reads the lines of an answer to the last one.
func answerOf(t testing.TB, r io.Reader) (answer json.RawMessage, wrong string) {
	t.Helper()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		var line struct {
			Progress, Answer json.RawMessage
			Error            string
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%v: %q", err, lines.Text())
		}
		if answer != nil || wrong != "" {
			t.Errorf("something follows the answer: %q", lines.Text())
		}
		answer, wrong = line.Answer, line.Error
	}
	return answer, wrong
}

func TestTheServerAnswersAsTheEngine(t *testing.T) {
	_, url := serve(t, "")
	w := post(t, url+"api/check", body)
	answer, wrong := answerOf(t, w.Body)
	want, _ := (&engine.Engine{}).Handle(context.Background(), "check", []byte(body), nil)
	if w.StatusCode != http.StatusOK || wrong != "" || !bytes.Equal(answer, want) {
		t.Errorf("%s %q %.200s", w.Status, wrong, answer)
	}
	if _, wrong := answerOf(t, post(t, url+"api/check", `{"setup":{"protocol":"tll"}}`).Body); !strings.Contains(wrong, "did you mean ttl?") {
		t.Errorf("%q", wrong)
	}
}

// TestStrangersAreRefused: another site's page can make a browser send requests.
func TestStrangersAreRefused(t *testing.T) {
	_, url := serve(t, "")
	host := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	_, port, _ := net.SplitHostPort(host)
	for _, x := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"a page of this origin", []string{"Origin", "http://" + host, "Sec-Fetch-Site", "same-origin"}, 200},
		{"no browser", nil, 200},
		{"by its other name", []string{"Host", "localhost:" + port, "Origin", "http://localhost:" + port}, 200},
		{"a name that leads here", []string{"Host", "evil.example:" + port}, 403},
		{"another port", []string{"Host", "127.0.0.1:1"}, 403},
		{"another origin", []string{"Origin", "http://evil.example"}, 403},
		{"another origin on this computer", []string{"Origin", "http://localhost:1"}, 403},
		{"an origin that is none", []string{"Origin", "null"}, 403},
		{"the same over https", []string{"Origin", "https://" + host}, 403},
		{"another site", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"the same site, another port", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"a form", []string{"Content-Type", "text/plain"}, 403},
	} {
		w := post(t, url+"api/catalog", "{}", x.headers...)
		if w.StatusCode != x.status {
			t.Errorf("%s: %s", x.name, w.Status)
		}
		if w.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: other origins may read the answer", x.name)
		}
	}
}

func TestTheSecretOpensEverything(t *testing.T) {
	_, url := serve(t, "opensesame")
	bare := strings.TrimSuffix(url, "opensesame/")
	for path, want := range map[string]int{
		"": 403, "studio.json": 403, "catalog.json": 403, "opensesam/": 403, "opensesamee/": 403, "opensesame": 403, "/opensesame/": 403,
		"opensesame/": 200, "opensesame/studio.json": 200, "opensesame/catalog.json": 200, "opensesame/main.js": 200, "api/check": 403,
	} {
		w, err := http.Get(bare + path)
		if err != nil {
			t.Fatal(err)
		}
		w.Body.Close()
		if w.StatusCode != want {
			t.Errorf("%q: %s", path, w.Status)
		}
	}
	if w := post(t, url+"api/catalog", "{}"); w.StatusCode != 200 {
		t.Errorf("%s", w.Status)
	}
}

func TestRequestsAreBounded(t *testing.T) {
	s, url := serve(t, "")
	if w := post(t, url+"api/check", strings.Repeat(" ", engine.MostBytes+1)); w.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: %s", w.Status)
	}
	for _, method := range []string{"GET", "PUT", "OPTIONS", "DELETE"} {
		r, _ := http.NewRequest(method, url+"api/check", nil)
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		w.Body.Close()
		if w.StatusCode != http.StatusMethodNotAllowed || w.Header.Get("Allow") != "POST" {
			t.Errorf("%s: %s", method, w.Status)
		}
	}
	for path, want := range map[string]int{"../doc.go": 404, "nothing.js": 404, "vendor/README": 404, "%00.js": 404, "..%2fdoc.go": 404, "index.html": 200} {
		w, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		w.Body.Close()
		if w.StatusCode != want {
			t.Errorf("%s: %s", path, w.Status)
		}
	}
	s.time = time.Nanosecond
	w := post(t, url+"api/check", body)
	if _, wrong := answerOf(t, w.Body); !strings.Contains(wrong, "no answer within") && !strings.Contains(wrong, "too many questions") {
		t.Errorf("out of time: %s, %q", w.Status, wrong)
	}
}

// TestQuestionsWait: only so many are answered at once, the others wait, and who
// waits too long or goes away makes room.
func TestQuestionsWait(t *testing.T) {
	s, url := serve(t, "")
	for range cap(s.slots) {
		s.slots <- struct{}{} // all are busy
	}
	ctx, cancel := context.WithCancel(context.Background())
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, url+"api/catalog", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	gone := make(chan error)
	go func() { _, err := http.DefaultClient.Do(r); gone <- err }()
	for len(s.waiting) == 0 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-gone; err == nil {
		t.Error("a question that waits was answered")
	}
	for len(s.waiting) > 0 {
		time.Sleep(time.Millisecond)
	}
	for range cap(s.waiting) {
		s.waiting <- struct{}{}
	}
	if w := post(t, url+"api/catalog", "{}"); w.StatusCode != http.StatusServiceUnavailable || w.Header.Get("Retry-After") == "" {
		t.Errorf("too many: %s", w.Status)
	}
	for range cap(s.waiting) {
		<-s.waiting
	}
	for range cap(s.slots) {
		<-s.slots
	}
	if w := post(t, url+"api/catalog", "{}"); w.StatusCode != http.StatusOK {
		t.Errorf("then: %s", w.Status)
	}
}

// TestALongCheckHoldsNobodyUp, also where there is one core for the program.
func TestALongCheckHoldsNobodyUp(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	s, url := serve(t, "")
	s.slots <- struct{}{} // a check that goes on
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, url+"api/catalog", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	w.Body.Close()
	<-s.slots
}

// TestWhoGoesAwayIsNotWorkedFor: a check ends when nobody waits for it any more.
func TestWhoGoesAwayIsNotWorkedFor(t *testing.T) {
	s, url := serve(t, "")
	const long = `{"setup":{"protocol":"chubby","params":{"clients":"3"},"faults":"all"},"timing":"any"}`
	ctx, cancel := context.WithCancel(context.Background())
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, url+"api/check", strings.NewReader(long))
	r.Header.Set("Content-Type", "application/json")
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(w.Body).ReadBytes('\n'); err != nil { // it is under way
		t.Fatal(err)
	}
	cancel()
	w.Body.Close()
	until := time.Now().Add(time.Minute)
	for len(s.slots) > 0 && time.Now().Before(until) {
		time.Sleep(time.Millisecond)
	}
	if len(s.slots) > 0 {
		t.Error("the check goes on")
	}
}

// TestManyClients: fifty at once, each with questions of its own, and each gets all
// its answers. How long they go on is for `go test -tags ci`.
func TestManyClients(t *testing.T) {
	_, url := serve(t, "")
	want := map[string]string{}
	bodies := []string{}
	for i := range 5 {
		b := fmt.Sprintf(`{"setup":{"protocol":"ttl","params":{"ttl":"%ds"}},"script":{"stop":"pause","for":"8s"}}`, 5+i)
		a, ok := (&engine.Engine{}).Handle(context.Background(), "run", []byte(b), nil)
		if !ok {
			t.Fatalf("%s", a)
		}
		want[b] = string(a)
		bodies = append(bodies, b)
	}
	end := time.Now().Add(manyTime)
	var all sync.WaitGroup
	for c := range 50 {
		all.Go(func() {
			for i := 0; i == 0 || time.Now().Before(end); i++ {
				b := bodies[(c+i)%len(bodies)]
				w := post(t, url+"api/run", b)
				if answer, wrong := answerOf(t, w.Body); string(answer) != want[b] {
					t.Errorf("client %d: %s %q", c, w.Status, wrong)
					return
				}
				w.Body.Close()
			}
		})
	}
	all.Wait()
}

func TestThePageIsServed(t *testing.T) {
	_, url := serve(t, "")
	w, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	text, _ := io.ReadAll(w.Body)
	if !strings.Contains(string(text), "<html") || w.Header.Get("Content-Security-Policy") != policy || w.Header.Get("Content-Type") != types[".html"] {
		t.Errorf("%s %v %.80s", w.Status, w.Header, text)
	}
	r, _ := http.NewRequest(http.MethodGet, url, nil)
	r.Header.Set("If-None-Match", w.Header.Get("ETag"))
	again, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	again.Body.Close()
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("again: %s", again.Status)
	}
}

// TestNamesOfTheServer: by which names a browser may call it.
func TestNamesOfTheServer(t *testing.T) {
	for at, want := range map[string]string{
		"127.0.0.1:80": "127.0.0.1:80 localhost:80", "[::1]:80": "[::1]:80 localhost:80", "192.0.2.1:80": "192.0.2.1:80",
	} {
		a, err := net.ResolveTCPAddr("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(hostsOf(a), " "); got != want {
			t.Errorf("%s is called %s", at, got)
		}
	}
	if all := hostsOf(&net.TCPAddr{IP: net.IPv4zero, Port: 80}); len(all) < 2 || all[0] != "localhost:80" {
		t.Errorf("every address: %q", all)
	}
}
