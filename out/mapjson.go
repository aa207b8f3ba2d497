package out

import (
	"bytes"
	"encoding/json"
	"io"
)

// MapSchema is the name of the JSON form of a map.
const MapSchema = "lockcheck/map/v1"

type (
	jsonMap struct {
		Schema      string            `json:"schema"`
		Tool        string            `json:"tool"`
		Model       jsonModel         `json:"model"`
		Config      jsonConfig        `json:"config"`
		Assumptions []string          `json:"assumptions"`
		X           jsonAxis          `json:"x"`
		Y           jsonAxis          `json:"y"`
		Border      bool              `json:"border"`
		Checks      int               `json:"checks"`
		Limit       *jsonLimit        `json:"limit"`
		Cells       []json.RawMessage `json:"cells"`
	}
	jsonAxis struct {
		Flag   string   `json:"flag"`
		Effect Effect   `json:"effect"`
		Values []string `json:"values"`
	}
	jsonCell struct {
		X        string  `json:"x"`
		Y        string  `json:"y"`
		Answer   string  `json:"answer"`
		Why      *string `json:"why"`
		Command  string  `json:"command"`
		From     *[2]int `json:"from"`
		Property *string `json:"property"`
		Steps    *int    `json:"steps"`
	}
)

// MapJSON writes the map as one JSON object, each cell on a line of its own;
// schema/map.v1.json describes it.
func MapJSON(w io.Writer, m *Map) error {
	r := m.Question
	j := &jsonMap{
		Schema: MapSchema, Tool: r.Tool, Model: jsonModel{r.Model.Name, r.Model.File, r.Model.SHA256},
		Config: jsonConfigOf(&r.Config), Assumptions: append([]string{}, r.Assumptions...),
		X: jsonAxis{m.X.Flag, m.X.Effect, m.X.Values}, Y: jsonAxis{m.Y.Flag, m.Y.Effect, m.Y.Values},
		Border: m.Border, Checks: m.Checks,
	}
	delete(j.Config.Timing.Durations, m.X.Flag) // they have no one value
	delete(j.Config.Timing.Durations, m.Y.Flag)
	if l := m.Limit; l != nil {
		j.Limit = &jsonLimit{l.Kind, l.Value}
	}
	var head bytes.Buffer
	if err := encode(&head, j); err != nil {
		return err
	}
	before, after, _ := bytes.Cut(head.Bytes(), []byte(`"cells": null`))
	var b bytes.Buffer
	b.Write(before)
	b.WriteString(`"cells": [`)
	for y, row := range m.Cells {
		for x := range row {
			line, err := m.jsonCell(x, y)
			if err != nil {
				return err
			}
			if x+y > 0 {
				b.WriteByte(',')
			}
			b.WriteString("\n    ")
			b.Write(line)
		}
	}
	b.WriteString("\n  ]")
	b.Write(after)
	_, err := w.Write(b.Bytes())
	return err
}

func (m *Map) jsonCell(x, y int) ([]byte, error) {
	c := m.Cells[y][x]
	j := jsonCell{X: m.X.Values[x], Y: m.Y.Values[y], Answer: c.Answer, Why: optional(c.Why), Command: m.Command(x, y)}
	if c.Answer == "safe" || c.Answer == "unsafe" {
		j.From = &[2]int{c.X, c.Y}
	}
	if c.Property != "" {
		j.Property, j.Steps = &c.Property, &c.Steps
	}
	return plainJSON(j)
}
