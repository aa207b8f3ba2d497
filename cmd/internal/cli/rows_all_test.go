//go:build ci

package cli

// largestCatalogueRow lets every row be tested.
const largestCatalogueRow = 1 << 40

// everything is tested, and not a sample.
const everything = true
