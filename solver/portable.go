package solver

// newPortable returns the engine of an order that runs everywhere.
func newPortable(order int) engine { return withTail(order, portable(order)) }

// portable is that without the tail.
func portable(order int) engine {
	if order == 9 {
		return newBand()
	}
	return newGrid()
}
