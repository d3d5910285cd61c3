package mcp

import (
	"encoding/json"
	"math"
	"os"
	"reflect"
	"testing"
)

type labelled struct {
	Rule   string
	Sender Side
	Valid  bool
	Value  json.RawMessage
}

type entry struct {
	Type, Method, Kind string
	Sender             Side
	Valid              []json.RawMessage
	Invalid, Cases     []labelled
}

// TestCorpus compares the decoders with the file that MCP_CORPUS names. The
// output of `mcp-codegen --only corpus` is such a file.
func TestCorpus(t *testing.T) {
	path := os.Getenv("MCP_CORPUS")
	if path == "" {
		t.Skip("MCP_CORPUS does not name a file")
	}
	data, err := os.ReadFile(path)
	var corpus struct{ Types, Messages []entry }
	if err != nil || json.Unmarshal(data, &corpus) != nil {
		t.Fatal("cannot read the corpus", err)
	}
	beyond, count := 0, 0
	for _, entry := range append(corpus.Types, corpus.Messages...) {
		cases := append(entry.Cases, entry.Invalid...)
		for _, value := range entry.Valid {
			cases = append(cases, labelled{"valid", "", true, value})
		}
		for _, one := range cases {
			count++
			made, err := entry.decode(one)
			if one.Valid && err != nil && tooLarge(tree(one.Value)) {
				beyond++
			} else if one.Valid != (err == nil) {
				t.Errorf("%s%s %s: valid is %v, but: %v\n%s", entry.Type, entry.Method, one.Rule, one.Valid, err, one.Value)
			} else if one.Valid {
				again, err := json.Marshal(made)
				if err != nil || !reflect.DeepEqual(tree(again), tree(one.Value)) {
					t.Errorf("%s%s %s: lossy %v\n%s\n%s", entry.Type, entry.Method, one.Rule, err, one.Value, again)
				}
			}
		}
	}
	t.Logf("%d values, %d with integers beyond int64", count, beyond)
}

func (e entry) decode(one labelled) (any, error) {
	if e.Type != "" {
		return Decode(e.Type, one.Value)
	}
	sender := e.Sender
	if one.Sender != "" {
		sender = one.Sender
	} else if sender == Either {
		sender = Client
	}
	message, err := DecodeMessage(one.Value, sender)
	if err != nil || message.Kind != e.Kind {
		return nil, &ValidationError{}
	}
	return message.Value, nil
}

// tree returns a JSON text as values that are equal for equal JSON values.
func tree(data []byte) (v any) {
	if json.Unmarshal(data, &v) != nil {
		panic("invalid JSON: " + string(data))
	}
	return v
}

// tooLarge reports whether a value contains an integer beyond int64.
func tooLarge(v any) bool {
	switch v := v.(type) {
	case float64:
		return math.Abs(v) >= 1<<63
	case []any:
		for _, item := range v {
			if tooLarge(item) {
				return true
			}
		}
	case map[string]any:
		for _, member := range v {
			if tooLarge(member) {
				return true
			}
		}
	}
	return false
}
