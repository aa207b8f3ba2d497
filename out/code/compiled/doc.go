// Package compiled holds the tests that compile what package code writes, against
// the libraries that it names, and run it: the race on a Redis in memory, with the
// rules of the guards in SQL. It is a module of its own, so that nobody who uses
// lockcheck has to get those libraries:
//
//	go test -tags ci -count 1 ./...
//
// The tests build the program, which go test does not see: without -count 1 it may
// repeat what it found for an older one. What is written is put below a temporary
// directory with this module's go.mod, beside tests from testdata.
package compiled
