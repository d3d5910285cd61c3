/** Floods of each method, and of all that a server keeps, from one and from many. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../run/closing.js";
import { random } from "../models/mutations.js";
import { PROVEN, sample } from "../run/sampling.js";
import { flood, getFloods, honest } from "./flood.js";
import { clientMessages, serve } from "./processes.js";

const SEED = 1;
/** Bytes that all floods together may leave. */
const LEFT = 64e6;
/** Milliseconds for which a flood may keep others waiting. */
const LONGEST = 1_000;

/** Tests one revision, whose floods are a file's: hundreds take minutes. */
export function testFloods(revision: string): void {
  const test = suite(`hostile: floods: ${revision}`);
  const atEnd = closing(test);

  test("others are answered, and memory does not grow", async () => {
    const { url, gauge, kill, end } = await serve(revision);
    atEnd(kill);
    const messages = clientMessages(revision);
    const flooding = { url, revision, messages, below: random(SEED) };
    await honest(url, revision, async () => {});
    const before = await gauge();
    const floods = getFloods(messages.keys(), revision);
    const some = PROVEN.includes(revision) ? 6 : 1;
    for (const attack of sample(floods, some, SEED)) {
      const answers = await honest(url, revision, () => flood(flooding, attack));
      const { heap, block } = await gauge();
      const what = JSON.stringify(attack);
      assert.equal([...new Set(answers)], [200], what);
      assert.ok(heap - before.heap < LEFT, `${what}: ${heap} bytes`);
      assert.ok(block < LONGEST, `${what}: ${block} ms`);
    }
    assert.is(await end(5_000), 0);
  });

  test.run();
}
