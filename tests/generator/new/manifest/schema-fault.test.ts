/** Tests of the search for the wrong value in an invalid JSON Schema. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findSchemaFault } from "../../../../generator/new/manifest/schema-fault.js";
import { parseCases } from "../../../harness/run/cases.js";

const test = suite("new: wrong values in JSON Schemas");

/** Test cases: a schema, and the path of its wrong value. */
const CASES = parseCases(`
# a valid schema
{ "type": "object", "properties": { "a": { "$ref": "#/$defs/b" } }, "$defs": { "b": {} } }
=> valid
# an unknown type of a property
{ "properties": { "a": { "type": "text" } } }
=> properties.a.type
# an unknown type in a list of types
{ "items": { "type": ["string", "text"] } }
=> items.type.1
# a reference to a missing definition
{ "properties": { "a": true, "b": { "$ref": "#/$defs/c" } }, "$defs": { "b": {} } }
=> properties.b.$ref
# a definition whose reference is wrong
{ "$ref": "#/$defs/b", "$defs": { "b": { "anyOf": [{}, { "$ref": "http://x/" }] } } }
=> $defs.b.anyOf.1.$ref
# a reference relative to an identifier
{ "$defs": { "b": { "$id": "http://x/", "items": { "$ref": "#/$defs/c" } } } , "properties": { "x": { "$ref": "http://x/" } } }
=> $defs.b.items.$ref
# a number as a schema
{ "properties": { "a": {}, "b": 5 } }
=> properties.b
# a pattern with a syntax error
{ "properties": { "a": { "pattern": "(" } } }
=> properties.a.pattern
# a pattern of names with a syntax error
{ "patternProperties": { "a": {}, "(": {} } }
=> patternProperties.(
# an unsupported dialect
{ "$schema": "http://json-schema.org/draft-04/schema#", "items": {} }
=> $schema
# an invalid identifier in a property
{ "properties": { "a": { "items": { "$id": "http://[" } } } }
=> properties.a.items.$id
# an empty list of schemas
{ "allOf": [] }
=> allOf
# a number in the names of required properties
{ "required": ["a", 5] }
=> required.1
# a negative length
{ "not": { "minLength": -1 } }
=> not.minLength
`);
for (const [title, text, [path = ""]] of CASES)
  test(`\`findSchemaFault\` returns ${path === "valid" ? "no path for" : "the path of"} ${title}`, () => {
    const fault = findSchemaFault(JSON.parse(text) as object);
    assert.is(fault ? fault.path.join(".") : "valid", path);
  });

test("`findSchemaFault` returns an empty path for a schema that is nested too deeply", () => {
  const text = `${'{"not":'.repeat(20_000)}{}${"}".repeat(20_000)}`;
  const fault = findSchemaFault(JSON.parse(text) as object);
  assert.equal(fault?.path, []);
});

test.run();
