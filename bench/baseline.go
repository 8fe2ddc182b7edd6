package bench

// SetBaseline compares measurements, such as those of [ReadJSON], with the named
// engine or program of the same rounds; see Config.Baseline. A list in which no
// measurement has that name it leaves as it is, and reports false.
func SetBaseline(measurements []Measurement, name string) bool {
	found := false
	for i := range measurements {
		found = found || measurements[i].Engine == name
	}
	if found {
		setRatios(measurements, name)
	}
	return found
}

// setRatios compares each measurement with the baseline of its rounds.
func setRatios(list []Measurement, name string) {
	for i := range list {
		if base := baseline(list, &list[i], name); base != nil {
			list[i].setRatio(base)
		}
	}
}

// baseline returns what a measurement is compared with: of those that took turns
// with it the one of the given name with the fewest workers, or the first.
func baseline(list []Measurement, of *Measurement, name string) *Measurement {
	var first, named *Measurement
	for i := range list {
		m := &list[i]
		if m.Mode != of.Mode || m.Corpus != of.Corpus || m.Order != of.Order || m.Limit != of.Limit || m.Error != "" {
			continue
		}
		if first == nil {
			first = m
		}
		if m.Engine == name && (named == nil || m.Jobs < named.Jobs) {
			named = m
		}
	}
	if named != nil {
		return named
	}
	return first
}
