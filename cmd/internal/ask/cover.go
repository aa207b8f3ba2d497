package ask

import (
	"fmt"

	"lockcheck/model/murphi"
)

// Aim makes the search look for a cover instead of a violation: the cover's
// denial becomes the only property, so that its counterexample is a shortest run
// that reaches the cover.
func (p *Prepared) Aim(cover string) error {
	_, covers := p.Claims()
	p.Properties = []string{cover}
	found := false
	for _, r := range p.Model.Properties {
		if r.Prop != murphi.Cover || r.Title != cover {
			continue
		}
		not := &murphi.Unary{Span: r.Expr.Place(), Op: murphi.Not, X: r.Expr}
		not.SetType(murphi.Boolean)
		r.Prop, r.Expr = murphi.Invariant, not
		found = true
	}
	if !found {
		return fmt.Errorf("%s has %w", p.Target.Name, Unknown("cover", cover, covers))
	}
	return nil
}
