// Package mcp contains the types of one revision of the Model Context Protocol.
package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth is the maximum nesting depth of a JSON text.
const maxDepth = 500

// Problem is one reason why a value is invalid.
type Problem struct {
	// Path of the invalid part, such as `params.name` or `content[0]`.
	Path string

	// Message describes the expected value.
	Message string
}

// ValidationError lists all problems of a value.
type ValidationError struct {
	Problems []Problem
}

func (e *ValidationError) Error() string {
	texts := make([]string, len(e.Problems))
	for i, problem := range e.Problems {
		path := problem.Path
		if path == "" {
			path = "the value"
		}
		texts[i] = path + ": " + problem.Message
	}
	return strings.Join(texts, "; ")
}

// parse reads a JSON text once and returns a tree of nil, bool, string,
// json.Number, []any and map[string]any.
func parse(data []byte) (any, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("the text is not valid UTF-8")
	}
	reader := json.NewDecoder(bytes.NewReader(data))
	reader.UseNumber()
	value, err := readValue(reader, 0)
	if err != nil {
		return nil, err
	}
	if _, err := reader.Token(); err != io.EOF {
		return nil, errors.New("the text continues after the JSON value")
	}
	return value, nil
}

func readValue(reader *json.Decoder, depth int) (any, error) {
	token, err := reader.Token()
	if err != nil {
		return nil, err
	}
	delimiter, nested := token.(json.Delim)
	if !nested {
		return token, nil
	}
	if depth == maxDepth {
		return nil, fmt.Errorf("the JSON value is nested more than %d levels deep", maxDepth)
	}
	if delimiter == '[' {
		items := []any{}
		for reader.More() {
			item, err := readValue(reader, depth+1)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		_, err = reader.Token()
		return items, err
	}
	members := map[string]any{}
	for reader.More() {
		key, err := reader.Token()
		if err != nil {
			return nil, err
		}
		member, err := readValue(reader, depth+1)
		if err != nil {
			return nil, err
		}
		members[key.(string)] = member
	}
	_, err = reader.Token()
	return members, err
}

// decoder collects the problems of a value, with their paths.
type decoder struct {
	path     []string
	problems []Problem
}

func (d *decoder) fail(message string) {
	d.problems = append(d.problems, Problem{strings.TrimPrefix(strings.Join(d.path, ""), "."), message})
}

func (d *decoder) err() error {
	if len(d.problems) == 0 {
		return nil
	}
	return &ValidationError{d.problems}
}

// inside decodes a part of a value at a step of the path.
func inside[T any](d *decoder, step string, v any, decode func(*decoder, any) T) T {
	d.path = append(d.path, step)
	made := decode(d, v)
	d.path = d.path[:len(d.path)-1]
	return made
}

// decodeJSON decodes a JSON text.
func decodeJSON[T any](data []byte, decode func(*decoder, any) T) (T, error) {
	v, err := parse(data)
	if err != nil {
		var none T
		return none, err
	}
	d := &decoder{}
	made := decode(d, v)
	return made, d.err()
}

// validate reports the problems of a value, which may have been built by code.
func validate[T any](value any, decode func(*decoder, any) T) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = decodeJSON(data, decode)
	return err
}

// object is a JSON object of which some members have been decoded.
type object struct {
	members map[string]any
	known   map[string]bool
}

func (d *decoder) object(v any) *object {
	members, ok := v.(map[string]any)
	if !ok {
		d.fail("expected an object")
		return nil
	}
	return &object{members, map[string]bool{}}
}

func (o *object) take(key string) (any, bool) {
	o.known[key] = true
	v, ok := o.members[key]
	return v, ok
}

func required[T any](d *decoder, o *object, key string, decode func(*decoder, any) T) T {
	v, ok := o.take(key)
	if ok {
		return inside(d, "."+key, v, decode)
	}
	var none T
	inside(d, "."+key, v, func(d *decoder, _ any) bool {
		d.fail("the member is missing")
		return false
	})
	return none
}

// optional returns nil for a missing member.
func optional[T any](d *decoder, o *object, key string, decode func(*decoder, any) T) *T {
	v, ok := o.take(key)
	if !ok {
		return nil
	}
	made := inside(d, "."+key, v, decode)
	return &made
}

// maybe returns nil for a missing member of a type that has the value nil.
func maybe[T any](d *decoder, o *object, key string, decode func(*decoder, any) T) T {
	v, ok := o.take(key)
	if ok {
		return inside(d, "."+key, v, decode)
	}
	var none T
	return none
}

// rest decodes the members that the type does not declare.
func rest[T any](d *decoder, o *object, decode func(*decoder, any) T) map[string]T {
	var extra map[string]T
	for key, v := range o.members {
		if o.known[key] {
			continue
		}
		if extra == nil {
			extra = map[string]T{}
		}
		extra[key] = inside(d, "."+key, v, decode)
	}
	return extra
}

func decodeAny(_ *decoder, v any) any { return v }

func decodeNever(d *decoder, _ any) any {
	d.fail("expected no value")
	return nil
}

func decodeNull(d *decoder, v any) any {
	if v != nil {
		d.fail("expected null")
	}
	return nil
}

func decodeBool(d *decoder, v any) bool {
	made, ok := v.(bool)
	if !ok {
		d.fail("expected a boolean")
	}
	return made
}

func decodeString(d *decoder, v any) string {
	made, ok := v.(string)
	if !ok {
		d.fail("expected a string")
	}
	return made
}

func decodeNumber(d *decoder, v any) float64 {
	text, ok := v.(json.Number)
	made, err := strconv.ParseFloat(string(text), 64)
	if !ok || err != nil {
		d.fail("expected a number")
	}
	return made
}

// decodeInteger accepts integers in the range of int64, including `1.0`.
func decodeInteger(d *decoder, v any) int64 {
	text, ok := v.(json.Number)
	if ok {
		if made, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			return made
		}
		made, err := strconv.ParseFloat(string(text), 64)
		if err == nil && made == math.Trunc(made) && math.Abs(made) < 1<<63 {
			return int64(made)
		}
	}
	d.fail("expected an integer in the range of int64")
	return 0
}

// within checks the limits of a number.
func within[T int64 | float64](decode func(*decoder, any) T, least, most float64) func(*decoder, any) T {
	return func(d *decoder, v any) T {
		made := decode(d, v)
		if float64(made) < least || float64(made) > most {
			d.fail("the number is outside the limits")
		}
		return made
	}
}

// text checks the limits of a string. The length is counted in code points.
func text(least, most int, patterns ...string) func(*decoder, any) string {
	return func(d *decoder, v any) string {
		made := decodeString(d, v)
		if length := utf8.RuneCountInString(made); length < least || length > most {
			d.fail("the length of the string is outside the limits")
		}
		for _, pattern := range patterns {
			if !regexp.MustCompile(pattern).MatchString(made) {
				d.fail("the string does not match " + pattern)
			}
		}
		return made
	}
}

// oneOf checks that a value is one of the literals.
func oneOf[T comparable](decode func(*decoder, any) T, values ...T) func(*decoder, any) T {
	return func(d *decoder, v any) T {
		before := len(d.problems)
		made := decode(d, v)
		for _, value := range values {
			if made == value {
				return made
			}
		}
		if len(d.problems) == before {
			d.fail(fmt.Sprintf("expected one of %v", values))
		}
		return made
	}
}

func list[T any](decode func(*decoder, any) T, least, most int) func(*decoder, any) []T {
	return func(d *decoder, v any) []T {
		items, ok := v.([]any)
		if !ok {
			d.fail("expected an array")
			return nil
		}
		if len(items) < least || len(items) > most {
			d.fail("the number of items is outside the limits")
		}
		made := make([]T, len(items))
		for i, item := range items {
			made[i] = inside(d, "["+strconv.Itoa(i)+"]", item, decode)
		}
		return made
	}
}

func dict[T any](decode func(*decoder, any) T) func(*decoder, any) map[string]T {
	return func(d *decoder, v any) map[string]T {
		o := d.object(v)
		if o == nil {
			return nil
		}
		made := rest(d, o, decode)
		if made == nil {
			made = map[string]T{}
		}
		return made
	}
}

// as converts the result of a decoder to a type of a union.
func as[T, S any](decode func(*decoder, any) S) func(*decoder, any) T {
	return func(d *decoder, v any) T {
		made, _ := any(decode(d, v)).(T)
		return made
	}
}

// choose returns the result of the first decoder that accepts the value. If all
// decoders refuse the value, the shortest list of problems is reported.
func choose[T any](d *decoder, v any, options ...func(*decoder, any) T) T {
	var none T
	var fewest []Problem
	for _, decode := range options {
		attempt := &decoder{path: d.path}
		made := decode(attempt, v)
		if len(attempt.problems) == 0 {
			return made
		}
		if fewest == nil || len(attempt.problems) < len(fewest) {
			fewest = attempt.problems
		}
	}
	if len(options) == 0 {
		d.fail("no type of the union has this kind of value")
	}
	d.problems = append(d.problems, fewest...)
	return none
}

// either returns a decoder that accepts the values of several decoders.
func either[T any](options ...func(*decoder, any) T) func(*decoder, any) T {
	return func(d *decoder, v any) T { return choose(d, v, options...) }
}

// Results of tag for a value without a discriminant that is a string.
const (
	tagAbsent = "\x00absent"
	tagWrong  = "\x00wrong"
	tagNone   = "\x00none"
)

// tag returns the discriminant of an object, and tagNone for other values.
func tag(v any, key string) string {
	members, ok := v.(map[string]any)
	if !ok {
		return tagNone
	}
	member, ok := members[key]
	if !ok {
		return tagAbsent
	}
	made, ok := member.(string)
	if !ok {
		return tagWrong
	}
	return made
}

// open returns a JSON object with the undeclared members of a value.
func open[T any](extra map[string]T) map[string]any {
	members := make(map[string]any, len(extra)+8)
	for key, v := range extra {
		members[key] = v
	}
	return members
}

func putOptional[T any](members map[string]any, key string, v *T) {
	if v != nil {
		members[key] = *v
	}
}
