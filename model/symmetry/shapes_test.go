package symmetry

// lockShape is a lock protocol: an owner, a counter, and a lane per client.
func lockShape(clients, perLane int) Shape {
	arrays := []array{
		{kind: Scalar},       // owner
		{kind: Ordinal},      // last token
		{kind: Ordinal},      // highest token at the storage
		{kind: Plain, hi: 1}, // a history variable
	}
	for k := range perLane {
		a := array{over: []int{0}, kind: Plain, hi: int64(1 + k%4)}
		if k%6 == 0 {
			a = array{over: []int{0}, kind: Ordinal}
		}
		arrays = append(arrays, a)
	}
	return shapeOf([]int{clients}, arrays...)
}

// quorumShape has clients and nodes, messages between them, and nodes that
// know their holder.
func quorumShape(clients, nodes int) Shape {
	return shapeOf([]int{clients, nodes},
		array{over: []int{0}, kind: Plain, hi: 4},    // phase
		array{over: []int{0}, kind: Ordinal},         // token
		array{over: []int{1}, kind: Scalar, of: 0},   // holder
		array{over: []int{1}, kind: Ordinal},         // grant
		array{over: []int{0, 1}, kind: Plain, hi: 3}, // request
		array{over: []int{0, 1}, kind: Plain, hi: 1}, // vote
		array{over: []int{0, 1}, kind: Ordinal},      // its token
		array{kind: Scalar, of: 1},                   // primary
	)
}

// queueShape has clients that wait for each other, and a queue of clients.
func queueShape(clients int) Shape {
	return shapeOf([]int{clients},
		array{over: []int{0}, kind: Plain, hi: 2},  // phase
		array{over: []int{0}, kind: Scalar, of: 0}, // waits for
		array{kind: Scalar, of: 0},                 // first
		array{kind: Scalar, of: 0},                 // second
	)
}

// sessionShape has clients and sessions that refer to each other.
func sessionShape(n int) Shape {
	return shapeOf([]int{n, n},
		array{over: []int{0}, kind: Scalar, of: 1},
		array{over: []int{1}, kind: Scalar, of: 0},
		array{over: []int{0}, kind: Plain, hi: 1},
	)
}
