/** Tokens that lose their scopes, or their validity, while they are in use. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HttpAuth } from "../../templates/runtime/http/request/auth.js";
import {
  closeSites,
  Events,
  listenTo,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
  SINGLE,
} from "../http/support.js";
import { metaOf } from "../support/meta.js";

const LIST = { id: 1, method: "tools/list" };
const TOKEN = { authorization: "Bearer t" };

/** What the token is worth, which tests change. */
let principal: { subject: string; scopes?: string[] } | undefined | Error;
const auth: HttpAuth = {
  verify: () => {
    if (principal instanceof Error) throw principal;
    return principal;
  },
  scopes: () => ["mcp"],
};

// A stream in this process, without a socket, keeps no process alive.
let alive: ReturnType<typeof setInterval>;

for (const [platform, serve] of Object.entries(PLATFORMS)) {
  const test = suite(`hostile: scopes: ${platform}`);
  test.before(() => void (alive = setInterval(() => {}, 1_000)));
  test.after(() => clearInterval(alive));
  test.before.each(() => {
    principal = { subject: "ann", scopes: ["mcp"] };
  });
  test.after.each(closeSites);

  test("a token that lost its scope is refused for POST, GET and DELETE", async () => {
    const site = await serve(SESSIONS, { "tools/list": () => ({}) }, { auth });
    const session = await openSession(site, TOKEN);
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
    for (const scopes of [{ scopes: ["other"] }, { scopes: [] }, {}]) {
      principal = { subject: "ann", ...scopes };
      assert.equal(await statuses(), [403, 403, 403]);
    }
    principal = { subject: "ann", scopes: ["mcp", "more"] };
    assert.equal(await statuses(), [200, 200, 204]);
  });

  test("a stream ends once its token is not valid; with another it is read on", async () => {
    const site = await serve(
      SESSIONS,
      { "tools/list": () => ({}) },
      { auth, keepAlive: 200 },
    );
    const session = await openSession(site, TOKEN);
    const events = new Events(await listenTo(site, session));
    await events.more();
    // Who could not be asked has not said no.
    principal = new Error("away");
    while (!site.errors.includes("away")) await events.more();
    principal = undefined;
    assert.equal(await events.rest(), []);
    assert.is((await listenTo(site, session)).status, 401);
    principal = { subject: "ann", scopes: ["mcp"] };
    const again = await listenTo(site, session);
    assert.is(again.status, 200);
    await again.body?.cancel();
  });

  test("what stands alone is aborted with its stream", async () => {
    let aborted: () => void = () => {};
    const over = new Promise<void>((resolve) => (aborted = resolve));
    const handler = (_params: never, { signal }: { signal: AbortSignal }) =>
      new Promise(() => signal.addEventListener("abort", aborted));
    const site = await serve(
      SINGLE,
      { "tools/list": handler as never },
      { auth, keepAlive: 5, streamAfter: 1 },
    );
    const version = "2000-01-01";
    const answer = await post(
      site,
      { ...LIST, params: { _meta: metaOf(version) } },
      {
        ...TOKEN,
        "mcp-protocol-version": version,
        "mcp-method": "tools/list",
      },
    );
    const events = new Events(answer);
    principal = undefined;
    assert.equal(await events.rest(), []);
    await over;
  });

  test.run();
}
