/**
 * Tests of guessed tokens, and of tokens that lose scopes or validity while
 * they are in use.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HttpAuth } from "../../../../runtime/http/security/auth.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";
import {
  closeSites,
  Events,
  gate,
  gist,
  listenTo,
  openSession,
  OPENING,
  PLATFORMS,
  post,
  SESSIONS,
  SINGLE,
  single,
  type Site,
  until,
} from "../../../harness/http/site.js";
import { LIST, TOOLS } from "../../../harness/wire/wire.js";
import { address, as } from "../../../harness/host/scripted-servers.js";

/**
 * Valid tokens, each with its scopes. Tests change this object. While it is
 * undefined, the verification of every token throws an error.
 */
let valid: { [token: string]: readonly string[] | null } | undefined;
let asked = 0;
const auth: HttpAuth = {
  verify(token) {
    asked += 1;
    if (valid === undefined) throw new Error("away");
    const scopes = valid[token];
    if (scopes === undefined) return undefined;
    return { subject: token.slice(0, 3), ...(scopes && { scopes }) };
  },
  scopes: () => ["mcp"],
};
const LIMITED = { auth, rate: { burst: 3, perSecond: 0.001 }, address };

async function status(site: Site, headers: { [name: string]: string }) {
  const { status, body } = await post(site, OPENING, headers);
  await body?.cancel();
  return status;
}

// Timer that keeps the process alive, because a stream without a socket does
// not.
let alive: ReturnType<typeof setInterval>;

for (const [platform, serve] of Object.entries(PLATFORMS)) {
  const test = suite(`http tokens: ${platform}`);
  test.before(() => void (alive = setInterval(() => {}, 1_000)));
  test.after(() => clearInterval(alive));
  test.before.each(() => {
    valid = { ann: ["mcp"], ann2: ["mcp"], bob: ["mcp"] };
    asked = 0;
  });
  test.after.each(closeSites);

  /** Starts a server and opens a session of the principal `ann`. */
  const openAnnsSession = async (
    options: object,
    handlers: Handlers = TOOLS,
  ) => {
    const site = await serve(SESSIONS, handlers, { auth, ...options });
    return { site, session: await openSession(site, as("ann")) };
  };

  test("a guessed token counts towards the rate limit of its client address", async () => {
    const site = await serve(SESSIONS, TOOLS, LIMITED);
    assert.is(await status(site, as("ann")), 200);
    const guesses = [];
    for (let n = 0; n < 5; n += 1) {
      guesses.push(await status(site, as(`guess${n}`)));
    }
    assert.equal(guesses, [401, 401, 401, 429, 429]);
    assert.is(asked, 4);
    assert.is(await status(site, as("bob")), 429);
    // The server has accepted this token before, so the rate limit of guesses
    // does not apply to it.
    assert.is(await status(site, as("ann")), 200);
    assert.is(await status(site, as("bob", "b")), 200);
    // A token that is no longer valid counts as a guess.
    valid = {};
    assert.is(await status(site, as("ann")), 401);
    assert.is(await status(site, as("ann")), 429);
  });

  test("concurrent requests with guessed tokens do not exceed the rate limit", async () => {
    const site = await serve(SESSIONS, TOOLS, LIMITED);
    const guesses = Array.from({ length: 20 }, (_, n) => as(`guess${n}`));
    const statuses = await Promise.all(
      guesses.map((token) => status(site, token)),
    );
    assert.is(statuses.filter((code) => code === 401).length, 3);
    assert.is(asked, 3);
  });

  test("a request with a valid token does not count towards the rate limit of the client's address", async () => {
    const site = await serve(SESSIONS, TOOLS, LIMITED);
    for (let n = 0; n < 6; n += 1) {
      valid = { [`n${n}x`]: ["mcp"] };
      assert.is(await status(site, as(`n${n}x`)), 200);
    }
  });

  test("invalid tokens from unknown addresses do not limit other clients", async () => {
    const nowhere = { ...LIMITED, address: () => undefined };
    const site = await serve(SESSIONS, TOOLS, nowhere);
    for (let n = 0; n < 9; n += 1) {
      assert.is(await status(site, as(`guess${n}`)), 401);
    }
    assert.is(await status(site, {}), 401);
    assert.is(await status(site, as("ann")), 200);
  });

  test("revoking a token ends its session and aborts the running request", async () => {
    const aborted = gate();
    const options = { keepAlive: 20, streamAfter: 1 };
    const { site, session } = await openAnnsSession(options, {
      "tools/list": until(aborted.open),
    });
    const running = new Events(await post(site, LIST, session));
    valid = {};
    assert.equal((await running.rest()).map(gist), ["started"]);
    await aborted.promise;
    valid = { ann: ["mcp"] };
    const ping = { id: 2, method: "ping" };
    assert.is((await post(site, ping, session)).status, 404);
  });

  test("revoking a token aborts a stateless request and ends its response stream", async () => {
    const aborted = gate();
    const handlers = { "tools/list": until(aborted.open) };
    const options = { auth, keepAlive: 5, streamAfter: 1 };
    const site = await serve(SINGLE, handlers, options);
    const [message, headers] = single("tools/list");
    const answer = await post(site, message, { ...headers, ...as("ann") });
    valid = {};
    assert.equal(await new Events(answer).rest(), []);
    await aborted.promise;
  });

  test("a session continues with another valid token of the same principal", async () => {
    const { site, session } = await openAnnsSession({ keepAlive: 200 });
    const events = new Events(await listenTo(site, session));
    valid = { ann2: ["mcp"] };
    assert.equal(await events.rest(), []);
    const renewed = { ...session, ...as("ann2") };
    const ping = { id: 2, method: "ping" };
    assert.is((await post(site, ping, renewed)).status, 200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.is((await post(site, ping, renewed)).status, 200);
  });

  test("POST, GET and DELETE requests get 403 when their token has lost a required scope", async () => {
    const { site, session } = await openAnnsSession({});
    const headers = { ...session, accept: "text/event-stream" };
    const statuses = async () => {
      const answers = [
        await post(site, LIST, session),
        await listenTo(site, session),
        await site.request("/mcp", { method: "DELETE", headers }),
      ];
      for (const { body } of answers) await body?.cancel();
      return answers.map(({ status }) => status);
    };
    for (const ann of [["other"], [], null]) {
      valid = { ann };
      assert.equal(await statuses(), [403, 403, 403]);
    }
    valid = { ann: ["mcp", "more"] };
    assert.equal(await statuses(), [200, 200, 204]);
  });

  for (const [title, without, status] of [
    ["is no longer valid", {}, 401],
    ["has lost a required scope", { ann: ["other"] }, 403],
  ] as const)
    test(`a GET stream ends when its token ${title}`, async () => {
      const { site, session } = await openAnnsSession({ keepAlive: 200 });
      const events = new Events(await listenTo(site, session));
      await events.more();
      // The verification now throws. This does not end the stream, because the
      // token may still be valid.
      valid = undefined;
      while (!site.errors.includes("away")) await events.more();
      valid = without;
      assert.equal(await events.rest(), []);
      assert.is((await listenTo(site, session)).status, status);
      valid = { ann: ["mcp"] };
      const again = await listenTo(site, session);
      assert.is(again.status, 200);
      await again.body?.cancel();
    });

  test.run();
}
