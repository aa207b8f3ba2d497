package studio

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"

	"lockcheck/cmd/internal/ask"
	"lockcheck/cmd/internal/studio/engine"
)

// Bounds of the server. Whoever may ask at all is a person with a page, and still
// a page may have a mistake.
const (
	// mostTime is how long an answer may take.
	mostTime = 2 * time.Minute
	// mostWaiting is how many questions wait for others to be answered.
	mostWaiting = 256
)

// policy forbids the page whatever is not from here.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Server answers the page. Only who comes by one of its own addresses is answered,
// and if it has a secret, who knows that: the address is http://host/secret/ then.
type Server struct {
	engine *engine.Engine
	hosts  []string // host:port, as browsers send it
	secret string   // "" for none
	time   time.Duration

	slots   chan struct{} // one for each question that is being answered
	waiting chan struct{} // and for each that is, or waits
}

// AtOnce is how many questions are answered at once: as many as there are cores,
// but two at least, so that a long check does not hold up what is answered at once.
func AtOnce() int { return max(2, runtime.GOMAXPROCS(0)) }

// NewServer makes the server of a listener's address. A secret is for addresses
// that others can reach; it must be fit for a path.
func NewServer(at net.Addr, secret string, e *engine.Engine) *Server {
	n := AtOnce()
	return &Server{
		engine: e, hosts: hostsOf(at), secret: secret, time: mostTime,
		slots: make(chan struct{}, n), waiting: make(chan struct{}, n+mostWaiting),
	}
}

// hostsOf are the names by which a browser may call an address. Another name that
// leads here, such as that of a stranger's site, is not one.
func hostsOf(at net.Addr) []string {
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return []string{at.String()}
	}
	ip := net.ParseIP(host)
	if ip == nil || !ip.IsUnspecified() {
		hosts := []string{net.JoinHostPort(host, port)}
		if ip != nil && ip.IsLoopback() {
			hosts = append(hosts, net.JoinHostPort("localhost", port))
		}
		return hosts
	}
	hosts := []string{net.JoinHostPort("localhost", port)} // and every address of this machine
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok {
			hosts = append(hosts, net.JoinHostPort(n.IP.String(), port))
		}
	}
	return hosts
}

// URLs are the addresses of the page, one for each name of the server.
func (s *Server) URLs() []string {
	var all []string
	for _, host := range s.hosts {
		u := url.URL{Scheme: "http", Host: host, Path: "/"}
		if s.secret != "" {
			u.Path += s.secret + "/"
		}
		all = append(all, u.String())
	}
	return all
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	if !s.called(r.Host) {
		refuse(w, http.StatusForbidden, fmt.Sprintf("this is %s; %s is not its name", s.hosts[0], clean(r.Host)))
		return
	}
	path := strings.TrimPrefix(r.URL.Path, "/")
	if s.secret != "" {
		given, rest, found := strings.Cut(path, "/")
		if subtle.ConstantTimeCompare([]byte(given), []byte(s.secret)) != 1 || !found {
			refuse(w, http.StatusForbidden, "the address lacks its secret: lockcheck studio has printed it in full")
			return
		}
		path = rest
	}
	if op, ok := strings.CutPrefix(path, "api/"); ok {
		s.serveAPI(w, r, op)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, "files are read by GET")
		return
	}
	switch path {
	case "studio.json":
		a := about{Tool: ask.Tool, Server: true}
		if HasWASM() {
			a.WASM = wasmName
		}
		h.Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(a)
	case catalogName:
		h.Set("Content-Type", "application/json")
		_, _ = w.Write(catalog())
	default:
		servePage(w, r, path)
	}
}

// called reports whether this server has that name.
func (s *Server) called(host string) bool {
	for _, h := range s.hosts {
		if strings.EqualFold(h, host) {
			return true
		}
	}
	return false
}

// refuse says why there is no answer.
func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(engine.Error{Error: why})
}

// clean makes a text of a request fit to be said.
func clean(s string) string {
	r := []rune(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, s))
	return string(r[:min(len(r), 60)])
}

// sameSite refuses what another site's page has sent. Such a page can make a
// browser send requests, though not read the answers.
func (s *Server) sameSite(r *http.Request) error {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return errors.New("the request comes from another site")
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" || !strings.EqualFold(u.Host, r.Host) {
			return errors.New("the request comes from another origin")
		}
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return errors.New("the request is not application/json")
	}
	return nil
}

// serveAPI answers an operation, as lines of JSON: {"progress":...} while the work
// goes on, then {"answer":...}, or the error.
func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request, op string) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		refuse(w, http.StatusMethodNotAllowed, "operations are asked for by POST")
		return
	}
	if err := s.sameSite(r); err != nil {
		refuse(w, http.StatusForbidden, err.Error())
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, engine.MostBytes))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the request has more than %d bytes", engine.MostBytes))
		return
	case err != nil:
		refuse(w, http.StatusBadRequest, "the request was cut off")
		return
	}
	select {
	case s.waiting <- struct{}{}:
		defer func() { <-s.waiting }()
	default:
		w.Header().Set("Retry-After", "5")
		refuse(w, http.StatusServiceUnavailable, "too many questions at once; try again in a moment")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.time)
	defer cancel()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		if r.Context().Err() == nil {
			refuse(w, http.StatusServiceUnavailable, "too many questions before this one; try again in a moment")
		}
		return
	}
	s.answer(ctx, w, op, body)
}

// answer writes the lines of an answer.
func (s *Server) answer(ctx context.Context, w http.ResponseWriter, op string, body []byte) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	flush := http.NewResponseController(w)
	write := func(key string, value []byte) {
		_, _ = fmt.Fprintf(w, "{%q:%s}\n", key, value) // who is gone needs no answer
		_ = flush.Flush()
	}
	answer, ok := s.engine.Handle(ctx, op, body, func(p []byte) { write("progress", p) })
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		text, _ := json.Marshal(engine.Error{Error: fmt.Sprintf("no answer within %s; ask for less, or ask `lockcheck` in a terminal", s.time)})
		_, _ = fmt.Fprintf(w, "%s\n", text)
	case ok:
		write("answer", answer)
	default:
		_, _ = fmt.Fprintf(w, "%s\n", answer)
	}
}
