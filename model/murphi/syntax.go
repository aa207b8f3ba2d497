// Package murphi is the front end of lockcheck: it reads models in Murphi, in
// the dialect of the model checker Rumur, with the annotations in `--!`
// comments that make a model a lock protocol. LANGUAGE.md in the folder above
// describes the language.
//
// A text becomes a tree with [Parse], or with [Load], which also reads the
// parts that it includes. [Configure] applies parameters and faults to the
// tree, [Check] resolves its names and types and applies the static rules, and
// [Export] writes it for other checkers. [Print] writes any tree back as text
// that parses to the same tree; [Format] lays a source out, comments and all.
//
// Nothing here runs a model, and nothing reads files except through an fs.FS.
// What is wrong with a text is never an error value but [Diagnostics], several
// in one run, each with its place:
//
//	m, ds := murphi.Load(os.DirFS("specs"), "ttl.murphi")
//	if ds.HasErrors() {
//		ds.Render(os.Stderr, m.Sources)
//	}
//
// No text makes these functions panic, and all of them are bounded: texts over
// 2 MiB, constructs nested over 500 deep and expressions over 2,000 levels are
// refused.
package murphi
