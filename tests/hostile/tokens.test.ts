/** Tokens that are guessed, and tokens that are taken back. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HttpAuth } from "../../templates/runtime/http/request/auth.js";
import {
  closeSites,
  Events,
  gate,
  listenTo,
  openSession,
  OPENING,
  PLATFORMS,
  post,
  SESSIONS,
  type Site,
} from "../http/support.js";

const as = (token: string, from = "a") => ({
  authorization: `Bearer ${token}`,
  "x-from": from,
});

let valid: { [token: string]: readonly string[] };
let asked = 0;
const auth: HttpAuth = {
  verify(token) {
    asked += 1;
    const scopes = valid[token];
    return scopes && { subject: token.slice(0, 3), scopes };
  },
  scopes: () => ["mcp"],
};
const address = (request: { header(name: string): string | undefined }) =>
  request.header("x-from");
const handlers = { "tools/list": () => ({ tools: [] }) };

async function status(site: Site, headers: { [name: string]: string }) {
  const { status, body } = await post(site, OPENING, headers);
  await body?.cancel();
  return status;
}

// A stream in this process, without a socket, keeps no process alive.
let alive: ReturnType<typeof setInterval>;

for (const [platform, serve] of Object.entries(PLATFORMS)) {
  const test = suite(`hostile: tokens: ${platform}`);
  test.before(() => void (alive = setInterval(() => {}, 1_000)));
  test.after(() => clearInterval(alive));
  test.before.each(() => {
    valid = { ann: ["mcp"], ann2: ["mcp"], bob: ["mcp"] };
    asked = 0;
  });
  test.after.each(closeSites);

  test("a right guess meets the limit of its address, and no other does", async () => {
    const rate = { burst: 3, perSecond: 0.001 };
    const site = await serve(SESSIONS, handlers, { auth, rate, address });
    assert.is(await status(site, as("ann")), 200);
    const guesses = [];
    for (let n = 0; n < 5; n += 1) {
      guesses.push(await status(site, as(`guess${n}`)));
    }
    assert.equal(guesses, [401, 401, 401, 429, 429]);
    assert.is(asked, 4);
    assert.is(await status(site, as("bob")), 429);
    // Whose token is known to be valid is no guesser.
    assert.is(await status(site, as("ann")), 200);
    assert.is(await status(site, as("bob", "b")), 200);
    // One that was valid, and is not any more, is.
    valid = {};
    assert.is(await status(site, as("ann")), 401);
    assert.is(await status(site, as("ann")), 429);
  });

  test("guesses at a time do not pass the limit together", async () => {
    const rate = { burst: 3, perSecond: 0.001 };
    const site = await serve(SESSIONS, handlers, { auth, rate, address });
    const guesses = Array.from({ length: 20 }, (_, n) => as(`guess${n}`));
    const statuses = await Promise.all(guesses.map((one) => status(site, one)));
    assert.is(statuses.filter((one) => one === 401).length, 3);
    assert.is(asked, 3);
  });

  test("a token that is right costs its address nothing", async () => {
    const rate = { burst: 3, perSecond: 0.001 };
    const site = await serve(SESSIONS, handlers, { auth, rate, address });
    for (let n = 0; n < 6; n += 1) {
      valid = { [`n${n}x`]: ["mcp"] };
      assert.is(await status(site, as(`n${n}x`)), 200);
    }
  });

  test("where no address is known, bad tokens cost a newcomer nothing", async () => {
    const rate = { burst: 3, perSecond: 0.001 };
    const nowhere = { address: () => undefined };
    const site = await serve(SESSIONS, handlers, { auth, rate, ...nowhere });
    for (let n = 0; n < 9; n += 1) {
      assert.is(await status(site, as(`guess${n}`)), 401);
    }
    assert.is(await status(site, {}), 401);
    assert.is(await status(site, as("ann")), 200);
  });

  test("a token that was taken back ends its session, and what runs in it", async () => {
    const aborted = gate();
    const stuck = (_: never, { signal }: { signal: AbortSignal }) =>
      new Promise<object>(() => {
        signal.addEventListener("abort", () => aborted.open());
      });
    const options = { auth, keepAlive: 20, streamAfter: 1 };
    const site = await serve(SESSIONS, { "tools/list": stuck }, options);
    const session = await openSession(site, as("ann"));
    const call = { id: 1, method: "tools/list" };
    const running = new Events(await post(site, call, session));
    valid = {};
    assert.equal(await running.rest(), []);
    await aborted.promise;
    valid = { ann: ["mcp"] };
    const ping = { id: 2, method: "ping" };
    assert.is((await post(site, ping, session)).status, 404);
  });

  test("a session goes on with another valid token of its principal", async () => {
    const site = await serve(SESSIONS, handlers, { auth, keepAlive: 200 });
    const session = await openSession(site, as("ann"));
    const events = new Events(await listenTo(site, session));
    valid = { ann2: ["mcp"] };
    assert.equal(await events.rest(), []);
    const renewed = { ...session, ...as("ann2") };
    const ping = { id: 2, method: "ping" };
    assert.is((await post(site, ping, renewed)).status, 200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.is((await post(site, ping, renewed)).status, 200);
  });

  test("a stream ends whose token lost a scope that it needs", async () => {
    const site = await serve(SESSIONS, handlers, { auth, keepAlive: 10 });
    const session = await openSession(site, as("ann"));
    const events = new Events(await listenTo(site, session));
    await events.more();
    valid = { ann: ["other"] };
    assert.equal(await events.rest(), []);
  });

  test.run();
}
