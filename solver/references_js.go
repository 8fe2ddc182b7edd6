package solver

// references is empty in programs for browsers.
var references []engineEntry
