/**
 * Tests of a server with an honest client and a hostile client. A seed
 * determines the actions of the hostile client.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../../../harness/run/closing.js";
import { TESTED_REVISIONS, WHOLE } from "../../../harness/run/sampling.js";
import { honest } from "../../../harness/hostile/flood.js";
import { clientMessages, serve } from "../../../harness/hostile/processes.js";

const test = suite("http server: hostile clients");
const atEnd = closing(test);

const CLIENT = fileURLToPath(
  new URL("../../../harness/hostile/hostile-client.js", import.meta.url),
);
/**
 * Seeds that determine the hostile client's actions. The test of each revision
 * adds a different offset, so that each revision gets different actions.
 */
const SEEDS = WHOLE ? [1, 2, 3] : [1];
const ROUNDS = WHOLE ? 5 : 2;

/** Maximum growth of the server's heap, in bytes. */
const MAX_GROWTH = 64e6;

for (const [index, revision] of TESTED_REVISIONS.entries())
  for (const seed of SEEDS.map((base) => base + 10 * index))
    test(`${revision}: the server answers an honest client despite a hostile client (seed ${seed})`, async () => {
      const { url, gauge, kill, end } = await serve(revision);
      atEnd(kill);
      const messages = JSON.stringify(
        Object.fromEntries(clientMessages(revision)),
      );
      await honest(url, revision, async () => {});
      const before = await gauge();
      let did = "";
      const answers = await honest(url, revision, async () => {
        const args = [CLIENT, url, revision, `${seed}`, `${ROUNDS}`];
        const client = spawn(process.execPath, args, {
          stdio: ["pipe", "pipe", "inherit"],
        });
        client.stdin.end(messages);
        atEnd(() => client.kill("SIGKILL"));
        const exit = once(client, "exit");
        did = await text(client.stdout);
        assert.equal(await exit, [0, null], did);
      });
      const { heap } = await gauge();
      assert.equal([...new Set(answers)], [200], did);
      assert.ok(
        heap - before.heap < MAX_GROWTH,
        `the server uses ${heap} bytes after: ${did}`,
      );
      assert.is(await end(5_000), 0);
    });

test.run();
