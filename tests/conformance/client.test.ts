import { suite } from "uvu";
import * as assert from "uvu/assert";
import { exampleOf } from "../support/made.js";
import { required, runAll } from "./suite.js";

/** A scenario that the suite has for both, and does not count. */
const UNSCORED = "json-schema-2020-12-preservation";

const SETS = [
  { revision: "2025-11-25", count: 4 },
  { revision: "2026-07-28", count: 7 },
];

const tests = suite("conformance of clients");

for (const { revision, count } of SETS) {
  const scenarios = [...required(revision, "client"), UNSCORED];
  const program = await exampleOf("conformance-client", revision);
  const command = `${process.execPath} ${program}`;
  const outcomes = runAll(scenarios, revision, { role: "client", command });

  tests(`${revision}: there are ${count} scenarios that count`, () => {
    assert.is(new Set(scenarios).size, count + 1);
  });

  for (const [scenario, outcome] of outcomes) {
    tests(`${revision}: ${scenario}`, async () =>
      assert.equal(await outcome, []),
    );
  }
}

tests("a client that does nothing does not pass", async () => {
  const command = `${process.execPath} -e 0`;
  const [scenario] = required("2025-11-25", "client");
  const outcomes = runAll([scenario ?? ""], "2025-11-25", {
    role: "client",
    command,
  });
  for (const outcome of outcomes.values()) {
    assert.is.not((await outcome).length, 0);
  }
});

tests.run();
