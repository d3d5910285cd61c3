/**
 * Tests of the quotas of clients with many connections, sessions, batches and
 * streams.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  CALL,
  closeSites,
  Events,
  gate,
  listenTo,
  opened,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
  SINGLE,
  single,
  type Site,
} from "../../../harness/http/site.js";
import { BATCH_SERVER, TOOLS } from "../../../harness/wire/wire.js";
import { address, as, auth } from "../../../harness/host/scripted-servers.js";

/** Sends a request of a stateless revision. */
function postStateless(
  site: Site,
  method: string,
  params: object,
  more: { [name: string]: string } = {},
): Promise<Response> {
  const [message, headers] = single(method, params as { name?: string });
  return post(site, message, { ...headers, ...more });
}

const listen = (site: Site, headers = {}) =>
  postStateless(site, "subscriptions/listen", { notifications: {} }, headers);

/** Returns the HTTP status and the JSON-RPC error code of a response. */
async function outcome(response: Response): Promise<unknown[]> {
  const { error } = (await response.json()) as { error?: { code: number } };
  return [response.status, error?.code];
}

for (const [platform, serve] of Object.entries(PLATFORMS)) {
  const test = suite(`http quotas: ${platform}`);
  test.after.each(closeSites);

  test("all connections of one address share the limit of concurrent requests", async () => {
    const { promise, open } = gate();
    const handlers = { "tools/call": () => promise.then(() => ({})) };
    const options = { address, streamAfter: 1 };
    const site = await serve(SINGLE, handlers, options, { inFlight: 2 });
    const first = new Events(await listen(site));
    await first.next();
    const running = await postStateless(site, "tools/call", { name: "x" });
    assert.equal(await outcome(await listen(site)), [429, 429]);
    const other = new Events(await listen(site, { "x-from": "10.0.0.9" }));
    assert.ok(await other.next());
    await first.cancel();
    // Retry: the server notices the cancellation of the first request only
    // after a moment.
    let again = await listen(site);
    while (again.status === 429) again = await listen(site);
    assert.is(again.status, 200);
    await new Events(again).cancel();
    await other.cancel();
    open();
    await new Events(running).rest();
  });

  test("the limit of concurrent requests is shared by all sessions of a principal", async () => {
    const { promise, open } = gate();
    const handlers = { "tools/call": () => promise.then(() => ({})) };
    const site = await serve(SESSIONS, handlers, { auth }, { inFlight: 2 });
    const call = (id: number, session: { [name: string]: string }) =>
      post(site, { ...CALL, id }, session);
    const sessions = [];
    for (const token of ["ann", "ann", "bob"]) {
      sessions.push(await openSession(site, as(token)));
    }
    const [first = {}, second = {}, bobs = {}] = sessions;
    const running = [call(1, first), call(2, second)];
    await Promise.all(
      [first, second].map((session) =>
        post(site, { id: 9, method: "ping" }, session),
      ),
    );
    assert.equal(await outcome(await call(3, first)), [200, 429]);
    const bob = call(1, bobs);
    open();
    for (const answer of [...running, bob])
      assert.equal(await outcome(await answer), [200, undefined]);
    assert.equal(await outcome(await call(4, first)), [200, undefined]);
  });

  test("the limit of messages per minute is shared by all connections of an address", async () => {
    const limits = { perMinute: 2 };
    const site = await serve(SINGLE, TOOLS, { address }, limits);
    const statuses = [];
    for (const from of ["a", "a", "a", "b"]) {
      const headers = { "x-from": from };
      statuses.push(
        (await postStateless(site, "tools/list", {}, headers)).status,
      );
    }
    assert.equal(statuses, [200, 200, 429, 200]);
  });

  test("the rate limit counts each message of a batch", async () => {
    let calls = 0;
    const site = await serve(
      BATCH_SERVER,
      { "tools/call": () => ({ calls: (calls += 1) }) },
      { address: () => "a", rate: { burst: 10, perSecond: 0.001 } },
    );
    const session = await openSession(site); // Opening the session uses two of the ten requests.
    const batch = (from: number, count: number) => {
      const all = Array.from({ length: count }, (_, n) => from + n);
      const calls = all.map((id) => ({ ...CALL, id }));
      return post(site, calls, session);
    };
    const refused = await batch(1, 100);
    assert.equal([refused.status, calls], [429, 0]);
    assert.is(refused.headers.get("retry-after"), "1");
    assert.is((await batch(200, 5)).status, 200);
    const late = await batch(300, 3);
    assert.is(late.status, 429);
    assert.match(await late.text(), /"id":300\b/);
    assert.is((await batch(400, 1)).status, 200);
    assert.is((await batch(500, 1)).status, 429);
    assert.is(calls, 6);
  });

  test("a session keeps its latest GET stream and ends older streams", async () => {
    const { site, session } = await opened(serve, SESSIONS, TOOLS);
    const streams = [];
    for (let count = 0; count < 30; count += 1) {
      streams.push(new Events(await listenTo(site, session)));
    }
    for (const stream of streams.slice(0, -1)) {
      assert.equal(await stream.rest(), []);
    }
    site.server.notify("notifications/tools/list_changed");
    assert.ok(await streams.at(-1)?.next());
    await streams.at(-1)?.cancel();
  });

  test.run();
}
