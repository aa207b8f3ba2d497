package lock

import (
	"database/sql"
	"os"
	"testing"

	_ "modernc.org/sqlite"
)

func newStore(t *testing.T) *Store {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1) // each would be a database of its own
	table, err := os.ReadFile("store.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(string(table) + `INSERT INTO protected (id, body) VALUES ('` + row + `', '')`); err != nil {
		t.Fatal(err)
	}
	return &Store{db}
}

func put(t *testing.T, s *Store, h *Hold, number int64, body string) error {
	return s.Write(t.Context(), h, number, row, body)
}

func stored(t *testing.T, s *Store) (body string) {
	t.Helper()
	if err := s.DB.QueryRow(`SELECT body FROM protected`).Scan(&body); err != nil {
		t.Fatal(err)
	}
	return body
}
