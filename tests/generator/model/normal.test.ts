/** Unit tests of the normal forms from which validators are generated. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getNormals } from "../../../generator/model/normal/normal.js";
import { parseModel } from "../../harness/models/models.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";

const test = suite("model: normal forms");

test("the normal form of an alias for string literals and `string` is `string`, not a reference", () => {
  const model = parseModel(`${SMALL_SCHEMA}
export type Name = "a" | string;
export type Names = Name[];`);
  assert.equal(getNormals(model).body("Names"), {
    kind: "array",
    element: { kind: "string" },
  });
});

test.run();
