//go:build ci

package out

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// published installs packages that have the published schemas: testdata/schemas
// pins and describes them.
func published(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join("testdata", "schemas", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(text))
	}
	command(t, dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	return filepath.Join(dir, "node_modules")
}

// withSkipped adds to the schema what its later versions have, and the package
// has not: cases may be skipped, and a suite counts them.
func withSkipped(t *testing.T, schema string) string {
	t.Helper()
	for _, add := range [][2]string{
		{`<xs:choice minOccurs="0"><xs:element name="error">`, `<xs:choice minOccurs="0"><xs:element name="skipped"/><xs:element name="error">`},
		{`<xs:attribute name="errors" type="xs:int" use="required">`, `<xs:attribute name="skipped" type="xs:int"/><xs:attribute name="errors" type="xs:int" use="required">`},
	} {
		if strings.Count(schema, add[0]) != 1 {
			t.Fatalf("the schema has no %s, or several", add[0])
		}
		schema = strings.Replace(schema, add[0], add[1], 1)
	}
	return schema
}

// JUnit reports are what the schema of Apache Ant's says.
func TestJUnitSchema(t *testing.T) {
	dir := t.TempDir()
	text, err := os.ReadFile(filepath.Join(published(t), "junit-xml", "src", "index.test.ts"))
	if err != nil {
		t.Fatal(err)
	}
	schema := regexp.MustCompile(`(?m)^const antJunitSchema = '(.*)';$`).FindSubmatch(text)
	if schema == nil {
		t.Fatal("the schema is not where it was")
	}
	write(t, filepath.Join(dir, "JUnit.xsd"), withSkipped(t, string(schema[1])))
	check := func(text []byte) ([]byte, error) {
		write(t, filepath.Join(dir, "report.xml"), string(text))
		c := exec.Command("xmllint", "--noout", "--schema", "JUnit.xsd", "report.xml")
		c.Dir = dir
		return c.CombinedOutput()
	}
	for _, c := range []*Comparison{compared(), hostileComparison(), manyChecks(3, 1000), {}} {
		if said, err := check(written(t, JUnit, c)); err != nil {
			t.Errorf("%v: %s", err, said)
		}
	}
	// The schema does refuse what is no report.
	bad := bytes.Replace(written(t, JUnit, compared()), []byte(` hostname="localhost"`), nil, 1)
	if _, err := check(bad); err == nil {
		t.Error("a report without a host is accepted")
	}
}

// SARIF logs are what the schema of version 2.1.0 says.
func TestSARIFSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(published(t), "@microsoft", "jest-sarif", "lib", "schemas", "sarif-2.1.0-rtm.5.json"))
	if err != nil {
		t.Fatal(err)
	}
	check := func(text []byte) error {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(value)
	}
	for _, c := range []*Comparison{compared(), hostileComparison(), manyChecks(3, 1001), {}} {
		if err := check(written(t, SARIF, c)); err != nil {
			t.Error(err)
		}
	}
	// The schema does refuse what is no log.
	bad := bytes.Replace(written(t, SARIF, compared()), []byte(`"level": "error"`), []byte(`"level": "worst"`), 1)
	if check(bad) == nil {
		t.Error("an unknown level is accepted")
	}
}
