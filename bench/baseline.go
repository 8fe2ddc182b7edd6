package bench

// SetBaseline compares measurements, such as those of [ReadJSON], with the named
// engine or program of the same rounds; see Config.Baseline. The list is of one run, or of
// several, one after the other. A list in which no measurement has that name it leaves as
// it is, and reports false.
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
	corpora := apart(list)
	for i := range list {
		if base := baseline(list, corpora, i, name); base != nil {
			list[i].setRatio(base)
		}
	}
}

// baseline returns what a measurement is compared with: of those that took turns
// with it, whose corpus has the same name in corpora, the one of the given name with the
// fewest workers, or the first.
func baseline(list, corpora []Measurement, of int, name string) *Measurement {
	var first, named *Measurement
	for i := range list {
		m := &list[i]
		if m.Mode != list[of].Mode || corpora[i].Corpus != corpora[of].Corpus || m.Limit != list[of].Limit || m.Error != "" {
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
