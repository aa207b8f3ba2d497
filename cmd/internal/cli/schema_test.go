package cli

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lockcheck/out"
)

// TestSchemaHelp: the help says of each schema what it describes, and of no other.
func TestSchemaHelp(t *testing.T) {
	if diff := cmp.Diff(out.Schemas(), slices.Sorted(maps.Keys(schemaSays))); diff != "" {
		t.Error(diff)
	}
}
