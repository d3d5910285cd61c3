/** Infinity is no limit, in every option that is a time. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { delaysOf, overflowing } from "../support/timers.js";
import { closeSites, Events, gate, PLATFORMS } from "./support.js";
import { opened, post, SESSIONS } from "./support.js";
import type { Call } from "../../templates/runtime/connection/call.js";

const NONE = {
  bodyTimeout: Infinity,
  headersTimeout: Infinity,
  keepAlive: Infinity,
  sessionIdle: Infinity,
  streamAfter: Infinity,
};

for (const [platform, serve] of Object.entries(PLATFORMS)) {
  const test = suite(`no limit: ${platform}`);
  test.after.each(closeSites);

  test("no timer of an endless time starts", async () => {
    const delays = await delaysOf(async () => {
      const finish = gate();
      const handlers = {
        "tools/call": async (_params: never, ctx: Call) => {
          await Promise.resolve();
          ctx.log("info", "on a stream, which is kept alive");
          await finish.promise;
          return {};
        },
      };
      const { site, session } = await opened(serve, SESSIONS, handlers, NONE);
      const call = { id: 1, method: "tools/call", params: { name: "x" } };
      const events = new Events(await post(site, call, session));
      assert.is((await events.next())?.data.method, "notifications/message");
      finish.open();
      assert.equal(
        (await events.rest()).map(({ data }) => data.id),
        [1],
      );
      assert.not.match(events.raw, /^:/m);
    });
    assert.equal(overflowing(delays), []);
  });

  test.run();
}
