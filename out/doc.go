// Package out renders what a check found. Each format is one function over a
// [Report]: a [checker.Result] together with the question that it answers.
//
// The text is for people: verdict and one sentence first, then the
// counterexample as lanes, belief against truth, the reason, and what would
// have stopped it. The other formats are for programs and for review, and
// their bytes depend on the report alone: no times, no paths, no map order.
//
// A trace is read once for all pictures: sceneOf finds the parties, the messages
// between them and who believes what; causeOf finds what led to the end. SVG,
// HTML, Mermaid and ShiViz draw that scene, and nothing else decides what an
// arrow or a bar says.
//
// Package out never searches. Claims that need a search of their own, such as
// "this guard would have stopped it", are made by the caller and handed in as
// [Remedy] values. It reads no environment and opens no file: whether to use
// colour is the caller's decision.
package out
