package cli

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// texts returns all strings of a YAML document, by the key above them.
func texts(n *yaml.Node, key string, add func(key, text string)) {
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			texts(n.Content[i+1], n.Content[i].Value, add)
		}
	case yaml.ScalarNode:
		add(key, n.Value)
	default:
		for _, c := range n.Content {
			texts(c, key, add)
		}
	}
}

// What the repository has for other people's CI is YAML, calls compare with flags
// that it has, and pins the actions of others by commit.
func TestFilesForCI(t *testing.T) {
	documents := map[string]string{}
	for _, name := range []string{".github/actions/lockcheck/action.yml", ".github/workflows/ci.yml", ".pre-commit-hooks.yaml", ".ci/gitlab.yml"} {
		text, err := os.ReadFile("../../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		documents[name] = string(text)
	}
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## In CI\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for i, m := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(section, -1) {
		documents["README.md, example "+string(rune('1'+i))] = m[1]
	}
	compare, _, err := (&app{env: Env{Getenv: func(string) string { return "" }}}).root().Find([]string{"compare"})
	if err != nil {
		t.Fatal(err)
	}
	pinned := regexp.MustCompile(`^(\./.*|.*/lockcheck/\.github/.*|.*@[0-9a-f]{40})$`)
	calls := 0
	for name, text := range documents {
		var n yaml.Node
		if err := yaml.Unmarshal([]byte(text), &n); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		texts(&n, "", func(key, text string) {
			if key == "uses" && !pinned.MatchString(text) {
				t.Errorf("%s uses %s, which is not pinned by commit", name, text)
			}
			for _, line := range strings.Split(text, "\n") {
				if (key == "run" || key == "script" || key == "entry") && strings.Contains(line, "compare ") {
					calls++
				} else if key != "args" {
					continue
				}
				for _, m := range regexp.MustCompile(`(?:^|\s)--([a-z-]+)`).FindAllStringSubmatch(line, -1) {
					if compare.Flags().Lookup(m[1]) == nil {
						t.Errorf("%s: compare has no flag --%s", name, m[1])
					}
				}
			}
		})
	}
	if calls < 2 {
		t.Errorf("%d calls of compare were found: the test looks in the wrong places", calls)
	}
}
