/**
 * Runs the server scenarios of the official conformance suite for every
 * revision. The tests use one multi-version server. `make test-all` also tests
 * one server for each revision.
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

/**
 * Protocol revision, names of the conformance scenarios, and the expected
 * number of scenarios.
 */
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
  // The conformance suite has no lists of required scenarios for the older
  // revisions. Therefore, run all scenarios that apply to these revisions.
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
 * Sample of the conformance scenarios of the tasks extension. A full run would
 * take too long, because these scenarios mostly wait. The list omits one
 * scenario that does not check anything yet.
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

/** Conformance scenarios of the skills extension. */
const SKILLS = [
  "sep-2640-skills-manifest",
  "sep-2640-skills-enumeration",
  "sep-2640-skills-directory",
];

/**
 * Server scenarios of the official conformance suite that do not count in its
 * score.
 */
const UNSCORED: readonly ServerSet[] = [
  ["2025-11-25", ["json-schema-2020-12", ...SESSIONS], 3],
  ["2026-07-28", ["json-schema-2020-12", ...VALIDATION], 3],
  ["2026-07-28", TASKS, WHOLE ? 9 : 3],
  ["2026-07-28", SKILLS, 3],
];

/**
 * Returns the revision of the schema against which the conformance suite
 * validates messages. The suite has no schema of the first revision, so the
 * schema of the next revision is used.
 */
const getWireRevision = (revision: string): string =>
  revision === "2024-11-05" ? "2025-03-26" : revision;

/**
 * Starts one server, and declares a test for each conformance scenario in
 * `sets`.
 */
function testServer(revisions: string, sets: readonly ServerSet[]): void {
  const test = suite(`conformance: server of ${revisions}`);
  let server: Listening;

  test.before(async () => void (server = await startServer(revisions)));

  for (const [revision, scenarios, count] of sets) {
    let outcomes: Map<string, Promise<string[]>>;

    test(`the official conformance suite has ${count} server scenarios for ${revision}`, () => {
      assert.is(new Set(scenarios).size, count);
      outcomes = runAll(scenarios, getWireRevision(revision), {
        role: "server",
        url: server.url,
      });
    });

    for (const scenario of scenarios)
      test(`the example server generated with \`--rev ${revisions}\` passes the ${revision} conformance scenario ${scenario}`, async () =>
        assert.equal(await outcomes.get(scenario), []));
  }

  test("the process of the conformance server exits with code 0 on SIGTERM", async () =>
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
