/** Infinity is no limit, in every option that is a time. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { delaysOf, overflowing } from "../support/timers.js";
import { closeSites, Events, gate, PLATFORMS } from "./support.js";
import { opened, post, SESSIONS, SINGLE } from "./support.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import { metaOf } from "../support/meta.js";

const NONE = {
  bodyTimeout: Infinity,
  headersTimeout: Infinity,
  keepAlive: Infinity,
  sessionIdle: Infinity,
  streamAfter: Infinity,
};

const META = metaOf("2000-01-01");

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
      assert.is((await events.next())?.data.id, 1);
      assert.is(await events.next(), undefined);
      assert.not.match(events.raw, /^:/m);
    });
    assert.equal(overflowing(delays), []);
  });

  test("nor one of a request that stands alone", async () => {
    const delays = await delaysOf(async () => {
      const handlers = {
        "tools/call": () =>
          new Promise((resolve) => setImmediate(() => resolve({}))),
      };
      const site = await serve(SINGLE, handlers, NONE);
      const params = { name: "x", _meta: META };
      const call = { id: 1, method: "tools/call", params };
      const response = await post(site, call, {
        "mcp-protocol-version": "2000-01-01",
        "mcp-method": "tools/call",
        "mcp-name": "x",
      });
      assert.is(response.status, 200);
      assert.is(response.headers.get("content-type"), "application/json");
      await response.text();
    });
    assert.equal(overflowing(delays), []);
  });

  test.run();
}
