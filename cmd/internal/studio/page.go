package studio

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// types are the media types of what the page consists of. What is not listed is
// not served.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".wasm": "application/wasm",
}

// servePage serves a file of the page.
func servePage(w http.ResponseWriter, r *http.Request, name string) {
	if name == "" {
		name = "index.html"
	}
	kind, known := types[path.Ext(name)]
	if !known || !fs.ValidPath(name) {
		refuse(w, http.StatusNotFound, "there is no "+clean(name)+" here")
		return
	}
	file, encoding := name, ""
	if name == wasmName {
		file = wasmGzip
		if accepts(r, "br") {
			file, encoding = wasmBrotli, "br"
		} else if accepts(r, "gzip") {
			encoding = "gzip"
		}
		w.Header().Set("Vary", "Accept-Encoding")
	}
	text, err := fs.ReadFile(page, file)
	if err == nil && file == wasmGzip && encoding == "" {
		text, err = gunzip(text)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		refuse(w, http.StatusNotFound, "there is no "+clean(name)+" here")
		return
	case err != nil:
		refuse(w, http.StatusInternalServerError, clean(name)+" cannot be read")
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	sum := sha256.Sum256(text)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	h.Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(text)
	}
}

// accepts reports whether a browser takes an encoding.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding && strings.ReplaceAll(weight, " ", "") != "q=0" {
			return true
		}
	}
	return false
}

func gunzip(text []byte) ([]byte, error) {
	z, err := gzip.NewReader(strings.NewReader(string(text)))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
