// Package symmetry computes canonical forms of states: one representative for
// all states that differ only in names that mean nothing. A checker that
// replaces every state by its canonical form explores each class once.
//
// Two kinds of names mean nothing. Ordinals are values of which only the order
// matters, such as fencing tokens. Scalarsets (Ip and Dill 1996) are types
// whose values are interchangeable, such as clients. Whether a model uses its
// types that way is for others to check; this package knows states only, packed
// in words: a [Shape] says what their slots are, and a [Code] where each lies.
// A [Scratch] does the work. The usual case, lanes that are in order already,
// needs a few operations on words and no more.
//
// # Contract
//
// [Scratch.Canonicalise] is exact: two states get the same canonical form if
// and only if an order-preserving change of ordinals and a permutation of each
// scalarset type turn one into the other. The canonical form is in the class
// of the state, and the permutation that leads to it is known, so that a trace
// of canonical states can be told in the names of a concrete run.
//
// The package does not promise which state of a class is the representative:
// it may change from version to version.
//
// # Ordinals
//
// The distinct values of one ordinal type that occur in the state, 0 ("none")
// apart, are replaced by 1, 2, 3 in order. Two states differ by an
// order-preserving change exactly if the results are equal. A permutation of
// scalarset values moves ordinals around but changes neither which occur nor
// their order, so ranks can be taken first and once.
//
// # Permutations
//
// A permutation renames scalarset values wherever they stand: as array indices
// and as contents. With the type client: scalarset(3), exchanging the clients
// 0 and 1 exchanges at[0] and at[1], message[0][2] and message[1][2], and so
// on, and makes an owner 0 an owner 1.
//
// Trying all permutations and keeping the smallest form would be correct, and
// is the oracle of the tests. The same result comes faster in four steps, each
// of which leaves some permutations out. The invariant of all of them: what is
// done with a state depends only on things that a renaming keeps, so that
// states of one class are treated alike.
//
//  1. Lanes. The lane of a value is all that is stored under it as the only
//     index: at[c].phase, at[c].token, and whether an owner is c. Lanes are
//     gathered in machine words and the values of a type sorted by them. If no
//     two lanes of a type are equal, this fixes the permutation. That is the
//     usual case, and costs no more than reading the state and a short sort.
//     Values with equal lanes form a cell.
//
//  2. Twins. Two values of a cell are twins if exchanging them leaves the state
//     as it is, like two clients that are both idle. If a and b are twins, and
//     b and c, then so are a and c: the exchange of a and c is that of a and b,
//     then of b and c, then of a and b again. So a cell falls into classes of
//     twins, and among twins any order gives the same form. Without references
//     between values and without arrays over two indices, all values of a cell
//     are twins. Otherwise what lies around the two values is compared. If each
//     cell is one class of twins, there is nothing left to choose.
//
//  3. Colours. Otherwise values are told apart by the cells of those they are
//     tied to: by a reference, as in at[c].waits = d, or as the indices of
//     message[c][d]. For each value, a hash of these cells and of what ties it
//     to them is summed up, and the cells are split by the sums, again and
//     again while that helps. It is the colour refinement of McKay and Piperno
//     2014, section 2. A sum does not depend on the order of its terms, so it
//     does not depend on names. Different surroundings may by chance give equal
//     sums; then a cell stays larger than it might be, and the next step has
//     more to do, and that is all.
//
//  4. Search. In the first cell that is not one class of twins, each value in
//     turn, one of each class, is made the first; then cells are split by
//     colours again, and so on until nothing is left to choose. Each way down
//     gives a permutation; the smallest form that one of them gives, compared
//     slot by slot, is the canonical form.
//
// # Why it is exact
//
// The canonical form is the state under some permutation, so equal forms mean
// one class. That states of one class have equal forms is seen as follows. Let
// q be a permutation that turns state s into state t. Cells, twins and colours
// are defined without names: what steps 1 to 3 make of t is what they make of s
// with values renamed by q. So each way down the search for s, with its choices
// renamed by q, is a way down the search for t, and both lead to the same form:
// if p is the permutation found for s, the one for t undoes q and then does p,
// and p after "q undone" takes t to s and on. Hence, if all ways down were
// tried, s and t would have the same set of forms, and the same smallest one.
//
// Two kinds of ways are left out, and neither changes that set. If v and w are
// twins, their exchange turns the ways that choose v into those that choose w
// and keeps the state, so both sets of forms are equal; values chosen before
// are not touched, as they are neither v nor w. And if a form turns up that is
// equal to the smallest so far, then following one permutation and undoing the
// other is a renaming that keeps the state. A chosen value keeps its place in
// the order from then on, so this renaming keeps all choices that the two ways
// have in common and takes the first in which they differ, say v, to w. All
// ways that choose v there have been dealt with; those that choose w are their
// images, have the same forms, and the rest of them is skipped. This is the
// pruning by automorphisms of the same paper, in its simplest form: eight
// clients paired with eight sessions admit 40,320 renamings, and 29 are tried.
//
// # Sources
//
//   - C. N. Ip, D. L. Dill: Better verification through symmetry. Formal
//     Methods in System Design 9 (1996), 41-75: scalarsets, and why a checker
//     may visit one state of each class.
//   - B. D. McKay, A. Piperno: Practical graph isomorphism, II. Journal of
//     Symbolic Computation 60 (2014), 94-112: refinement, the search tree and
//     its pruning. What is here is a small part of it, enough for types of a
//     few values.
package symmetry
