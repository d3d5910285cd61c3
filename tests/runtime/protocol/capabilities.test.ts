/**
 * Tests of capabilities: declaring them by path, and combining implied
 * capabilities with those that the user configured.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  declare,
  declares,
  overlay,
  type Capabilities,
} from "../../../runtime/protocol/capabilities.js";

const test = suite("capabilities");

const DERIVED = { tools: { listChanged: true, a: { b: {} } }, logging: {} };
const CONFIGURED: readonly (readonly [Capabilities | undefined, object])[] = [
  [undefined, DERIVED],
  [{ tools: {} }, DERIVED],
  [{ logging: undefined }, { tools: DERIVED.tools }],
  [{ tools: false }, { logging: {} }],
  [{ tools: { listChanged: false } }, { tools: { a: { b: {} } }, logging: {} }],
  [{ tools: true }, { tools: true, logging: {} }],
  [
    { tools: { a: { c: {} } }, prompts: {} },
    {
      tools: { listChanged: true, a: { b: {}, c: {} } },
      logging: {},
      prompts: {},
    },
  ],
];
for (const [configured, expected] of CONFIGURED)
  test(`overlay() combines implied capabilities with the configured capabilities ${JSON.stringify(configured)}`, () => {
    const derived = structuredClone(DERIVED);
    const { tools } = derived;
    assert.equal(overlay(derived, configured), expected);
    assert.equal(tools, DERIVED.tools);
  });

for (const [path, isDeclared] of [
  ["tools", true],
  ["tools.listChanged", true],
  ["tools.a.b", true],
  ["tools.a.b.c", false],
  ["tools.off", false],
  ["tools.none", false],
  ["tools.toString", false],
  ["toString", false],
] as const)
  test(`declares() returns ${isDeclared} for the capability ${path}`, () => {
    const tools = { ...DERIVED.tools, off: false, none: null };
    assert.is(declares({ tools }, path), isDeclared);
  });

test("declare() adds missing capability objects and keeps existing ones", () => {
  const all: { [name: string]: unknown } = { prompts: { a: 1 }, logging: true };
  for (const path of ["tools.listChanged", "prompts", "prompts.b", "logging"])
    declare(all, path);
  assert.equal(all, {
    prompts: { a: 1, b: {} },
    logging: {},
    tools: { listChanged: true },
  });
});

test.run();
