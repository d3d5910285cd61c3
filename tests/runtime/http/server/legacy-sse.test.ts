/**
 * Tests of the legacy SSE transport: a stream from the server, and a URL to
 * which the client posts messages.
 */
import * as assert from "uvu/assert";
import {
  CALL,
  gate,
  HEADERS,
  LEGACY_SSE,
  onPlatforms,
  OPENING,
  type Site,
} from "../../../harness/http/site.js";
import { waitUntil } from "../../../harness/run/time-limit.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import type { HttpAuth } from "../../../../runtime/http/security/auth.js";

/**
 * Whether the verifier accepts tokens. The subject of a valid token is the
 * token itself.
 */
let valid = true;
const auth: HttpAuth = {
  verify: (token) => (valid ? { subject: token } : undefined),
};
const as = (token: string) => ({ authorization: `Bearer ${token}` });

function requestStream(site: Site, headers: object = {}): Promise<Response> {
  const accept = "text/event-stream";
  return site.request("/sse", { headers: { ...headers, accept } });
}

/**
 * Opens a legacy SSE stream. Returns the stream and the message URL from the
 * stream's first event.
 */
async function open(site: Site, headers: object = {}) {
  const { body } = await requestStream(site, headers);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async (): Promise<string | undefined> =>
    (await reader?.read())?.value;
  // On a busy machine, the first chunk may also contain keep-alive comments.
  const [, address = ""] =
    /^event: endpoint\ndata: (\S+)\n\n/.exec((await next()) ?? "") ?? [];
  assert.match(address, /^\/messages\?sessionId=[\w-]{36}$/);
  return { address, next, cancel: () => reader?.cancel() };
}

/** Posts a message to the URL `address`. Returns the status of the response. */
async function getStatus(
  site: Site,
  address: string,
  headers: object = {},
  message: object = OPENING,
): Promise<number> {
  const { status, body } = await site.request(address, {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
  await body?.cancel();
  return status;
}

const test = onPlatforms("legacy SSE");

test("a server accepts messages only for a legacy SSE stream of the same principal", async (serve) => {
  valid = true;
  const site = await serve(LEGACY_SSE, {}, { auth });
  const { address, next } = await open(site, as("ann"));
  assert.is(await getStatus(site, "/messages", as("ann")), 400);
  assert.is(await getStatus(site, "/messages?sessionId=x", as("ann")), 404);
  assert.is(await getStatus(site, address, as("bob")), 404);
  assert.is(await getStatus(site, address, as("ann")), 202);
  assert.match((await next()) ?? "", /^event: message\ndata: \{.*\}\n\n$/);
});

test("a legacy SSE stream that ends frees its session slot", async (serve) => {
  const site = await serve(LEGACY_SSE, {}, { maxSessions: 1 });
  const first = await open(site);
  const refused = await requestStream(site);
  assert.is(refused.status, 503);
  assert.is(refused.headers.get("retry-after"), "60");
  await refused.body?.cancel();
  await first.cancel();
  await waitUntil(
    "the session is gone",
    async () => (await getStatus(site, first.address)) === 404,
  );
  const second = await open(site);
  await site.close();
  assert.is(await second.next(), undefined);
});

test("a call of a legacy SSE client is aborted when the client's stream ends", async (serve) => {
  const [started, aborted] = [gate(), gate()];
  const handler = (_params: never, { signal }: Call): Promise<never> => {
    signal.addEventListener("abort", aborted.open);
    started.open();
    return new Promise(() => {});
  };
  const site = await serve(LEGACY_SSE, { "tools/call": handler });
  const { address, next, cancel } = await open(site);
  await getStatus(site, address);
  await next();
  await getStatus(site, address, {}, CALL);
  await started.promise;
  await cancel();
  await aborted.promise;
});

test("a legacy SSE stream ends when its token becomes invalid", async (serve) => {
  valid = true;
  const site = await serve(LEGACY_SSE, {}, { auth, keepAlive: 20 });
  const { address, next } = await open(site, as("ann"));
  valid = false;
  // Timer that keeps the process alive, because a stream without a socket does
  // not.
  const alive = setInterval(() => {}, 1_000);
  assert.is(await next(), undefined);
  clearInterval(alive);
  valid = true;
  assert.is(await getStatus(site, address, as("ann")), 404);
});

test.run();
