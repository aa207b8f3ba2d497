package out

import "encoding/json"

// Shown is a run as a page shows it that is not written by this package: the
// studio's.
type Shown struct {
	// View is what one steps through, as the page of [HTML] has it: the start,
	// what each step changes, and who believes and holds after it.
	View  json.RawMessage
	SVG   string // the lanes, with a row for each step
	Story string // its turning points
}

// Show draws and tells the run of a report. nil: it has none.
func Show(r *Report) (*Shown, error) {
	q := shown(r)
	if q == nil {
		return nil, nil
	}
	s := sceneOf(r, q)
	view, err := json.Marshal(pageDataOf(r, s))
	if err != nil {
		return nil, err
	}
	return &Shown{View: view, SVG: newLanesPicture(r, s, true).draw(), Story: storyOf(q.Trace)}, nil
}

// Said is the claim of a report in sentences: the verdict and what it holds for,
// without the margin (see [MarginText]).
func Said(r *Report) []string {
	bare := *r
	bare.Margin = nil
	return claimOf(&bare).Said
}
