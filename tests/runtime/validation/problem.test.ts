/**
 * Tests of the text that describes the first problem of an invalid value in one
 * line.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findProblem } from "../../../runtime/validation/explain/problem.js";
import {
  anything,
  array,
  integer,
  keys,
  literal,
  object,
  optional,
  string,
  tagged,
  text,
  union,
  type Shape,
} from "../../../runtime/validation/shape.js";

const test = suite("validation: first problem");

const A = object({ type: () => literal("a"), size: integer });
const B = object({ type: () => literal("b") });
const TAGGED = tagged("type", { a: A, b: B });
const INHERITED = tagged("valueOf", { a: object({}) });
const RECORD = object({}, keys(integer));
const LONG = "k".repeat(100);

const PROBLEMS: readonly (readonly [Shape, unknown, string | undefined])[] = [
  [anything, null, undefined],
  [union(string, integer), true, ": expected string or integer, got boolean"],
  [
    union(string, A),
    { type: "a", size: "" },
    ".size: expected integer, got string",
  ],
  [union(A, B), { type: "c" }, ": expected object or object, got object"],
  [union(A, B), { type: "b" }, undefined],
  [TAGGED, { type: "a" }, ".size: expected integer, got nothing"],
  [TAGGED, { type: "c" }, '.type: expected "a" or "b", got string'],
  [TAGGED, {}, '.type: expected "a" or "b", got nothing'],
  [INHERITED, { valueOf: "a" }, undefined],
  [INHERITED, {}, '.valueOf: expected "a", got nothing'],
  [object({ toString: string }), {}, ".toString: expected string, got nothing"],
  [
    object({ a: optional(string) }),
    { a: null },
    ".a: expected string, got null",
  ],
  [
    array(string, { min: 2 }),
    [""],
    ": expected array within its limits, got array",
  ],
  [array(string), ["", []], "[1]: expected string, got array"],
  [text({ max: 1 }), "ab", ": expected string within its limits, got string"],
  [RECORD, { "a b": "" }, '["a b"]: expected integer, got string'],
  [RECORD, { a: undefined }, undefined],
  [
    RECORD,
    { [LONG]: "" },
    `["${"k".repeat(63)}]: expected integer, got string`,
  ],
];
for (const [shape, value, problem] of PROBLEMS)
  test(`findProblem returns ${problem === undefined ? "undefined" : `"it${problem}"`} for ${JSON.stringify(value)}`, () => {
    const whole = problem === undefined ? undefined : `it${problem}`;
    assert.is(findProblem(shape, value, "it"), whole);
  });

test("findProblem starts its text with the member path if the name of the value is empty", () => {
  const problem = findProblem(A, { type: "a", size: 0.5 }, "");
  assert.is(problem, "size: expected integer, got number");
});

test.run();
