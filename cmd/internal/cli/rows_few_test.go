//go:build !ci

package cli

// largestCatalogueRow keeps the ordinary tests quick.
const largestCatalogueRow = 10_000

// everyFormat leaves that to the tests with the tag ci.
const everyFormat = false
