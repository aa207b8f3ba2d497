// Package ask makes questions about protocols ready and answers them: what the
// command line, a suite and the studio have in common. A [Target] is a protocol of
// the catalogue or a file, [Choices] are what is chosen about it, and [Prepare]
// makes a [Prepared] question of both, which a [Searcher] decides. What goes with a
// verdict is found here too: the margin in real time, what would stop a violation
// ([Prepared.Complete]), the smallest sets of faults and the repairs
// ([Prepared.Explain]), where the verdict flips ([Prepared.NewLine]) and the map of
// two durations ([Prepared.NewChart]).
//
// It reads no flags and no files but those of a target's file system, and works in a
// browser. Its errors name a choice by the flag that makes it on the command line.
package ask
