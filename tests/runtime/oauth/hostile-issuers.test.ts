/**
 * Tests of OAuth clients with hostile servers and issuers, whose answers a seed
 * determines. All answers come from a simulated network and a virtual clock.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runSeed } from "../../harness/oauth/hostile/seed-run.js";
import { WHOLE } from "../../harness/run/sampling.js";

const test = suite("oauth client: hostile issuers");

/** Seeds of one test. A single seed can be set to reproduce a failure. */
const COUNT = WHOLE ? 5_000 : 300;
const ONLY = Number(process.env["MCP_SEED"] ?? 0);

test("no seed of hostile answers makes the client violate a rule", async () => {
  for (let seed = ONLY || 1; seed <= (ONLY || COUNT); seed += 1) {
    const { problems, settings } = await runSeed(seed);
    const what = `MCP_SEED=${seed} ${JSON.stringify(settings)}`;
    assert.equal(problems, [], what);
  }
});

test.run();
