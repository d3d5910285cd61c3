/**
 * Tests of OAuth clients with hostile servers and issuers. Their answers are
 * random, but the same seed always gives the same answers. The network and the
 * clock are simulated.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runSeed } from "../../harness/oauth/hostile/seed-run.js";
import { WHOLE } from "../../harness/run/sampling.js";

const test = suite("oauth client: hostile issuers");

/**
 * Number of seeds that the test runs. The variable `MCP_SEED` runs a single
 * seed, to reproduce a failure.
 */
const COUNT = WHOLE ? 5_000 : 300;
const ONLY = Number(process.env["MCP_SEED"] ?? 0);

test("an OAuth client follows all security rules when an issuer sends random hostile responses", async () => {
  for (let seed = ONLY || 1; seed <= (ONLY || COUNT); seed += 1) {
    const { problems, settings } = await runSeed(seed);
    const what = `MCP_SEED=${seed} ${JSON.stringify(settings)}`;
    assert.equal(problems, [], what);
  }
});

test.run();
