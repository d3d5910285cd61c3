/**
 * Tests of HTTP handlers that an application mounts at a path. In some tests,
 * the application is behind a proxy or runs on a web platform.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fetchHandler, nodeHandler } from "../../../harness/http/serving.js";
import { forwardedFor } from "../../../../runtime/http/security/forwarded.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import { closing } from "../../../harness/run/closing.js";
import { serve } from "../../../harness/peers/servers.js";
import {
  HEADERS,
  LEGACY_SSE,
  OPENING,
  SINGLE,
  single,
} from "../../../harness/http/site.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import type { HttpOptions } from "../../../../runtime/http/server/options.js";
import type { HttpHead } from "../../../../runtime/transport/transport.js";

const { default: express } = await import("express");

const INFO = { name: "s", version: "1" };
const KNOWN = "/.well-known/oauth-protected-resource";

const test = suite("http handlers in applications");
const atEnd = closing(test);

/**
 * Starts an Express application that mounts a handler at the given paths.
 * Returns a function that sends requests.
 */
async function application(
  places: readonly string[],
  options: HttpOptions = {},
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const handler = nodeHandler(
    new ServerCore(LEGACY_SSE, INFO, {}, {}),
    options,
  );
  const app = express();
  app.use(express.json());
  for (const place of places) app.use(place, handler);
  const { url, close } = await serve(app);
  atEnd(close);
  atEnd(() => handler.close());
  return (path, init) => fetch(`${url}${path}`, init);
}

const BODY = JSON.stringify({ jsonrpc: "2.0", ...OPENING });
const POST = { method: "POST", headers: HEADERS, body: BODY };

/** Returns the message URL from the first event of a legacy SSE stream. */
async function readMessagesUrl(
  response: Response,
): Promise<string | undefined> {
  assert.is(response.status, 200);
  const { value } = (await response.body?.getReader().read()) ?? {};
  return /^data: (.*)$/m.exec(new TextDecoder().decode(value))?.[1];
}

const CUSTOM = { ssePath: "/old/events", messagesPath: "/old/in" };

for (const [place, options, endpoint, sse, messages] of [
  ["/", {}, "/mcp", "/sse", "/messages"],
  ["/mcp", {}, "/mcp", "/mcp/sse", "/mcp/messages"],
  ["/mcp", {}, "/mcp?a=b", "/mcp/sse?a=b", "/mcp/messages"],
  ["/mcp", { path: "/" }, "/mcp", "/mcp/sse", "/mcp/messages"],
  ["/api", {}, "/api/mcp", "/api/sse", "/api/messages"],
  ["/api", { path: "/api/mcp" }, "/api/mcp", "/api/sse", "/api/messages"],
  ["/old", CUSTOM, "/old/mcp", "/old/events", "/old/in"],
  ["/api", CUSTOM, "/api/mcp", "/api/old/events", "/api/old/in"],
] as const)
  test(`a handler at ${place} with the options ${JSON.stringify(options)} serves ${endpoint}, ${sse} and ${messages}`, async () => {
    const ask = await application([place], options);
    const answer = await ask(endpoint, POST);
    assert.is(answer.status, 200);
    assert.match(await answer.text(), "serverInfo");
    const told = (await readMessagesUrl(await ask(sse))) ?? "";
    assert.is(told.split("?")[0], messages);
    assert.is((await ask(told, POST)).status, 202);
    assert.is((await ask(`${endpoint.split("?")[0]}/x`, POST)).status, 404);
  });

for (const [place, resource, named] of [
  ["/mcp", "/mcp", `${KNOWN}/mcp`],
  ["/api", "/api/mcp", `/api${KNOWN}/mcp`],
] as const)
  test(`a handler at ${place} serves the protected resource metadata of ${resource} at ${named}`, async () => {
    const metadata = {
      resource: `https://mcp.example${resource}`,
      authorization_servers: ["https://auth.example"],
    };
    const auth = { verify: () => undefined, metadata };
    const ask = await application([place, KNOWN], { auth });
    const refused = await ask(resource, POST);
    assert.is(refused.status, 401);
    const header = refused.headers.get("www-authenticate");
    assert.match(header ?? "", `"https://mcp.example${named}"`);
    for (const path of [named, `${KNOWN}${resource}`])
      assert.equal(await (await ask(path)).json(), metadata, path);
  });

test("`fetchHandler` serves the legacy SSE transport at the configured paths", async () => {
  const core = new ServerCore(LEGACY_SSE, INFO, {}, {});
  const handler = fetchHandler(core, CUSTOM);
  atEnd(() => handler.close());
  const ask = (path: string, init: RequestInit = {}) =>
    handler(new Request(`http://127.0.0.1${path}`, init));
  const told = (await readMessagesUrl(await ask("/old/events"))) ?? "";
  assert.match(told, /^\/old\/in\?sessionId=/);
  assert.is((await ask(told, POST)).status, 202);
  assert.is((await ask("/sse")).status, 404);
  assert.is((await ask("/messages", POST)).status, 404);
});

test("`fetchHandler` refuses a request whose body was already read", async () => {
  const handler = fetchHandler(new ServerCore(LEGACY_SSE, INFO, {}, {}));
  atEnd(() => handler.close());
  const request = new Request("http://127.0.0.1/mcp", POST);
  const text = await request.text();
  const refused = await handler(request);
  assert.is(refused.status, 400);
  assert.match(await refused.text(), "or a new Request");
  const unread = new Request(request, { method: "POST", body: text });
  assert.is((await handler(unread)).status, 200);
});

test("`fetchHandler` passes its platform argument to tool handlers", async () => {
  const seen: unknown[] = [];
  const call = (_params: unknown, { http }: Call) => {
    seen.push(http?.platform);
    return {};
  };
  const core = new ServerCore(SINGLE, INFO, { "tools/call": call }, {});
  const address = ({ platform }: HttpHead) => void seen.push(platform);
  const handler = fetchHandler(core, { address });
  atEnd(() => handler.close());
  const [message, headers] = single("tools/call", { name: "x" });
  const init = {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  };
  const env = { env: 1 };
  for (const platform of [env, undefined]) {
    const request = new Request("http://127.0.0.1/mcp", init);
    assert.is((await handler(request, platform)).status, 200);
  }
  assert.equal(seen, [env, env, undefined, undefined]);
  assert.is(seen[1], env);
});

for (const [count, forwarded, expected] of [
  [1, "1.1.1.1", "1.1.1.1"],
  [1, "9.9.9.9, 1.1.1.1", "1.1.1.1"],
  [2, "9.9.9.9, 1.1.1.1, 2.2.2.2", "1.1.1.1"],
  [2, "1.1.1.1,2.2.2.2", "1.1.1.1"],
  [2, "9.9.9.9", "127.0.0.1"],
  [1, undefined, "127.0.0.1"],
  [1, "", "127.0.0.1"],
  [1, "9.9.9.9, ", "127.0.0.1"],
  [1, "1.1.1.1:8080", "1.1.1.1"],
  [1, "2001:db8::1", "2001:db8::1"],
  [1, "[2001:db8::1]", "2001:db8::1"],
  [1, "[2001:db8::1]:8080", "2001:db8::1"],
] as const)
  test(`\`forwardedFor(${count})\` reads the client address ${expected} from the header "${forwarded}"`, () => {
    const address = forwardedFor(count)({
      method: "POST",
      target: "/mcp",
      address: "127.0.0.1",
      header: (name) => (name === "x-forwarded-for" ? forwarded : undefined),
    });
    assert.is(address, expected);
  });

for (const wrong of [0, -1, 1.5, NaN, "1"])
  test(`\`forwardedFor\` throws if the number of proxies is ${wrong}`, () =>
    assert.throws(() => forwardedFor(wrong as number), /number of proxies/));

test("the rate limit applies to each client address that `forwardedFor` returns", async () => {
  const options = {
    address: forwardedFor(1),
    rate: { burst: 1, perSecond: 0.001 },
  };
  const web = fetchHandler(new ServerCore(LEGACY_SSE, INFO, {}, {}), options);
  const handler = nodeHandler(
    new ServerCore(LEGACY_SSE, INFO, {}, {}),
    options,
  );
  const { url, close } = await serve(handler);
  atEnd(close);
  atEnd(() => Promise.all([web.close(), handler.close()]));
  for (const ask of [
    (init: RequestInit) => fetch(`${url}/mcp`, init),
    (init: RequestInit) => web(new Request("http://127.0.0.1/mcp", init)),
  ]) {
    const getStatus = async (forwarded: string): Promise<number> => {
      const headers = { ...HEADERS, "x-forwarded-for": forwarded };
      const { status, body } = await ask({ ...POST, headers });
      await body?.cancel();
      return status;
    };
    assert.is(await getStatus("1.1.1.1"), 200);
    assert.is(await getStatus("8.8.8.8, 1.1.1.1"), 429); // The client forges another address in front of its own address.
    assert.is(await getStatus("2.2.2.2"), 200);
  }
});

test.run();
