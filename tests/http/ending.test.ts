/** A server that is closed ends what its clients still read. */
import * as assert from "uvu/assert";
import {
  CALL,
  Events,
  listenTo,
  onPlatforms,
  openSession,
  post,
  SESSIONS,
  SINGLE,
  single,
} from "./support.js";

const never = { "tools/call": () => new Promise(() => {}) };
const AT_ONCE = { streamAfter: 1 };

const test = onPlatforms("http: the end of a server");

test("of requests that stand alone", async (serve) => {
  const site = await serve(SINGLE, never, AT_ONCE);
  const answer = await post(site, ...single("tools/call", { name: "x" }));
  assert.is(answer.headers.get("content-type"), "text/event-stream");
  await site.close();
  assert.equal(await new Events(answer).rest(), []);
});

test("until then quiet streams carry comments", async (serve) => {
  const site = await serve(SINGLE, never, { ...AT_ONCE, keepAlive: 10 });
  const answer = await post(site, ...single("tools/call", { name: "x" }));
  const alive = setTimeout(() => {}, 5_000); // comments keep nothing alive
  const events = new Events(answer);
  assert.ok(await events.more());
  assert.match(events.raw, /^:/);
  await events.cancel();
  clearTimeout(alive);
});

test("of sessions: what is asked, and what is listened to", async (serve) => {
  const site = await serve(SESSIONS, never, AT_ONCE);
  const session = await openSession(site);
  const heard = await listenTo(site, session);
  const answer = await post(site, CALL, session);
  assert.is(answer.headers.get("content-type"), "text/event-stream");
  const texts = [heard.text(), answer.text()];
  await site.close();
  await Promise.all(texts);
});

test.run();
