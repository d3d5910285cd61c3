/**
 * Tests of servers under floods of requests. A flood uses one method or fills
 * one kind of stored object.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../run/closing.js";
import { random } from "../models/mutations.js";
import { TESTED_REVISIONS, sample } from "../run/sampling.js";
import { flood, getFloods, honest } from "./flood.js";
import { clientMessages, serve } from "./processes.js";

const SEED = 1;
/** Maximum growth of the server's heap during all floods together, in bytes. */
const MAX_GROWTH = 64e6;

/**
 * Tests the floods of one revision. Each revision has a separate test file,
 * because one revision takes minutes.
 */
export function testFloods(revision: string): void {
  const test = suite(`http floods: ${revision}`);
  const atEnd = closing(test);

  test("honest clients are answered during floods, and memory does not grow", async () => {
    const { url, gauge, kill, end } = await serve(revision);
    atEnd(kill);
    const messages = clientMessages(revision);
    const flooding = { url, revision, messages, below: random(SEED) };
    await honest(url, revision, async () => {});
    const before = await gauge();
    const floods = getFloods(messages.keys(), revision);
    const some = TESTED_REVISIONS.includes(revision) ? 6 : 1;
    for (const attack of sample(floods, some, SEED)) {
      const answers = await honest(url, revision, () =>
        flood(flooding, attack),
      );
      const { heap } = await gauge();
      const what = JSON.stringify(attack);
      assert.equal([...new Set(answers)], [200], what);
      assert.ok(
        heap - before.heap < MAX_GROWTH,
        `the server uses ${heap} bytes after ${what}`,
      );
    }
    assert.is(await end(5_000), 0);
  });

  test.run();
}
