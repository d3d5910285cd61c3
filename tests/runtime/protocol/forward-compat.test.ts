/** Tests that a client also accepts values that only later revisions define. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acceptLaterValues } from "../../../runtime/protocol/forward-compat.js";
import {
  array,
  literal,
  object,
  string,
} from "../../../runtime/validation/shape.js";
import { CLIENT } from "../../harness/wire/wire.js";

const test = suite("values of later revisions");

const item = () => object({ type: () => literal("a"), text: string });
const shape = () => object({ items: () => array(item) });
const later = acceptLaterValues({
  results: { "x/list": [shape, { "items.*.type": ["b"] }] },
  incoming: {},
});

const isKnown = ({ type, text }: { type: unknown; text: unknown }): boolean =>
  type === "a" && typeof text === "string";

for (const [items, accepted, reported] of [
  [[{ type: "a", text: "" }], true, []],
  [[{ type: "b", text: "" }], true, ["/items/0/type b"]],
  [
    [
      { type: "b", text: "" },
      { type: "b", text: "" },
    ],
    true,
    ["/items/0/type b", "/items/1/type b"],
  ],
  [[{ type: "b", text: 1 }], false, []],
  [
    [
      { type: "b", text: "" },
      { type: "c", text: "" },
    ],
    false,
    [],
  ],
  [[{ type: "a", text: 1 }], false, []],
] as const)
  test(`a client ${accepted ? "accepts" : "rejects"} the list items ${JSON.stringify(items)} (reported values: ${reported.length})`, () => {
    const found: string[] = [];
    const result = (value: unknown) =>
      (value as { items: { type: unknown; text: unknown }[] }).items.every(
        isKnown,
      ) || "invalid";
    const methods = { "x/list": { sender: "server", result } } as const;
    const { methods: lenient } = later(
      { ...CLIENT, methods },
      ({ pointer, value }) => found.push(`${pointer} ${value}`),
    );
    const verdict = lenient["x/list"]?.result?.({ items });
    assert.is(verdict, accepted ? true : "invalid");
    assert.equal(found, reported);
  });

test.run();
