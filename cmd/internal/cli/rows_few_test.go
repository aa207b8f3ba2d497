//go:build !ci

package cli

// largestCatalogueRow keeps the ordinary tests quick.
const largestCatalogueRow = 60_000
