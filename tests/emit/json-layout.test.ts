/** JSON is laid out as Prettier lays it out. */
import { format } from "prettier";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { printJson } from "../../generator/emit/json-schema/layout.js";

const layout = suite("JSON layout");

const LONG = "long enough for a line of its own, or nearly so";

const CASES: Record<string, unknown> = {
  "plain values": { a: 1, b: -0.5, c: null, d: true, e: "x\ny", "f g": 1e21 },
  "what is empty": { a: {}, b: [], c: [[], {}] },
  "a short list, and a long one": { a: ["x", "y"], b: [LONG, LONG] },
  "lists of lists": {
    a: [
      [1, 2],
      ["x", false],
    ],
    b: [[1, 2]],
    c: [[1], [2]],
  },
  "lists of lists and others": {
    a: [[1, 2], 3],
    b: [
      [
        [1, 2],
        [3, 4],
      ],
      5,
    ],
  },
  "lists that just fit, with a comma and without": Object.fromEntries(
    [60, 61, 62, 63, 64, 65, 66, 67].map((n) => [
      `k${n}`,
      ["x".repeat(n), 1, [2]],
    ]),
  ),
  "last lists that just fit": [57, 58, 59, 60, 61, 62, 63].map((n) => ({
    last: ["x".repeat(n), "y"],
  })),
  "wide characters": Object.fromEntries(
    [20, 30, 31, 32, 33, 34, 35].map((n) => [`é${n}`, ["漢".repeat(n), "👩‍👩‍👧"]]),
  ),
  "texts that look like the layout": {
    a: ["[", "]", "{}", "1e+21", "}\n,", "a\u2028b"],
    b: "1e+21",
    c: [1e21, "e+1", -1e-7],
    "[": [["[1, 2]", "]"], "["],
    "1e+21\n": [1e21, [-1.5e300]],
  },
  "as many items as fit": Array.from({ length: 26 }, () => 1),
  "lists that are mixed": {
    a: [1, {}, [], [[]], [{}], { b: [1] }, "x"],
    c: [[{ d: [[1]] }], [{}, []]],
  },
  "lists of objects": {
    a: [{ b: 1 }],
    c: [
      { b: 1, d: 2 },
      { b: 1, d: 2 },
    ],
  },
};

for (const [name, value] of Object.entries(CASES))
  layout(name, async () => {
    const wanted = await format(JSON.stringify(value, null, 2), {
      parser: "json",
    });
    assert.is(printJson(value), wanted);
  });

layout.run();
