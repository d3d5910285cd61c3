/** Pages of a list, and their cursors. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../templates/runtime/connection/json-rpc/errors.js";
import { paginate } from "../../templates/runtime/features/paginate.js";

const test = suite("features: pages");

const LIST = Array.from({ length: 10 }, (_, index) => ({ name: `n${index}` }));

test("pages hold everything once", () => {
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = paginate(LIST, cursor, 3);
    seen.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.equal(seen, LIST);
});

test("the last page has no cursor, whether it is full or not", () => {
  assert.equal(paginate(LIST, undefined, 10), { items: LIST });
  assert.equal(paginate([], undefined, 10), { items: [] });
});

test("a cursor stays behind its item while the list changes", () => {
  const { nextCursor } = paginate(LIST, undefined, 3);
  const longer = [{ name: "new" }, ...LIST];
  assert.equal(paginate(longer, nextCursor, 2).items, [
    { name: "n3" },
    { name: "n4" },
  ]);
  assert.equal(paginate(LIST.slice(1), nextCursor, 1).items, [{ name: "n3" }]);
  const without = LIST.filter(({ name }) => name !== "n2");
  assert.equal(paginate(without, nextCursor, 1).items, [{ name: "n3" }]);
  assert.equal(paginate([], nextCursor, 1), { items: [] });
});

const LONG = "1".repeat(20);
for (const cursor of ["", "x", "1", "1.", ".a", "-1.a", "0.a", LONG]) {
  test(`not a cursor: ${JSON.stringify(cursor)}`, () => {
    assert.throws(
      () => paginate(LIST, cursor, 3),
      (error: McpError) => error.code === -32602,
    );
  });
}

test("a cursor is good for the list that it is of", () => {
  const { nextCursor } = paginate(LIST, undefined, 3, undefined, "tools");
  const next = (list?: string): unknown =>
    paginate(LIST, nextCursor, 1, undefined, list).items;
  assert.equal(next("tools"), [{ name: "n3" }]);
  for (const other of ["prompts", undefined])
    assert.throws(
      () => next(other),
      ({ code }: McpError) => code === -32602,
    );
});

test.run();
