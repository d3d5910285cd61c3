/** Declarations of protocol extensions in the capabilities. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  declareExtension,
  declaresExtension,
} from "../../../runtime/protocol/extensions.js";

const test = suite("extensions: declarations");

for (const [capabilities, declared] of [
  [{ extensions: { "a/b": {} } }, true],
  [{ extensions: { "a/b": { size: 1 } } }, true],
  [{ extensions: { "a/b": true } }, false],
  [{ extensions: { "a/b": null } }, false],
  [{ extensions: { "A/B": {} } }, false],
  [{ extensions: "a/b" }, false],
  [{ "a/b": {} }, false],
] as const)
  test(`declaresExtension returns ${declared} for a/b in ${JSON.stringify(capabilities)}`, () => {
    assert.is(declaresExtension(capabilities, "a/b"), declared);
  });

test("declareExtension adds settings to those of earlier declarations", () => {
  const capabilities: { [name: string]: unknown } = {};
  declareExtension(capabilities, "a/b", { first: 1 });
  declareExtension(capabilities, "c/d");
  declareExtension(capabilities, "a/b", { second: 2 });
  assert.equal(capabilities, {
    extensions: { "a/b": { first: 1, second: 2 }, "c/d": {} },
  });
});

test.run();
