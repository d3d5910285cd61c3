/** What becomes of a value that a peer of another revision does not know so. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inForm, type Downgrade } from "../../templates/runtime/eras/form.js";

const test = suite("values in the form of another revision");

const KINDS: Downgrade = { by: "type", kinds: { text: {}, image: {} } };
const LINK = { type: "resource_link", name: "n", uri: "u:" };
const ID: Downgrade = { named: { url: "id" } };

for (const [what, form, before, after] of [
  ["what is no object", { drop: ["a"] }, "text", "text"],
  ["members that have to be objects", { objects: ["a"] }, { a: true }, {}],
  ["and are", { objects: ["a"] }, { a: {} }, { a: {} }],
  ["one in place of an array", { single: ["a"] }, { a: [1] }, { a: 1 }],
  ["none", { single: ["a"] }, { a: [] }, { a: [] }],
  ["two", { single: ["a"] }, { a: [1, 2] }, { a: [1, 2] }],
  ["an id that is there", ID, { url: "u", id: "i" }, { url: "u", id: "i" }],
  ["an id that is for nothing", ID, { b: 1 }, { b: 1 }],
  [
    "members of each, elements too",
    { each: { drop: ["a"] } },
    { m: { a: 1 }, n: [{ a: 1 }] },
    { m: {}, n: [{}] },
  ],
  [
    "a kind that is not known, with an address",
    KINDS,
    { ...LINK, title: "T", description: "D" },
    { type: "text", text: "T · u: · D" },
  ],
  ["without a title", KINDS, LINK, { type: "text", text: "n · u:" }],
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
  const make = () => inForm(ID, { url: "u" }) as { id: string };
  const [one, other] = [make(), make()];
  assert.match(one.id, /^[\da-f-]{36}$/);
  assert.is.not(one.id, other.id);
});

test.run();
