/** Checks of messages by their params. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { problemOf } from "../../templates/runtime/endpoint.js";
import {
  optionalParamsRule,
  paramsRule,
} from "../../templates/runtime/validation/params.js";
import { object, string } from "../../templates/runtime/validation/shape.js";
import { assertValid } from "../../templates/runtime/validation/validate.js";
import type { Rule } from "../../templates/runtime/protocol.js";

const test = suite("rules of params");

const shape = object({ name: string });
const isNamed = (value: unknown): boolean =>
  typeof (value as { name?: unknown }).name === "string";
const assertNamed = (value: unknown): void =>
  assertValid(value, isNamed, shape);
const failing = (): never => {
  throw new Error("no issue");
};

const CASES: readonly (readonly [string, Rule, unknown, string | undefined])[] =
  [
    ["right", paramsRule(assertNamed), { name: "a" }, undefined],
    [
      "a place in the message",
      paramsRule(assertNamed),
      { name: 1 },
      "params.name: expected string, got number 1",
    ],
    [
      "left out",
      paramsRule(assertNamed),
      undefined,
      "params: expected object, got nothing",
    ],
    ["a guard's no", paramsRule(isNamed), { name: 1 }, "not valid"],
    ["another error", paramsRule(failing), {}, "no issue"],
    ["may be left out", optionalParamsRule(assertNamed), undefined, undefined],
    [
      "may be left out, but is wrong",
      optionalParamsRule(assertNamed),
      {},
      "params.name: expected string, got nothing",
    ],
  ];

for (const [title, rule, params, problem] of CASES)
  test(title, () => {
    assert.is(problemOf(rule, { method: "x", params }), problem);
  });

test.run();
