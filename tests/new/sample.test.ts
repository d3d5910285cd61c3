/** Schemas that have no small sample. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sampleOf } from "../../generator/starter/server/sample.js";

const test = suite("samples");

const list = (minItems: number, items: object): object => ({
  type: "array",
  minItems,
  items,
});

test("one that asks for too much has none", () => {
  const rows = list(100, list(100, list(100, { type: "null" })));
  const again = { $ref: "#" };
  const all = { a: again, b: again, c: again, d: again, e: again, f: again };
  for (const schema of [
    { type: "string", minLength: 1e9 },
    list(1e10, { type: "null" }),
    { type: "array", minItems: 100, items: list(100, rows) },
    { type: "object", properties: all, required: Object.keys(all) },
  ])
    assert.is(sampleOf({ ...schema }), undefined);
});

test.run();
