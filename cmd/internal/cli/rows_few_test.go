//go:build !ci

package cli

// largestCatalogueRow keeps the ordinary tests quick.
const largestCatalogueRow = 10_000
