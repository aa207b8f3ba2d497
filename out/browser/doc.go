// Package browser holds the tests that drive the HTML page of package out in a
// real browser, and look at its Markdown there as GitHub shows it. It is a module of its own, so that nobody who uses lockcheck has
// to get what drives a browser:
//
//	go test -tags ci -count 1 ./...
//
// The tests build the program, which go test does not see: without -count 1 it
// may repeat what it found for an older one. They need Chromium, and npm for the
// accessibility checker and for what draws Markdown and Mermaid; where those are missing they fail. To look at the pages
// as the tests saw them, let them be written to a directory that exists:
// -args -shots DIR.
package browser
