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
  declaredQuick,
  object,
  string,
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

test.run();
