/** Nodes that reach themselves, and those that do not. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findCycles } from "../../generator/model/util/strongly-connected.js";

const cycles = suite("cycles");

/** The nodes of each cycle, in the order of the graph. */
function groupsOf(graph: Record<string, string>): string[] {
  const nodes = Object.keys(graph);
  const found = findCycles(nodes, (node) => [...(graph[node] ?? "")]);
  const groups = new Map<number, string>();
  for (const node of nodes) {
    const group = found.get(node);
    if (group !== undefined)
      groups.set(group, (groups.get(group) ?? "") + node);
  }
  return [...groups.values()].sort();
}

cycles(
  "are found, apart from each other and from what only leads there",
  () => {
    assert.equal(groupsOf({}), []);
    assert.equal(groupsOf({ a: "", b: "a" }), []);
    assert.equal(groupsOf({ a: "a", b: "a" }), ["a"]);
    assert.equal(groupsOf({ a: "b", b: "c", c: "a", d: "a" }), ["abc"]);
    assert.equal(groupsOf({ a: "bc", b: "a", c: "d", d: "c" }), ["ab", "cd"]);
    // Through a node that is done with already, nothing is reached again.
    assert.equal(groupsOf({ a: "bc", b: "", c: "ab", d: "cb" }), ["ac"]);
    assert.equal(groupsOf({ a: "b", b: "cd", c: "b", d: "a" }), ["abcd"]);
    assert.equal(groupsOf({ a: "b", b: "c", c: "bd", d: "" }), ["bc"]);
  },
);

cycles("are found on a way of any length", () => {
  const length = 100_000;
  const nodes = Array.from({ length }, (_, n) => n);
  const line = findCycles(nodes, (n) => (n + 1 < length ? [n + 1] : []));
  assert.is(line.size, 0);
  const ring = findCycles(nodes, (n) => [(n + 1) % length]);
  assert.is(ring.size, length);
  assert.equal([...new Set(ring.values())], [0]);
});

cycles.run();
