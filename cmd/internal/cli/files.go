package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"lockcheck/cmd/internal/ask"
)

// pending is a file that is being written: its contents appear under its name
// at once and complete, by [pending.commit], or not at all.
type pending struct {
	name string // as the user wrote it
	path string // of the file itself, links followed
	mode fs.FileMode
	was  fs.FileInfo // of the file as it is; nil if there is none
	temp *os.File
	w    *bufio.Writer
	raw  bool // not a regular file, such as /dev/stderr: written in place
	live bool // published: each write is in the file at once
}

// create opens a file for writing without touching what it holds now. That it
// cannot be written is found here, before any work is done.
func create(name string) (*pending, error) {
	p := &pending{name: name, path: linked(name), mode: 0o644}
	info, err := os.Stat(p.path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("cannot write %s: it is a directory", name)
	case err == nil:
		f, err := os.OpenFile(p.path, os.O_WRONLY, 0)
		if err != nil {
			return nil, fmt.Errorf("cannot write %s: %w", name, reason(err))
		}
		if !info.Mode().IsRegular() {
			p.raw, p.temp = true, f
			p.w = bufio.NewWriter(f)
			return p, nil
		}
		f.Close()
		p.mode, p.was = info.Mode().Perm(), info
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("cannot write %s: %w", name, reason(err))
	}
	p.temp, err = os.CreateTemp(filepath.Dir(p.path), "."+filepath.Base(p.path)+".*")
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", name, reason(err))
	}
	p.w = bufio.NewWriter(p.temp)
	return p, nil
}

func (p *pending) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	if err == nil && p.live {
		err = p.w.Flush()
	}
	if err != nil {
		err = fmt.Errorf("cannot write %s: %w", p.name, reason(err))
	}
	return n, err
}

// linked follows links to the file that a name stands for. It need not exist.
func linked(name string) string {
	const most = 40 // links of links, as systems follow them
	for range most {
		if real, err := filepath.EvalSymlinks(name); err == nil {
			return real
		}
		dir, err := filepath.EvalSymlinks(filepath.Dir(name))
		if err != nil {
			return name
		}
		name = filepath.Join(dir, filepath.Base(name))
		to, err := os.Readlink(name)
		if err != nil {
			return name
		}
		if name = to; !filepath.IsAbs(to) {
			name = filepath.Join(dir, to)
		}
	}
	return name
}

// isSame reports whether two files are one, under whatever names. What is no
// regular file, such as /dev/null, takes any number of answers.
func (p *pending) isSame(q *pending) bool {
	if p == nil || q == nil || p.raw || q.raw {
		return false
	}
	x, errX := filepath.Abs(p.path)
	y, errY := filepath.Abs(q.path)
	return errX == nil && errY == nil && x == y || p.was != nil && q.was != nil && os.SameFile(p.was, q.was)
}

// isFile reports whether the file to be written is one that exists under a name.
func (p *pending) isFile(name string) bool {
	if p == nil || p.was == nil {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && os.SameFile(p.was, info)
}

// publish puts the file in place as it is, and shows what is written from now on
// at once: for what somebody reads while it is written.
func (p *pending) publish() error {
	if p.raw {
		p.live = true
		return nil
	}
	if err := p.commit(); err != nil {
		return err
	}
	f, err := os.OpenFile(p.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", p.name, reason(err))
	}
	p.temp, p.w, p.live = f, bufio.NewWriter(f), true
	return nil
}

// commit puts the new contents in place.
func (p *pending) commit() error {
	inPlace := p.raw || p.live
	err := p.w.Flush()
	if err == nil && !inPlace {
		err = p.temp.Chmod(p.mode)
	}
	if e := p.temp.Close(); err == nil {
		err = e
	}
	if err == nil && !inPlace {
		err = os.Rename(p.temp.Name(), p.path)
	}
	if err != nil {
		p.discard()
		return fmt.Errorf("cannot write %s: %w", p.name, reason(err))
	}
	p.temp = nil
	return nil
}

// discard leaves everything as it was, but for what is published. After commit it
// does nothing.
func (p *pending) discard() {
	if p.temp == nil {
		return
	}
	p.temp.Close()
	if !p.raw && !p.live {
		os.Remove(p.temp.Name())
	}
	p.temp = nil
}

// writeFile replaces a file's contents, whole or not at all.
func writeFile(name string, write func(io.Writer) error) error {
	p, err := create(name)
	if err != nil {
		return err
	}
	defer p.discard()
	if err := write(p); err != nil {
		return err
	}
	return p.commit()
}

// createIf opens a file for writing if one is named; nil stands for stdout.
func createIf(name string) (*pending, error) {
	if name == "" {
		return nil, nil
	}
	return create(name)
}

// discardIf is discard of a file that may be nil.
func (p *pending) discardIf() {
	if p != nil {
		p.discard()
	}
}

// begin opens the file of an answer, if one is named, and returns the context in
// which the answer is found: Ctrl-C and a timeout end it. end frees both.
func (a *app) begin(output string, timeout time.Duration) (ctx context.Context, file *pending, end func(), err error) {
	if file, err = createIf(output); err != nil {
		return nil, nil, nil, err
	}
	ctx, release := a.interruptible(stoppingWithAnswer, func() {
		file.discardIf()
		a.discardTemporary()
	})
	ctx, cancel := ask.WithTimeout(ctx, timeout)
	return ctx, file, func() {
		cancel()
		release()
		file.discardIf()
	}, nil
}

// deliver writes to the file, or to stdout if that is nil.
func (a *app) deliver(file *pending, write func(io.Writer) error) error {
	if file == nil {
		return write(a.env.Out)
	}
	if err := write(file); err != nil {
		return err
	}
	return file.commit()
}
