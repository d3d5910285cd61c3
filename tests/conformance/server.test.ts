/**
 * The example server with the scenarios of every revision that has some: one
 * server of all revisions, and in `make test-all` one of each revision too.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  startServer,
  stopServer,
  type Listening,
} from "../harness/http/programs.js";
import { sample, WHOLE } from "../harness/run/sampling.js";
import { applicableToServers, required, runAll } from "./suite.js";

/** A set of scenarios, and how many there have to be. */
type ServerSet = readonly [
  revision: string,
  scenarios: readonly string[],
  count: number,
];

const older = await applicableToServers();
const without = (...names: readonly string[]): string[] =>
  older.filter((name) => !names.includes(name));

const SETS: readonly ServerSet[] = [
  ["2026-07-28", required("2026-07-28", "server"), 37],
  ["2025-11-25", required("2025-11-25", "server"), 30],
  // No list says which are required before.
  ["2025-06-18", older, 27],
  ["2025-03-26", without("tools-call-elicitation"), 26],
  ["2024-11-05", without("tools-call-elicitation", "tools-call-audio"), 25],
];

const VALIDATION = [
  "http-custom-header-server-validation",
  "http-header-validation",
];
const SESSIONS = ["server-session-lifecycle", "server-sse-polling"];

/** Of the extension; the suite has one more, which checks nothing yet. They wait. */
const TASKS = sample(
  [
    "tasks-capability-negotiation",
    "tasks-dispatch-and-envelope",
    "tasks-lifecycle",
    "tasks-mrtr-composition",
    "tasks-mrtr-input",
    "tasks-request-headers",
    "tasks-request-state-removal",
    "tasks-required-task-error",
    "tasks-wire-fields",
  ],
  3,
);

/** Scenarios that the suite has, and does not count. */
const UNSCORED: readonly ServerSet[] = [
  ["2025-11-25", ["json-schema-2020-12", ...SESSIONS], 3],
  ["2026-07-28", ["json-schema-2020-12", ...VALIDATION], 3],
  ["2026-07-28", TASKS, WHOLE ? 9 : 3],
];

/** The suite has no schema of the first revision; the next one holds it too. */
const wireOf = (revision: string): string =>
  revision === "2024-11-05" ? "2025-03-26" : revision;

/** Declares a test for each scenario of these sets; one server answers all. */
function testServer(revisions: string, sets: readonly ServerSet[]): void {
  const tests = suite(`conformance of the ${revisions} server`);
  let server: Listening;

  tests.before(async () => void (server = await startServer(revisions)));

  for (const [revision, scenarios, count] of sets) {
    let outcomes: Map<string, Promise<string[]>>;

    tests(`${revision}: there are ${count} scenarios`, () => {
      assert.is(new Set(scenarios).size, count);
      outcomes = runAll(scenarios, wireOf(revision), {
        role: "server",
        url: server.url,
      });
    });

    for (const scenario of scenarios)
      tests(`${revision}: ${scenario}`, async () =>
        assert.equal(await outcomes.get(scenario), []),
      );
  }

  tests("SIGTERM ends the server in order", async () =>
    assert.equal(await stopServer(server.child), [0, null]),
  );

  tests.run();
}

const dated = SETS.filter(([revision]) => revision >= "2025-06-18");
testServer("all", [...dated, ...UNSCORED]);
for (const [revision] of WHOLE ? SETS : SETS.slice(3, 4))
  testServer(
    revision,
    [...SETS, ...UNSCORED].filter(([of]) => of === revision),
  );
