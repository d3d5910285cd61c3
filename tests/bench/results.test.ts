/** The README quotes saved results of the benchmarks, between markers. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withResults } from "../../scripts/docs/bench-results.js";

const test = suite("bench: saved results");

const PAGE = [
  "before",
  "<!-- bench validate -->",
  "old",
  "<!-- end of validate -->",
  "between",
  "<!-- bench server -->",
  "kept",
  "<!-- end of server -->",
].join("\n");

test("take the place of what stands between their markers", () => {
  const read = (name: string) => (name === "validate" ? "new $1\n" : null);
  assert.is(
    withResults(PAGE, read),
    PAGE.replace("old", () => "\nnew $1\n"),
  );
});

test("none was saved: the page stays as it is", () => {
  assert.is(
    withResults(PAGE, () => null),
    PAGE,
  );
});

test.run();
