// Package race runs what was written for each guard, on a Redis whose time the test
// moves and on tables in memory.
package race

import (
	"context"
	"database/sql"
	"os"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	_ "modernc.org/sqlite"

	instore "lockcheck/out/code/compiled/in-store"
	instorenumber "lockcheck/out/code/compiled/in-store-sequence"
	none "lockcheck/out/code/compiled/none"
	lower "lockcheck/out/code/compiled/reject-lower"
	orequal "lockcheck/out/code/compiled/reject-lower-or-equal"
	seal "lockcheck/out/code/compiled/seal"
	owner "lockcheck/out/code/compiled/token-owner"
	sequence "lockcheck/out/code/compiled/token-sequence"
)

// row is what the tests write, and account the name of its lock.
const row, account = "balance", "account"

// client is a hold with what its holder can do, of whatever package.
type client struct {
	token   int64
	check   func() error
	release func(context.Context) error
	ended   <-chan struct{}
	write   func(number int64, body string) error
	read    func() (string, error)
	seal    func() error // nil where there is none
}

// product is the code for a guard, at work on a server and tables of its own.
type product struct {
	t      *testing.T
	server *miniredis.Miniredis
	take   func() (*client, error)
}

// hold is what the packages have in common.
type hold interface {
	Check() error
	Release(context.Context) error
	Context() context.Context
}

func clientOf[H hold](h H, token int64, write func(number int64, body string) error, read func() (string, error)) *client {
	return &client{token: token, check: h.Check, release: h.Release, ended: h.Context().Done(), write: write, read: read}
}

// guard is what is known of a guard.
type guard struct {
	name           string
	start          func(ctx context.Context, o *redis.Options, db *sql.DB) func() (*client, error)
	taken          error // ErrTaken and so on, of the package
	lost, released error
	refused        error // nil: it refuses nothing
	once           bool  // the same write is not applied twice
}

var guards = []guard{
	{"none", func(ctx context.Context, o *redis.Options, db *sql.DB) func() (*client, error) {
		l, s := none.Open(o), &none.Store{DB: db}
		return func() (*client, error) {
			h, err := l.TryAcquire(ctx, account)
			if err != nil {
				return nil, err
			}
			return clientOf(h, h.Token, func(_ int64, body string) error { return s.Write(ctx, h, row, body) },
				func() (string, error) { return s.Read(ctx, h, row) }), nil
		}
	}, none.ErrTaken, none.ErrLost, none.ErrReleased, nil, false},
	{"reject-lower", func(ctx context.Context, o *redis.Options, db *sql.DB) func() (*client, error) {
		l, s := lower.Open(o), &lower.Store{DB: db}
		return func() (*client, error) {
			h, err := l.TryAcquire(ctx, account)
			if err != nil {
				return nil, err
			}
			return clientOf(h, h.Token, func(_ int64, body string) error { return s.Write(ctx, h, row, body) },
				func() (string, error) { return s.Read(ctx, h, row) }), nil
		}
	}, lower.ErrTaken, lower.ErrLost, lower.ErrReleased, lower.ErrRefused, false},
	{"reject-lower-or-equal", func(ctx context.Context, o *redis.Options, db *sql.DB) func() (*client, error) {
		l, s := orequal.Open(o), &orequal.Store{DB: db}
		return func() (*client, error) {
			h, err := l.TryAcquire(ctx, account)
			if err != nil {
				return nil, err
			}
			return clientOf(h, h.Token, func(_ int64, body string) error { return s.Write(ctx, h, row, body) },
				func() (string, error) { return s.Read(ctx, h, row) }), nil
		}
	}, orequal.ErrTaken, orequal.ErrLost, orequal.ErrReleased, orequal.ErrRefused, true},
	{"token-owner", func(ctx context.Context, o *redis.Options, db *sql.DB) func() (*client, error) {
		l, s := owner.Open(o), &owner.Store{DB: db}
		return func() (*client, error) {
			h, err := l.TryAcquire(ctx, account)
			if err != nil {
				return nil, err
			}
			return clientOf(h, h.Token, func(_ int64, body string) error { return s.Write(ctx, h, row, body) },
				func() (string, error) { return s.Read(ctx, h, row) }), nil
		}
	}, owner.ErrTaken, owner.ErrLost, owner.ErrReleased, owner.ErrRefused, false},
	{"token-sequence", func(ctx context.Context, o *redis.Options, db *sql.DB) func() (*client, error) {
		l, s := sequence.Open(o), &sequence.Store{DB: db}
		return func() (*client, error) {
			h, err := l.TryAcquire(ctx, account)
			if err != nil {
				return nil, err
			}
			return clientOf(h, h.Token, func(number int64, body string) error { return s.Write(ctx, h, number, row, body) },
				func() (string, error) { return s.Read(ctx, h, row) }), nil
		}
	}, sequence.ErrTaken, sequence.ErrLost, sequence.ErrReleased, sequence.ErrRefused, true},
	{"seal", func(ctx context.Context, o *redis.Options, db *sql.DB) func() (*client, error) {
		l, s := seal.Open(o), &seal.Store{DB: db}
		return func() (*client, error) {
			h, err := l.TryAcquire(ctx, account)
			if err != nil {
				return nil, err
			}
			c := clientOf(h, h.Token, func(_ int64, body string) error { return s.Write(ctx, h, row, body) },
				func() (string, error) { return s.Read(ctx, h, row) })
			c.seal = func() error { return s.Seal(ctx, h, row) }
			return c, nil
		}
	}, seal.ErrTaken, seal.ErrLost, seal.ErrReleased, seal.ErrRefused, false},
	{"in-store", func(ctx context.Context, o *redis.Options, _ *sql.DB) func() (*client, error) {
		l, s := instore.Open(o), &instore.Store{}
		return func() (*client, error) {
			h, err := l.TryAcquire(ctx, account)
			if err != nil {
				return nil, err
			}
			return clientOf(h, h.Token, func(_ int64, body string) error { return s.Write(ctx, h, row, body) },
				func() (string, error) { return s.Read(ctx, h, row) }), nil
		}
	}, instore.ErrTaken, instore.ErrLost, instore.ErrReleased, instore.ErrRefused, false},
	{"in-store-sequence", func(ctx context.Context, o *redis.Options, _ *sql.DB) func() (*client, error) {
		l, s := instorenumber.Open(o), &instorenumber.Store{}
		return func() (*client, error) {
			h, err := l.TryAcquire(ctx, account)
			if err != nil {
				return nil, err
			}
			return clientOf(h, h.Token, func(number int64, body string) error { return s.Write(ctx, h, number, row, body) },
				func() (string, error) { return s.Read(ctx, h, row) }), nil
		}
	}, instorenumber.ErrTaken, instorenumber.ErrLost, instorenumber.ErrReleased, instorenumber.ErrRefused, true},
}

// begin starts a server and tables for a guard.
func begin(t *testing.T, g guard) *product {
	t.Helper()
	server := miniredis.RunT(t)
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)                                                     // each would be a database of its own
	if table, err := os.ReadFile("../" + g.name + "/store.sql"); err == nil { // else the data are beside the lock
		if _, err := db.Exec(string(table) + `INSERT INTO protected (id, body) VALUES ('` + row + `', '')`); err != nil {
			t.Fatal(err)
		}
	}
	return &product{t: t, server: server, take: g.start(t.Context(), &redis.Options{Addr: server.Addr()}, db)}
}

// must takes the lock.
func (p *product) must() *client {
	p.t.Helper()
	c, err := p.take()
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = c.release(context.Background()) }) // and with it a renewal
	return c
}

// handOver is how the race begins: A takes the lock and stops; its lease ends; B
// takes the lock. A's last look at its clock was before.
func (p *product) handOver() (a, b *client) {
	p.t.Helper()
	a = p.must()
	p.server.FastForward(none.TTL)
	b = p.must()
	if b.token <= a.token {
		p.t.Fatalf("B has the token %d, after %d of A", b.token, a.token)
	}
	if err := a.check(); err != nil {
		p.t.Fatalf("A has noticed, so this is not the race: %v", err)
	}
	return a, b
}

// stored is what is read by somebody who may.
func stored(t *testing.T, c *client) string {
	t.Helper()
	body, err := c.read()
	if err != nil {
		t.Fatal(err)
	}
	return body
}
