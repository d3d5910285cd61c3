/**
 * Tests of the simple checks of values, such as `string`, `integer` and
 * `literal`.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explainRejected } from "../../../runtime/validation/validate.js";
import { hasKind } from "../../../runtime/validation/kinds.js";
import {
  anything,
  array,
  boolean,
  integer,
  literal,
  never,
  number,
  object,
  optional,
  string,
  union,
  type Shape,
} from "../../../runtime/validation/shape.js";

const test = suite("validators: kinds");

const VALUES = ["a", true, undefined, 1, 1.5, NaN, [1], {}, null];
/**
 * Test cases: name of the check, the check, and the indexes of the elements of
 * `VALUES` that it accepts.
 */
const ACCEPTED = [
  ["string", string, [0]],
  ["boolean", boolean, [1]],
  ["anything", anything, [0, 1, 3, 4, 5, 6, 7, 8]],
  ["never", never, []],
  ["literal", literal("a", 1, null), [0, 3, 8]],
  ["integer", integer, [3]],
  ["number", number, [3, 4]],
  ["array", array(string), [6]],
  ["object", object({ a: string }), [7]],
  ["union", union(string, array(string)), [0, 6]],
] as const;

for (const [name, shape, accepted] of ACCEPTED)
  test(`hasKind accepts values of the kind ${name} without checking their members or items`, () => {
    const all = VALUES.map((value) => hasKind(shape, value));
    assert.equal(
      all,
      VALUES.map((_, at) => (accepted as readonly number[]).includes(at)),
    );
  });

for (const [name, shape, accepted] of ACCEPTED)
  test(`explainRejected reports the path of a value that is not of the kind ${name}`, () => {
    for (const [at, m] of VALUES.entries()) {
      if ((accepted as readonly number[]).includes(at)) continue;
      const { issues } = explainRejected({ m }, object({ m: shape }));
      assert.equal(
        issues.map(({ pointer }) => pointer),
        ["/m"],
        String(m),
      );
    }
  });

test("explainRejected lists 20 issues and counts the other issues", () => {
  const value = Array.from({ length: 23 }, () => 1);
  const { issues, more } = explainRejected(value, array(string));
  assert.equal([issues.length, more], [20, 3]);
});

test("`explainRejected` reports the issues for the union member that declares most of the value's keys", () => {
  const members = [
    object({ a: string, b: optional(string) }),
    object({ a: string, b: optional(integer) }),
    object({ a: string }),
  ];
  const { issues } = explainRejected({ a: 1, b: true }, union(...members));
  assert.equal(
    issues.map(({ pointer }) => pointer),
    ["/a", "/b"],
  );
});

test("`explainRejected` reads a member fewer than 100 times for 12 levels of nested unions", () => {
  let shape: Shape = object({ a: string });
  let reads = 0;
  let value: object = {
    get a() {
      reads += 1;
      return 1;
    },
  };
  for (let level = 0; level < 12; level += 1) {
    shape = union(
      object({ next: shape, b: string }),
      object({ next: shape, b: integer }),
    );
    value = { next: value, b: true };
  }
  const { issues } = explainRejected(value, shape);
  assert.is(issues.length, 13);
  assert.ok(reads < 100, `${reads} reads`);
});

test.run();
