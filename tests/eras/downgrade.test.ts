/** What becomes of a value that a peer of another revision does not know so. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inForm, type Downgrade } from "../../templates/runtime/eras/form.js";

const test = suite("values in the form of another revision");

const KINDS: Downgrade = { by: "type", kinds: { text: {}, image: {} } };

for (const [what, form, before, after] of [
  ["no form", undefined, { a: 1 }, { a: 1 }],
  ["what is no object", { drop: ["a"] }, "text", "text"],
  ["members that are not known", { drop: ["a"] }, { a: 1, b: 2 }, { b: 2 }],
  ["members that have to be objects", { objects: ["a"] }, { a: true }, {}],
  ["and are", { objects: ["a"] }, { a: {} }, { a: {} }],
  [
    "an array of one for a single value",
    { single: ["a"] },
    { a: [1] },
    { a: 1 },
  ],
  ["none", { single: ["a"] }, { a: [] }, { a: [] }],
  ["two", { single: ["a"] }, { a: [1, 2] }, { a: [1, 2] }],
  [
    "an id that is there",
    { named: { url: "id" } },
    { url: "u", id: "i" },
    { url: "u", id: "i" },
  ],
  ["an id that is for nothing", { named: { url: "id" } }, { b: 1 }, { b: 1 }],
  ["elements", { drop: ["a"] }, [{ a: 1 }, { b: 2 }], [{}, { b: 2 }]],
  [
    "members",
    { of: { m: { drop: ["a"] } } },
    { m: { a: 1 }, n: { a: 1 } },
    { m: {}, n: { a: 1 } },
  ],
  [
    "every member",
    { each: { drop: ["a"] } },
    { m: { a: 1 }, n: [{ a: 1 }] },
    { m: {}, n: [{}] },
  ],
  [
    "titles of choices",
    { choices: true },
    { oneOf: [{ const: "a", title: "A" }, { const: "b" }] },
    {
      oneOf: [{ const: "a", title: "A" }, { const: "b" }],
      enum: ["a", "b"],
      enumNames: ["A", "b"],
    },
  ],
  [
    "schemas that are booleans",
    { schemas: ["s"] },
    { s: { type: "object", properties: { a: true, b: false, c: {} } } },
    { s: { type: "object", properties: { a: {}, b: { not: {} }, c: {} } } },
  ],
  ["schemas of no objects", { schemas: ["s"] }, { s: { type: "string" } }, {}],
  [
    "a kind that is known",
    KINDS,
    { type: "image", a: 1 },
    { type: "image", a: 1 },
  ],
  [
    "a kind that is not, with an address",
    KINDS,
    {
      type: "resource_link",
      name: "n",
      title: "T",
      uri: "u:",
      description: "D",
    },
    { type: "text", text: "T · u: · D" },
  ],
  [
    "a kind that is not, without a title",
    KINDS,
    { type: "resource_link", name: "n", uri: "u:" },
    { type: "text", text: "n · u:" },
  ],
  [
    "a kind that is not, with bytes",
    KINDS,
    { type: "audio", data: "", mimeType: "audio/wav" },
    { type: "text", text: "[audio, left out · audio/wav]" },
  ],
  [
    "a kind in a place of no texts",
    { by: "type", kinds: { image: {} } },
    { type: "x" },
    { type: "x" },
  ],
] as readonly [string, Downgrade | undefined, unknown, unknown][])
  test(what, () => {
    const copy = structuredClone(before);
    const formed = inForm(form, before);
    assert.equal(formed, after);
    assert.equal(before, copy, "what the handler gave is not changed");
    if (JSON.stringify(before) === JSON.stringify(after))
      assert.is(formed, before, "nothing is copied for nothing");
  });

test("an id that is needed is made, a new one each time", () => {
  const form = { named: { url: "id" } };
  const [one, other] = [0, 0].map(() => inForm(form, { url: "u" })) as [
    { id: string },
    { id: string },
  ];
  assert.match(one.id, /^[\da-f-]{36}$/);
  assert.is.not(one.id, other.id);
});

test.run();
