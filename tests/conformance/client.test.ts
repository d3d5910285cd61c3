import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildExample } from "../harness/run/shared-output.js";
import { sample } from "../harness/run/sampling.js";
import { required, runAll } from "./suite.js";
import { requirement } from "../harness/run/requirement.js";

/**
 * Client scenarios of the official conformance suite that do not count in its
 * score.
 */
const UNSCORED = [
  "json-schema-2020-12-preservation",
  "auth/client-credentials-jwt",
  "auth/client-credentials-basic",
  "auth/enterprise-managed-authorization",
  "auth/dpop",
  "auth/dpop-nonce",
  "auth/wif-jwt-bearer",
];

/** Client scenarios of the skills extension. */
const SKILLS = [
  "no-prefetch",
  "verify-digest",
  "verify-size",
  "verify-frontmatter",
].map((name) => `sep-2640-client-${name}`);

const FALLBACKS = [
  "auth/2025-03-26-oauth-metadata-backcompat",
  "auth/2025-03-26-oauth-endpoint-fallback",
];

const SETS = [
  ["2025-03-26", FALLBACKS, 2],
  ["2025-11-25", [...required("2025-11-25", "client"), ...UNSCORED], 25],
  ["2026-07-28", [...required("2026-07-28", "client"), ...UNSCORED], 39],
  ["2026-07-28", SKILLS, 4],
] as const;

const test = suite("conformance: client");

for (const [revision, scenarios, count] of SETS) {
  const program = await buildExample("conformance-client", revision);
  const command = `${process.execPath} ${program}`;
  const isOAuth = (name: string): boolean => name.startsWith("auth/");
  // Run only two OAuth scenarios of each set in `SETS`, unless all tests are
  // run. Each scenario starts a process, which takes time.
  const run = [
    ...scenarios.filter((name) => !isOAuth(name)),
    ...sample(scenarios.filter(isOAuth), 2),
  ];
  const outcomes = runAll(run, revision, { role: "client", command });

  test(`the official conformance suite has ${count} client scenarios for ${revision}`, () => {
    assert.is(new Set(scenarios).size, count);
  });

  for (const [scenario, outcome] of outcomes) {
    requirement("ba29861d15d3 8cdb873686ef");
    test(`a generated client of ${revision} passes the conformance scenario ${scenario}`, async () =>
      assert.equal(await outcome, []));
  }
}

test("a client program that exits without a message fails its conformance scenario", async () => {
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

test.run();
