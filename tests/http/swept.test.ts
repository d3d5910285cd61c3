/** Which sessions end because nobody uses them. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  closeSites,
  gate,
  listenTo,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
} from "./support.js";

const { web } = PLATFORMS;

const test = suite("http: sessions in use");
test.after.each(closeSites);

test("one that only listens, or waits for an answer, is in use", async () => {
  const { now } = Date;
  let clock = now();
  Date.now = () => clock;
  const done = gate();
  const handlers = {
    "tools/list": () => ({ tools: [] }),
    "tools/call": () => done.promise.then(() => ({ content: [] })),
  };
  assert.ok(web);
  const site = await web(SESSIONS, handlers, { sessionIdle: 40 });
  try {
    const [unused, listens, waits] = [
      await openSession(site),
      await openSession(site),
      await openSession(site),
    ];
    const stream = await listenTo(site, listens);
    const call = { id: 1, method: "tools/call", params: { name: "x" } };
    const answer = post(site, call, waits);
    const list = { id: 2, method: "tools/list" };
    for (let rounds = 0; rounds < 10; rounds += 1) {
      clock += 60;
      await new Promise((resolve) => setTimeout(resolve, 12));
    }
    const statusOf = async (session: object): Promise<number> =>
      (await post(site, list, session as never)).status;
    assert.is(await statusOf(unused), 404);
    assert.is(await statusOf(listens), 200);
    assert.is(await statusOf(waits), 200);
    done.open();
    assert.is((await answer).status, 200);
    await stream.body?.cancel();
  } finally {
    Date.now = now;
  }
});

test.run();
