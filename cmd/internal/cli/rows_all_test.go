//go:build ci

package cli

// largestCatalogueRow lets every row be tested.
const largestCatalogueRow = 1 << 40

// everyFormat compares the answers about all protocols.
const everyFormat = true
