/**
 * The example server passes the conformance scenarios of every revision. The
 * tests use one server of all revisions, and in `make test-all` also one server
 * per revision.
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

/** Revision, scenarios, and the required number of scenarios. */
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
  // The suite has no list of required scenarios for these revisions.
  ["2025-06-18", older, 27],
  ["2025-03-26", without("tools-call-elicitation"), 26],
  ["2024-11-05", without("tools-call-elicitation", "tools-call-audio"), 25],
];

const VALIDATION = [
  "http-custom-header-server-validation",
  "http-header-validation",
];
const SESSIONS = ["server-session-lifecycle", "server-sse-polling"];

/**
 * Scenarios of the tasks extension. They mostly wait. The only other tasks
 * scenario of the suite does not check anything yet.
 */
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

/** Scenarios that the suite runs without counting them in its score. */
const UNSCORED: readonly ServerSet[] = [
  ["2025-11-25", ["json-schema-2020-12", ...SESSIONS], 3],
  ["2026-07-28", ["json-schema-2020-12", ...VALIDATION], 3],
  ["2026-07-28", TASKS, WHOLE ? 9 : 3],
];

/**
 * Returns the revision whose schema the suite validates messages against. The
 * suite has no schema of the first revision, whose messages are also valid in
 * the next one.
 */
const getWireRevision = (revision: string): string =>
  revision === "2024-11-05" ? "2025-03-26" : revision;

/** Declares a test for each scenario of these sets, all against one server. */
function testServer(revisions: string, sets: readonly ServerSet[]): void {
  const test = suite(`conformance: server of ${revisions}`);
  let server: Listening;

  test.before(async () => void (server = await startServer(revisions)));

  for (const [revision, scenarios, count] of sets) {
    let outcomes: Map<string, Promise<string[]>>;

    test(`the conformance suite has ${count} server scenarios for ${revision}`, () => {
      assert.is(new Set(scenarios).size, count);
      outcomes = runAll(scenarios, getWireRevision(revision), {
        role: "server",
        url: server.url,
      });
    });

    for (const scenario of scenarios)
      test(`the ${revisions} server passes the ${revision} scenario ${scenario}`, async () =>
        assert.equal(await outcomes.get(scenario), []));
  }

  test("SIGTERM ends the server with exit code 0", async () =>
    assert.equal(await stopServer(server.child), [0, null]));

  test.run();
}

const dated = SETS.filter(([revision]) => revision >= "2025-06-18");
testServer("all", [...dated, ...UNSCORED]);
for (const [revision] of WHOLE ? SETS : SETS.slice(3, 4))
  testServer(
    revision,
    [...SETS, ...UNSCORED].filter(([name]) => name === revision),
  );
