// Package browser holds the tests that drive the HTML page of package out in a
// real browser. It is a module of its own, so that nobody who uses lockcheck has
// to get what drives a browser:
//
//	go test -tags ci ./...
//
// It needs Chromium, and npm for the accessibility checker. Where they are
// missing the tests fail. To look at the pages as the tests saw them, let them
// be written to a directory that exists: -args -shots DIR.
package browser
