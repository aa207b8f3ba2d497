package cli

import (
	"fmt"

	"lockcheck/model/murphi"
)

// aim makes the search look for a cover instead of a violation: the cover's
// denial becomes the only property, so that its counterexample is a shortest run
// that reaches the cover.
func (p *prepared) aim(cover string) error {
	_, covers := p.claims()
	p.properties = []string{cover}
	found := false
	for _, r := range p.model.Properties {
		if r.Prop != murphi.Cover || r.Title != cover {
			continue
		}
		not := &murphi.Unary{Span: r.Expr.Place(), Op: murphi.Not, X: r.Expr}
		not.SetType(murphi.Boolean)
		r.Prop, r.Expr = murphi.Invariant, not
		found = true
	}
	if !found {
		return fmt.Errorf("%s has %w", p.target.name, unknown("cover", cover, covers))
	}
	return nil
}
