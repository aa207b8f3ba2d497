package script

import "testing"

func BenchmarkPlay(b *testing.B) {
	for _, r := range []struct{ name, spec, params, script string }{
		{"ttl", "ttl", "max-pause=45s", "pause 45s"},
		{"queue", "zkqueue", "max-pause=60s clients=4 watch=parent", "pause 60s"},
		{"redlock", "redlock", "", "pause 10s"},
	} {
		b.Run(r.name, func(b *testing.B) {
			s := ready(b, r.spec, r.params, "pause")
			for b.Loop() {
				if _, err := Play(s.model, s.settings, true, read(r.script)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
