/** The README quotes saved results of the benchmarks, between markers. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withResults } from "../../scripts/docs/bench-results.js";

const test = suite("bench: saved results");

const PAGE = `before
<!-- bench validate -->
old
<!-- end of validate -->
between
<!-- bench server -->
kept
<!-- end of server -->`;

test("take the place of what stands between their markers, if there are any", () => {
  const read = (name: string) => (name === "validate" ? "new $1\n" : null);
  const want = PAGE.replace("old", () => "\nnew $1\n");
  assert.is(withResults(PAGE, read), want);
  const none = withResults(PAGE, () => null);
  assert.is(none, PAGE);
});

test.run();
