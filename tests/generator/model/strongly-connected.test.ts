/** Tests of the search for cycles in a graph. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findCycles } from "../../../generator/model/util/strongly-connected.js";

const test = suite("model: cycles of a graph");

/** Test cases: edges of a graph, and the nodes of each cycle. */
for (const [edges, ...cycles] of [
  ["ab bc"],
  ["aa ab", "a"],
  ["ab bc ca da", "abc"],
  ["ab ba bc cd dc", "cd", "ab"],
  ["ab bc cb ca", "abc"],
  ["ab ac bd cd dd", "d"],
] as const)
  test(`findCycles finds ${cycles.length > 0 ? `the cycles ${cycles.join(" and ")}` : "no cycle"} in a graph with the edges ${edges}`, () => {
    const pairs = edges.split(" ");
    const nodes = [...new Set(edges.replaceAll(" ", ""))].sort();
    const found = findCycles(nodes, (node) =>
      pairs.flatMap(([from = "", to = ""]) => (from === node ? [to] : [])),
    );
    const expected = cycles.flatMap((cycle, number) =>
      [...cycle].map((node) => [node, number] as const),
    );
    assert.equal(new Map([...found].sort()), new Map(expected.sort()));
  });

test.run();
