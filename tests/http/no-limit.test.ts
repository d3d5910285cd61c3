/** Infinity is no limit, in every option that is a time. */
import * as assert from "uvu/assert";
import { delaysOf, overflowing } from "../support/timers.js";
import {
  CALL,
  Events,
  gate,
  gist,
  logging,
  opened,
  onPlatforms,
  post,
  SESSIONS,
} from "./support.js";

const NONE = {
  bodyTimeout: Infinity,
  headersTimeout: Infinity,
  keepAlive: Infinity,
  sessionIdle: Infinity,
  streamAfter: Infinity,
};

const test = onPlatforms("no limit");

test("no timer of an endless time starts", async (serve) => {
  const delays = await delaysOf(async () => {
    const finish = gate();
    const handlers = { "tools/call": logging(1, finish.promise) };
    const { site, session } = await opened(serve, SESSIONS, handlers, NONE);
    const events = new Events(await post(site, CALL, session));
    assert.is((await events.next())?.data.method, "notifications/message");
    finish.open();
    assert.equal((await events.rest()).map(gist), ["last", { done: true }]);
    assert.not.match(events.raw, /^:/m);
  });
  assert.equal(overflowing(delays), []);
});

test.run();
