//go:build !ci

package cli

// largestCatalogueRow keeps the ordinary tests quick.
const largestCatalogueRow = 10_000

// everything is left to the tests with the tag ci; this is a sample.
const everything = false
