/**
 * Tests of a host with one honest server and several hostile servers. A random
 * seed determines the order of the hostile behaviors.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generated } from "../../../harness/generated/load.js";
import { closing } from "../../../harness/run/closing.js";
import { random } from "../../../harness/models/mutations.js";
import { TESTED_REVISIONS, sample } from "../../../harness/run/sampling.js";
import { getBehaviors } from "../../../harness/hostile/answers.js";
import { failOnExit } from "../../../harness/program/child.js";

const test = suite("host: hostile servers");
const atEnd = closing(test);

const HOST = fileURLToPath(
  new URL("../../../harness/hostile/our-host.js", import.meta.url),
);

interface Told {
  readonly answers: readonly string[];
  readonly grown: number;
}

/** Tested revisions that define elicitation. */
const REVISIONS = TESTED_REVISIONS.filter(
  (revision) => revision >= "2025-06-18",
);
const SEEDS = sample([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 1);

/**
 * Returns all hostile behaviors in a random order, in groups of three. Each
 * hostile server gets one group.
 */
function groupBehaviors(seed: number): string[] {
  const below = random(seed);
  const left = Object.keys(getBehaviors("").behaviors);
  const servers: string[] = [];
  while (left.length > 0) {
    const three = [1, 2, 3].map(() => left.splice(below(left.length), 1)[0]);
    servers.push(three.join());
  }
  return servers;
}

for (const revision of REVISIONS)
  for (const seed of SEEDS)
    test(`${revision}: the host can call an honest server despite hostile servers (seed ${seed})`, async () => {
      const folder = await generated(revision);
      const args = [folder, revision, ...groupBehaviors(seed)];
      const host = failOnExit(fork(HOST, args), 0);
      atEnd(() => host.kill("SIGKILL"));
      const ended = once(host, "exit");
      const signal = AbortSignal.timeout(30_000);
      const [told] = (await once(host, "message", { signal })) as [Told];
      const { answers, grown } = told;
      assert.equal([...new Set(answers)], ["hi"]);
      assert.ok(grown < 64e6, `the heap grew by ${grown} bytes`);
      assert.equal(await ended, [0, null]);
    });

test.run();
