/**
 * Tests of the functions of a client's result cache: storing, reading and
 * evicting results.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { resultCache } from "../../../runtime/protocol/result-cache.js";

const test = suite("result cache");

test("a result cache does not store a result that is nested too deeply for JSON", () => {
  const cache = resultCache();
  cache.set("a", "m", {}, { old: true }, 9);
  const depth = 100_000;
  const deep = JSON.parse('{"a":'.repeat(depth) + "1" + "}".repeat(depth));
  cache.set("a", "m", {}, deep as object, 9);
  assert.is(cache.get("a"), undefined);
});

test("a result cache evicts the least recently used results", () => {
  const cache = resultCache({ size: 30 });
  const put = (key: string, text = "12345") =>
    cache.set(key, "m", {}, { text }, 1_000); // The JSON text and the key have 17 characters in total.
  put("a");
  put("b");
  assert.is(cache.get("a"), undefined);
  assert.equal(cache.get("b"), { text: "12345" });
  put("c", "x".repeat(100));
  assert.is(cache.get("c"), undefined);
  const two = resultCache({ size: 40 });
  for (const key of ["a", "b"]) two.set(key, "m", {}, { text: "12345" }, 9_000);
  two.get("a");
  two.set("c", "m", {}, { text: "12345" }, 9_000);
  assert.equal(
    ["a", "b", "c"].map((key) => two.get(key) !== undefined),
    [true, false, true],
  );
});

test("a result cache stores up to 16 Mi characters by default", () => {
  const cache = resultCache();
  const put = (length: number): unknown => {
    const text = "x".repeat(length - '{"text":""}'.length);
    cache.set("a", "m", {}, { text }, 1_000);
    return cache.get("a");
  };
  assert.ok(put(2 ** 24 - 1)); // Together with the key, which has one character, the text reaches the limit.
  assert.is(put(2 ** 24), undefined);
});

test("a result cache can drop the results of a method that match a condition", () => {
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
