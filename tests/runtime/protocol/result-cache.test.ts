/** What a cache of results keeps, and what it drops. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { resultCache } from "../../../runtime/protocol/result-cache.js";

const test = suite("a cache of results");

test("what is too deep to be written is not kept, and is a result all the same", () => {
  const cache = resultCache();
  cache.set("a", "m", {}, { old: true }, 9);
  const depth = 100_000;
  const deep = JSON.parse('{"a":'.repeat(depth) + "1" + "}".repeat(depth));
  cache.set("a", "m", {}, deep as object, 9);
  assert.is(cache.get("a"), undefined);
});

test("a cache is not endless: what was used last stays", () => {
  const cache = resultCache({ size: 30 });
  const put = (key: string, text = "12345") =>
    cache.set(key, "m", {}, { text }, 1_000); // 1 + 16 characters
  put("a");
  put("b");
  assert.is(cache.get("a"), undefined);
  assert.equal(cache.get("b"), { text: "12345" });
  put("c", "x".repeat(100));
  assert.is(cache.get("c"), undefined);
  const two = resultCache({ size: 40 });
  for (const key of ["a", "b"]) two.set(key, "m", {}, { text: "12345" }, 9);
  two.get("a");
  two.set("c", "m", {}, { text: "12345" }, 9);
  assert.equal(
    ["a", "b", "c"].map((key) => two.get(key) !== undefined),
    [true, false, true],
  );
});

test("16 Mi characters are kept", () => {
  const cache = resultCache();
  const put = (length: number): unknown => {
    const text = "x".repeat(length - '{"text":""}'.length);
    cache.set("a", "m", {}, { text }, 1_000);
    return cache.get("a");
  };
  assert.ok(put(2 ** 24 - 1)); // and the key
  assert.is(put(2 ** 24), undefined);
});

test("the results of a method are forgotten, or those that are stale", () => {
  const cache = resultCache();
  for (const id of [1, 2, 3]) {
    cache.set(`m${id}`, "m", { id }, {}, 1_000);
    cache.set(`n${id}`, "n", { id }, {}, 1_000);
  }
  const kept = () =>
    ["m1", "m2", "n1", "n2"].filter((key) => cache.get(key) !== undefined);
  cache.drop("m", (params) => (params as { id: number }).id === 1);
  assert.equal(kept(), ["m2", "n1", "n2"]);
  cache.drop("m");
  assert.equal(kept(), ["n1", "n2"]);
});

test.run();
