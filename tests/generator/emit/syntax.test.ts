import { suite } from "uvu";
import * as assert from "uvu/assert";
import { evaluateExpression } from "../../harness/run/cases.js";
import {
  literal,
  objectKey,
  propertyKey,
  quote,
} from "../../../generator/emit/print/syntax.js";

const test = suite("emit: syntax");

/** Texts, and the string literals that JavaScript evaluates to these texts. */
const QUOTED: readonly [name: string, given: string, want: string][] = [
  ["an apostrophe", "it's", `"it's"`],
  ["a double quote", 'say "x"', `'say "x"'`],
  ["as many double as single quotes", `"'`, `"\\"'"`],
  ["more double than single quotes", `""'`, `'""\\''`],
  ["a backslash before a quote", '\\"', `'\\\\"'`],
  ["line ends", "a\r\nb", '"a\\r\\nb"'],
  ["line separators", "\u2028\u2029", '"\\u2028\\u2029"'],
  ["a lone surrogate", "\ud800", '"\\ud800"'],
  ["a pair of surrogates", "😀", '"😀"'],
  ["NUL and DEL", "\0\x7f", '"\\u0000\\u007f"'],
  ["a right-to-left override", "\u202e", '"\\u202e"'],
];
for (const [name, given, want] of QUOTED)
  test(`\`quote\` prints a string literal for a text with ${name}`, () => {
    assert.is(quote(given), want);
    assert.is(evaluateExpression(want), given);
  });

for (const want of '"2.0" -32700 -0 0.5 1e21 1e-7 true null'.split(" "))
  test(`\`literal\` prints a value as the JavaScript literal ${want}`, () => {
    const given = evaluateExpression(want) as string | number | boolean | null;
    assert.is(literal(given), want);
  });

for (const name of ["name", "$ref", "default", "constructor"])
  test(`\`propertyKey\` and \`objectKey\` print the key ${name} without quotes`, () => {
    assert.is(propertyKey(name), name);
    assert.is(objectKey(name), name);
  });

for (const name of ["", "x/y", "io.example/clientInfo", "1", "é", 'a"b\n'])
  test(`\`propertyKey\` and \`objectKey\` print the key ${quote(name)} with quotes`, () => {
    assert.is(propertyKey(name), quote(name));
    assert.is(objectKey(name), quote(name));
  });

test("`objectKey` prints `__proto__` as a computed key", () => {
  assert.is(propertyKey("__proto__"), "__proto__");
  assert.is(objectKey("__proto__"), '["__proto__"]');
  const made = evaluateExpression(`{ ${objectKey("__proto__")}: 1 }`) as object;
  assert.equal(Object.keys(made), ["__proto__"]);
});

test.run();
