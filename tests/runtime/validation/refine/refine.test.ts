/** Tests of the validation options `unknownKeys` and `formats`. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasFormat } from "../../../../runtime/validation/formats.js";
import { parseCases, evaluateExpression } from "../../../harness/run/cases.js";
import { type Validators } from "../../../harness/models/validators.js";
import {
  edge,
  validators,
  stateless,
} from "../../../harness/models/loaded-validators.js";

const test = suite("validators: unknown keys and formats");

/**
 * Test cases: type and value, the value without its unknown keys, and the
 * pointers of the unknown keys.
 */
const CASES = parseCases(`
# known keys
june Annotations { audience: ["user"], priority: 1 }
=> { audience: ["user"], priority: 1 }
# an unknown key
june Annotations { priority: 1, extra: { a: 1 } }
=> { priority: 1 }
=> /extra
# unknown keys at every level
june PromptMessage { role: "user", content: { type: "text", text: "", x: 1 }, y: 2 }
=> { role: "user", content: { type: "text", text: "" } }
=> /content/x
=> /y
# an index signature
june Result { _meta: { a: 1 }, b: 2 }
=> { _meta: { a: 1 }, b: 2 }
# an inherited index signature
june CallToolResult { content: [{ type: "text", text: "", x: 1 }], more: 1 }
=> { content: [{ type: "text", text: "" }], more: 1 }
=> /content/0/x
# the key params._meta
june CallToolRequest { method: "tools/call", params: { name: "a", _meta: { progressToken: 1, x: 2 }, arguments: { y: 3 }, z: 4 } }
=> { method: "tools/call", params: { name: "a", _meta: { progressToken: 1, x: 2 }, arguments: { y: 3 } } }
=> /params/z
# an undeclared _meta outside of params
june CallToolRequest { method: "tools/call", params: { name: "a" }, _meta: { a: 1 } }
=> { method: "tools/call", params: { name: "a" } }
=> /_meta
# keys of an input schema
june Tool { name: "a", inputSchema: { type: "object", additionalProperties: false, $defs: {} }, x: 1 }
=> { name: "a", inputSchema: { type: "object", additionalProperties: false, $defs: {} } }
=> /x
# keys of an output schema
june Tool { name: "a", inputSchema: { type: "object" }, outputSchema: { type: "object", oneOf: [] }, x: 1 }
=> { name: "a", inputSchema: { type: "object" }, outputSchema: { type: "object", oneOf: [] } }
=> /x
# undeclared capabilities
stateless ClientCapabilities { roots: { x: 1 }, extensions: { "a/b": { c: null } }, own: {} }
=> { roots: {}, extensions: { "a/b": { c: null } } }
=> /roots/x
=> /own
# overlapping members of a union
edge Overlapping { a: "", b: 1, c: "user", d: 1 }
=> { a: "", b: 1, c: "user" }
=> /d
# the key __proto__
june Annotations { priority: 1, ["__proto__"]: { x: 1 } }
=> { priority: 1 }
=> /__proto__
# keys of both sides of an intersection
edge Both { name: "a", kind: "both", more: [], extra: 1, x: 1 }
=> { name: "a", kind: "both", more: [], extra: 1 }
=> /x
`);

const VALIDATORS: Record<string, Validators> = {
  june: validators,
  stateless,
  edge,
};
for (const [name, line, [stripped = "", ...unknown]] of CASES)
  test(`the option unknownKeys has the expected effect on ${name}`, () => {
    const [of = "", type = "", ...words] = line.split(" ");
    const value = evaluateExpression(words.join(" "));
    const validate = VALIDATORS[of]?.of(type).validate;
    assert.ok(validate);
    for (const options of [{}, { unknownKeys: "keep" } as const]) {
      const kept = validate(value, options);
      assert.ok(kept.ok && kept.value === value, "the value was copied");
    }
    const before = structuredClone(value);
    const result = validate(value, { unknownKeys: "strip" });
    assert.ok(result.ok);
    assert.equal(result.value, evaluateExpression(stripped));
    assert.ok(result.value !== value, "the value was not copied");
    assert.equal(value, before, "the input was modified");
    assert.is(Object.getPrototypeOf(result.value), Object.prototype);
    const refused = validate(value, { unknownKeys: "reject" });
    const issues = refused.ok ? [] : refused.issues;
    const found = issues.map(({ pointer }) => pointer);
    assert.equal(found, unknown);
  });

test("an invalid value is refused before its unknown keys are checked", () => {
  const { validate } = validators.of("Annotations");
  for (const unknownKeys of ["strip", "reject"] as const) {
    const result = validate({ priority: 2, x: 1 }, { unknownKeys });
    const issues = result.ok ? [] : result.issues;
    const pointers = issues.map(({ pointer }) => pointer);
    assert.equal(pointers, ["/priority"]);
  }
});

/**
 * Test cases: valid and invalid texts of each format, separated by spaces. The
 * character ␣ represents a space.
 */
const FORMATS: Readonly<Record<string, readonly [good: string, bad: string]>> =
  {
    uri: [
      `https://example.com https://user:pw@example.com:8080/a%20b?c=d&e#f
      http://[2001:db8::1]:80/ file:///etc/hosts urn:isbn:0451450523
      data:image/png;base64,AAAA mailto:a@b a: https://example.com#
      http://:80/?#`,
      `example.com //example.com /path https://exa␣mple.com
      https://example.com/%zz https://example.com/ü https://example.com/a#b#c
      https://example.com/[a] http://[::1 1a:b https://example.com/\\
      https://example.com/{id} https://a@b@c/ https://example.com:80a/
      http://[::1]a/`,
    ],
    "uri-template": [
      "/plain file:///{path} https://a/{+x}{#y}{?q,page*}{&z:3} {a.b}{%41}",
      "{ } {} a␣b {a␣b} {a {?} %zz < {a:0}",
    ],
    byte: ["AAAA AAA= AA== +/9z", "A AA AAA A=== ==== AA=A AAA- AAA␣ AA==AA=="],
    date: [
      "2024-02-29 2000-02-29 1999-12-31",
      `2023-02-29 2024-1-1 2024-01-01T 1900-02-29 2024-13-01 2024-00-10
      24-1-1`,
    ],
    "date-time": [
      `2025-06-18T00:00:00Z 2025-06-18t23:59:59.123456z
      2025-06-18T12:00:00+14:00 1990-12-31T23:59:60Z
      1990-12-31T15:59:60-08:00 2024-02-29T12:00:00.1-00:00`,
      `2025-06-18 2025-06-18T24:00:00Z 2025-06-18T00:60:00Z
      2025-06-18T00:00:60Z 2025-06-18T00:00:00 2025-02-30T00:00:00Z
      2025-06-18T00:00:00+24:00 2025-06-18T00:00:00.Z 2025-06-18T00:00:61Z
      1990-12-31T23:59:60+01:00 2025-06-18␣00:00:00Z`,
    ],
    email: [
      `a@b.co first.last+tag@sub.example.com o'neil@xn--bcher-kva.example
      ${"a".repeat(64)}@b.co
      ${"a".repeat(62)}@${Array(3).fill("b".repeat(63)).join(".")}`,
      `a a@b @b.co a@ a␣b@c.de a..b@c.de a@-b.de a@b..de a@b.de.
      a@bücher.example ${"a".repeat(65)}@b.co
      ${"a".repeat(63)}@${Array(3).fill("b".repeat(63)).join(".")}`,
    ],
  };

for (const [format, texts] of Object.entries(FORMATS))
  test(`hasFormat separates valid from invalid texts of the format ${format}`, () => {
    const [good, bad] = texts.map((text) =>
      text.split(/\s+/).map((word) => word.replaceAll("␣", " ")),
    );
    for (const word of good ?? []) assert.ok(hasFormat(format, word), word);
    for (const word of bad ?? []) assert.not.ok(hasFormat(format, word), word);
    // Only the formats uri-template and byte accept an empty text.
    assert.is(hasFormat(format, ""), ["uri-template", "byte"].includes(format));
  });

test("hasFormat accepts every text of an unknown format", () => {
  assert.ok(hasFormat("constructor", "x"));
  assert.ok(hasFormat("x-own", "x"));
});

test("a generated function validateX checks formats only if the option `formats` is assert", () => {
  const { validate, is } = validators.of("ReadResourceResult");
  const value = {
    contents: [
      { uri: "a b", text: "" },
      { uri: "a:b", blob: "?" },
    ],
  };
  assert.ok(is(value));
  assert.ok(validate(value).ok);
  assert.ok(validate(value, { formats: "ignore" }).ok);
  const result = validate(value, { formats: "assert" });
  assert.ok(!result.ok);
  assert.equal(
    result.issues.map(({ message }) => message),
    [
      'contents[0].uri: expected string of format uri, got string "a…" (3 characters)',
      'contents[1].blob: expected string of format byte, got string "…" (1 characters)',
    ],
  );
});

test("hasFormat checks 10 MB of base64 in one pass", () => {
  const data = "QUJD".repeat(2_500_000);
  assert.ok(hasFormat("byte", data));
  assert.not.ok(hasFormat("byte", `${data}?AAA`));
});

test.run();
