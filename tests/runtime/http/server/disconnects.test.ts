/**
 * Tests in which the client disconnects or the server closes during a request.
 */
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import * as assert from "uvu/assert";
import {
  CALL,
  gate,
  HEADERS,
  LEGACY_SSE,
  listenTo,
  onPlatforms,
  OPENING,
  openSession,
  post,
  SESSIONS,
  SINGLE,
  single,
  type Site,
} from "../../../harness/http/site.js";
import { waitUntil } from "../../../harness/run/time-limit.js";
import type { HttpOptions } from "../../../../runtime/http/server/options.js";

const TOKEN = { authorization: "Bearer x" };
const EVENTS = { accept: "text/event-stream" };

/**
 * Token verifier of a server. While `slow` is true, the verifier waits until a
 * test opens the gate `go`.
 */
class Guard {
  readonly asked = gate();
  readonly go = gate();
  slow = false;
  readonly auth: HttpOptions["auth"] = {
    verify: async () => {
      if (this.slow) {
        this.asked.open();
        await this.go.promise;
      }
      return { subject: "a" };
    },
  };
}

/**
 * Requests a GET stream and disconnects while the server verifies the token.
 */
async function leave(
  guard: Guard,
  site: Site,
  path: string,
  headers: { [name: string]: string },
): Promise<void> {
  const stop = new AbortController();
  guard.slow = true;
  const init = { headers: { ...headers, ...EVENTS }, signal: stop.signal };
  const asking = site.request(path, init).catch(() => {});
  await guard.asked.promise;
  stop.abort();
  await sleep(50); // The server notices the disconnection after a moment.
  guard.slow = false;
  guard.go.open();
  await asking;
}

const never = { "tools/call": () => new Promise(() => {}) };
const AT_ONCE = { streamAfter: 1 };

const test = onPlatforms("http disconnects");

test("a client that disconnects before its GET stream opens does not keep its session alive", async (serve) => {
  const guard = new Guard();
  const { auth } = guard;
  const site = await serve(SESSIONS, {}, { auth, sessionIdle: 250 });
  const session = await openSession(site, TOKEN);
  await leave(guard, site, "/mcp", session);
  await waitUntil("the idle session ends", async () => {
    await sleep(400);
    const response = await post(site, { id: 1, method: "ping" }, session);
    await response.body?.cancel();
    return response.status === 404;
  });
});

test("a request for a legacy SSE stream gets 503 if the server closes before the stream opens", async (serve) => {
  const guard = new Guard();
  const site = await serve(LEGACY_SSE, {}, { auth: guard.auth });
  guard.slow = true;
  const headers = { ...TOKEN, ...EVENTS };
  const asking = site.request("/sse", { headers }).catch(() => undefined);
  await guard.asked.promise;
  const closed = site.close();
  guard.go.open();
  const response = await asking;
  await response?.body?.cancel();
  assert.is(response?.status, 503);
  await closed;
});

test("a request gets 503 if the server closes before the whole body has arrived", async (serve) => {
  for (const protocol of [SESSIONS, SINGLE]) {
    const guard = new Guard();
    guard.slow = true;
    guard.go.open();
    const site = await serve(protocol, {}, { auth: guard.auth });
    const text = JSON.stringify({ jsonrpc: "2.0", ...OPENING });
    const more = gate();
    const parts = async function* () {
      yield Buffer.from(text.slice(0, 9));
      await more.promise;
      yield Buffer.from(text.slice(9));
    };
    const body = Readable.toWeb(Readable.from(parts()));
    const headers = { ...HEADERS, ...TOKEN };
    const init = { method: "POST", headers, body, duplex: "half" };
    const asking = site.request("/mcp", init as object as RequestInit);
    await guard.asked.promise;
    const closed = site.close();
    more.open();
    const response = await asking;
    await response.body?.cancel();
    assert.is(response.status, 503);
    await closed;
  }
});

test("closing the server ends all open response streams and GET streams", async (serve) => {
  const alone = await serve(SINGLE, never, AT_ONCE);
  const standing = await post(alone, ...single("tools/call", { name: "x" }));
  const site = await serve(SESSIONS, never, AT_ONCE);
  const session = await openSession(site);
  const heard = await listenTo(site, session);
  const answer = await post(site, CALL, session);
  for (const { headers } of [standing, answer])
    assert.is(headers.get("content-type"), "text/event-stream");
  const texts = [standing.text(), heard.text(), answer.text()];
  await Promise.all([alone.close(), site.close()]);
  assert.is((await Promise.all(texts))[0], "");
});

test.run();
