/** The older transport: a stream of events out, and an address for messages in. */
import { setTimeout as sleep } from "node:timers/promises";
import * as assert from "uvu/assert";
import {
  HEADERS,
  LEGACY_SSE,
  onPlatforms,
  OPENING,
  type Site,
} from "../../../harness/http/site.js";
import type { HttpAuth } from "../../../../runtime/http/security/auth.js";

/** Each token is its own subject, as long as it is valid. */
let valid = true;
const auth: HttpAuth = {
  verify: (token) => (valid ? { subject: token } : undefined),
};
const as = (token: string) => ({ authorization: `Bearer ${token}` });

/** Asks for a stream. */
function ask(site: Site, headers: object = {}): Promise<Response> {
  const accept = "text/event-stream";
  return site.request("/sse", { headers: { ...headers, accept } });
}

/** A stream, and the address that its first event names. */
async function open(site: Site, headers: object = {}) {
  const { body } = await ask(site, headers);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async (): Promise<string | undefined> =>
    (await reader?.read())?.value;
  const [, address = ""] =
    /^event: endpoint\ndata: (\S+)\n\n$/.exec((await next()) ?? "") ?? [];
  assert.match(address, /^\/messages\?sessionId=[\w-]{36}$/);
  return { address, next, cancel: () => reader?.cancel() };
}

/** What a message to an address is answered with. */
async function statusOf(
  site: Site,
  address: string,
  headers: object = {},
): Promise<number> {
  const { status, body } = await site.request(address, {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...OPENING }),
  });
  await body?.cancel();
  return status;
}

const test = onPlatforms("HTTP with SSE");

test("a message belongs to a stream that is open, and its sender's", async (serve) => {
  valid = true;
  const site = await serve(LEGACY_SSE, {}, { auth });
  const { address, next } = await open(site, as("ann"));
  assert.is(await statusOf(site, "/messages", as("ann")), 400);
  assert.is(await statusOf(site, "/messages?sessionId=x", as("ann")), 404);
  assert.is(await statusOf(site, address, as("bob")), 404);
  assert.is(await statusOf(site, address, as("ann")), 202);
  assert.match((await next()) ?? "", /^event: message\ndata: \{.*\}\n\n$/);
});

test("streams that end make room for others", async (serve) => {
  const site = await serve(LEGACY_SSE, {}, { maxSessions: 1 });
  const first = await open(site);
  const refused = await ask(site);
  assert.is(refused.status, 503);
  assert.is(refused.headers.get("retry-after"), "60");
  await refused.body?.cancel();
  await first.cancel();
  while ((await statusOf(site, first.address)) !== 404) await sleep(5);
  const second = await open(site);
  await site.close();
  assert.is(await second.next(), undefined);
});

test("a stream ends with the validity of its token", async (serve) => {
  valid = true;
  const site = await serve(LEGACY_SSE, {}, { auth, keepAlive: 20 });
  const { address, next } = await open(site, as("ann"));
  valid = false;
  // A stream without a socket keeps no process alive.
  const alive = setInterval(() => {}, 1_000);
  assert.is(await next(), undefined);
  clearInterval(alive);
  valid = true;
  assert.is(await statusOf(site, address, as("ann")), 404);
});

test.run();
