// Package browser holds the tests that drive the studio in a real browser: one for
// each of its parts, with both places in which the engine runs. It is a module of
// its own, so that nobody who uses lockcheck has to get what drives a browser:
//
//	go test -tags ci -count 1 ./...
//
// The tests build the program and the engine, which go test does not see: without
// -count 1 it may repeat what it found for older ones. They need Chromium, and npm
// for the accessibility checker; where those are missing they fail. To look at the
// pages as the tests saw them, let them be written to a directory that exists:
// -args -shots DIR. With -args -kept they take the engine for browsers that is there,
// which saves a minute.
package browser
