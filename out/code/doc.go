// Package code writes the code that a choice of protocol, guard and numbers
// means: a client of the lock for a real product, and the storage with its
// guard, in Go, with the lines of the model that each step implements.
//
// [Render] takes a plain [Question] and returns texts; [Ask] makes the question
// from a configured model. What is known to be wrong is not written: a release
// that compares nothing, a token that is looked up before the write. Such a choice
// is there so that a check can show what it breaks, and Render refuses it by name.
//
// The texts are snippets below snippet, put together by [fill]: no template
// engine, since the package is part of the page's WebAssembly.
package code
