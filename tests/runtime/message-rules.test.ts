/** Checks of messages by shape, and the problem that they name. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { problemOf } from "../../templates/runtime/endpoint/endpoint.js";
import {
  messageRule,
  optionalParamsRule,
  paramsRule,
} from "../../templates/runtime/validation/rules.js";
import {
  array,
  boolean,
  declaredQuick,
  integerIn,
  keys,
  literal,
  object,
  optional,
  string,
  tagged,
  text,
  union,
} from "../../templates/runtime/validation/shape.js";
import type { Rule } from "../../templates/runtime/endpoint/protocol.js";

const test = suite("rules of messages");

const shape = object({ name: string });

const CASES: readonly (readonly [string, Rule, unknown, string | undefined])[] =
  [
    ["right", paramsRule(shape), { name: "a" }, undefined],
    [
      "a place in the message",
      paramsRule(shape),
      { name: 1 },
      "params.name: expected string, got number",
    ],
    [
      "left out",
      paramsRule(shape),
      undefined,
      "params: expected object, got nothing",
    ],
    [
      "right by its quick check",
      paramsRule(declaredQuick("Named", () => true, { name: string })),
      { name: 1 },
      undefined,
    ],
    [
      "looked into where the quick check says no",
      paramsRule(declaredQuick("Named", () => false, { name: string })),
      { name: "a" },
      undefined,
    ],
    ["may be left out", optionalParamsRule(shape), undefined, undefined],
    [
      "may be left out, but is wrong",
      optionalParamsRule(shape),
      {},
      "params.name: expected string, got nothing",
    ],
    [
      "a whole message",
      messageRule(object({ params: shape })),
      {},
      "params.name: expected string, got nothing",
    ],
  ];

for (const [title, rule, params, problem] of CASES)
  test(title, () => {
    assert.is(problemOf(rule, { method: "x", params }), problem);
  });

/** A shape, a value of it, and values that are not, with what is said. */
const SHAPES: readonly (readonly [
  string,
  Parameters<typeof paramsRule>[0],
  unknown,
  readonly (readonly [unknown, string])[],
])[] = [
  [
    "array",
    array(string, { min: 1 }),
    ["a"],
    [
      [[], "params: expected array within its limits, got array"],
      [["a", 1], "params[1]: expected string, got number"],
    ],
  ],
  [
    "optional",
    object({ a: optional(boolean) }),
    {},
    [[{ a: null }, "params.a: expected boolean, got null"]],
  ],
  [
    "keys",
    object({ a: string }, keys(boolean)),
    { a: "x", b: true, c: undefined },
    [[{ a: "x", "b c": 1 }, 'params["b c"]: expected boolean, got number']],
  ],
  [
    "tagged",
    tagged("type", { a: object({ b: string }) }),
    { type: "a", b: "" },
    [
      [{ type: "a" }, "params.b: expected string, got nothing"],
      [{ type: "c" }, 'params.type: expected "a", got string'],
      [{}, 'params.type: expected "a", got nothing'],
    ],
  ],
  [
    "union",
    union(string, object({ a: boolean })),
    { a: true },
    [
      [1, "params: expected string or object, got number"],
      [{ a: 1 }, "params.a: expected boolean, got number"],
    ],
  ],
  [
    "text",
    text({ max: 1, patterns: [/^a/u] }),
    "a",
    [
      ["aa", "params: expected string within its limits, got string"],
      ["b", "params: expected string within its limits, got string"],
    ],
  ],
  [
    "number",
    integerIn({ min: 1, max: 2 }),
    1,
    [
      [3, "params: expected integer within its limits, got number"],
      [1.5, "params: expected integer within its limits, got number"],
    ],
  ],
  [
    "literal",
    literal("a", 1),
    1,
    [["b", 'params: expected "a" or 1, got string']],
  ],
];

for (const [title, shape, right, wrong] of SHAPES)
  test(title, () => {
    assert.is(problemOf(paramsRule(shape), { params: right }), undefined);
    for (const [value, expected] of wrong) {
      assert.is(problemOf(paramsRule(shape), { params: value }), expected);
    }
  });

test.run();
