import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  access,
  isBindingName,
  literal,
  objectKey,
  propertyKey,
  quote,
} from "../../generator/emit/print/syntax.js";

const strings = suite("quote");

const QUOTED: readonly [name: string, given: string, want: string][] = [
  ["plain", "tools/call", '"tools/call"'],
  ["empty", "", '""'],
  ["an apostrophe", "it's", `"it's"`],
  ["a double quote", 'say "x"', `'say "x"'`],
  ["as many of both", `"'`, `"\\"'"`],
  ["more doubles than singles", `""'`, `'""\\''`],
  ["a backslash", "a\\b", '"a\\\\b"'],
  ["a backslash before a quote", '\\"', `'\\\\"'`],
  ["line ends", "a\r\nb", '"a\\r\\nb"'],
  ["line separators", "\u2028\u2029", '"\\u2028\\u2029"'],
  ["a lone surrogate", "\ud800", '"\\ud800"'],
  ["a pair of surrogates", "😀", '"😀"'],
  ["NUL and DEL", "\0\x7f", '"\\u0000\\u007f"'],
  ["text that turns around", "\u202e", '"\\u202e"'],
  ["a comment's end", "*/", '"*/"'],
];

for (const [name, given, want] of QUOTED) {
  strings(name, () => {
    assert.is(quote(given), want);
    assert.is(new Function(`return ${want}`)(), given);
  });
}

strings.run();

const literals = suite("literal");

const LITERALS: readonly [string | number | boolean | null, string][] = [
  ["2.0", '"2.0"'],
  [-32700, "-32700"],
  [-0, "-0"],
  [0.5, "0.5"],
  [1e21, "1e21"],
  [1e-7, "1e-7"],
  [true, "true"],
  [null, "null"],
];

for (const [given, want] of LITERALS) {
  literals(want, () => {
    assert.is(literal(given), want);
    assert.is(new Function(`return ${want}`)(), given);
  });
}

literals.run();

const names = suite("names");

const KEYS: readonly [string, string][] = [
  ["name", "name"],
  ["$ref", "$ref"],
  ["default", "default"],
  ["constructor", "constructor"],
  ["", '""'],
  ["x/y", '"x/y"'],
  [
    "io.modelcontextprotocol/clientInfo",
    '"io.modelcontextprotocol/clientInfo"',
  ],
  ["1", '"1"'],
  ["é", '"é"'],
  ['a"b\n', `'a"b\\n'`],
];

for (const [given, want] of KEYS) {
  names(`key ${want}`, () => {
    assert.is(propertyKey(given), want);
    assert.is(objectKey(given), want);
  });
}

names("a key that would set the prototype", () => {
  assert.is(propertyKey("__proto__"), "__proto__");
  assert.is(objectKey("__proto__"), '["__proto__"]');
  const made = new Function(`return { ${objectKey("__proto__")}: 1 }`)();
  assert.equal(Object.keys(made), ["__proto__"]);
});

names("access", () => {
  assert.is(access("v", "name"), "v.name");
  assert.is(access("v", "x/y"), 'v["x/y"]');
});

names("what can name a declaration", () => {
  assert.is(isBindingName("string"), true);
  assert.is(isBindingName("await"), false);
  assert.is(isBindingName("a-b"), false);
});

names.run();
