import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  CALL,
  HEADERS,
  listenTo,
  openSession,
  OPENING,
  onPlatforms,
  post,
  SESSIONS,
} from "../../../harness/http/site.js";
import { BATCH_SERVER } from "../../../harness/wire/wire.js";
import { fetchHandler } from "../../../harness/http/serving.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import type { HttpAuth } from "../../../../runtime/http/security/auth.js";
import { requirement } from "../../../harness/run/requirement.js";

const METADATA = {
  resource: "https://mcp.example/mcp",
  authorization_servers: ["https://auth.example"],
  scopes_supported: ["read", "write"],
};

const auth: HttpAuth = {
  verify: (token) => {
    if (token === "broken") throw new Error("no connection");
    if (token === "null") return null as never;
    if (token === "ann") return { subject: "ann", scopes: ["read"] };
    return token === "bob"
      ? Promise.resolve({ subject: "bob", scopes: ["read", "write"] })
      : undefined;
  },
  scopes: (message) =>
    (message as { method?: string }).method === "tools/call" ? ["write"] : [],
  metadata: METADATA,
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const handlers = {
  "tools/call": (_params: never, ctx: Call) => ({ who: ctx.auth }),
};

const getChallenge = ({ headers }: Response): string =>
  headers.get("www-authenticate") ?? "";

const METADATA_URL =
  'resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"';

const test = onPlatforms("http auth");

requirement(`
  9e1cb3a53293 4f0b20232a86 a31ac4a0d719 23727aec0f8d cc4186e656a2
  082bd8c72229 fa0301b570e6 fa9454f0c5ca 227adb7ce1af 307302c876e9
  47a06d2ea920 3dc93e2e9900 258a748b4dbc 7838594a25cb 0b48aa45d2cc
`);
test("a request without a valid token gets 401 with the URL of the protected resource metadata", async (serve) => {
  const site = await serve(SESSIONS, handlers, { auth });
  const missing = await post(site, OPENING);
  assert.is(missing.status, 401);
  assert.is(
    getChallenge(missing),
    `Bearer scope="read write", ${METADATA_URL}`,
  );
  for (const token of ["eve", "broken", "null"]) {
    const wrong = await post(site, OPENING, bearer(token));
    assert.is(wrong.status, 401);
    assert.match(getChallenge(wrong), 'Bearer error="invalid_token"');
  }
  assert.equal(site.errors, ["no connection"]);
  for (const authorization of ["bearer ann", "BEARER ann"])
    assert.is((await post(site, OPENING, { authorization })).status, 200);
  for (const authorization of ["Basic YTpi", "Bearer", "ann"]) {
    const odd = await post(site, OPENING, { authorization });
    assert.is(odd.status, 401, authorization);
  }
  assert.is((await listenTo(site, {})).status, 401);
});

requirement(`
  1b1ba903c648 21cba2bf30ab fb9048a3d598 c3b8943f5f46 089dcebd00c1
  9b76eaed7527 1f2c59a2bd84 c2effdf98367
`);
test("the protected resource metadata is served without a token", async (serve) => {
  const site = await serve(SESSIONS, handlers, { auth });
  const known = "/.well-known/oauth-protected-resource";
  for (const path of [known, `${known}/mcp`]) {
    const response = await site.request(path, {});
    assert.equal(await response.json(), METADATA);
  }
  assert.is((await site.request(`${known}/other`, {})).status, 404);
});

requirement(`
  7fb73d1b54ae c30b9db4f6fe 42c736aaa3ba 8b6e09f16bf6 8c0059a19461
  6320ac95f02c 0c331eb8fd26
`);
test("a token without a required scope gets 403 and a challenge with the missing scope", async (serve) => {
  const site = await serve(SESSIONS, handlers, { auth });
  const session = await openSession(site, bearer("ann"));
  const refused = await post(site, CALL, session);
  assert.is(refused.status, 403);
  // The challenge names the missing scope and the scope that the token already
  // has. A client that requests exactly these scopes keeps the old scope.
  const scope = 'scope="read write"';
  const want = `Bearer error="insufficient_scope", ${scope}, ${METADATA_URL}`;
  assert.is(getChallenge(refused), want);
  assert.match(await refused.text(), "The request requires the scope write");
});

test("a batch requires the scopes of all of its messages", async (serve) => {
  const site = await serve(BATCH_SERVER, handlers, { auth });
  const batch = [{ id: 2, method: "ping" }, CALL];
  const ann = await openSession(site, bearer("ann"));
  const refused = await post(site, batch, ann);
  assert.is(refused.status, 403);
  assert.match(getChallenge(refused), 'scope="read write"');
  const bob = await openSession(site, bearer("bob"));
  const answer = await post(site, batch, bob);
  assert.match(await answer.text(), '"subject":"bob"');
});

test("the rate limit applies to each principal separately", async (serve, platform) => {
  const rate = { burst: 2, perSecond: 0.001 };
  const site = await serve(SESSIONS, handlers, { auth, rate });
  const statuses = async (token: string): Promise<number[]> => {
    const all: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { status, headers } = await post(site, OPENING, bearer(token));
      all.push(status);
      assert.is(headers.get("retry-after"), status === 429 ? "1" : null);
    }
    return all;
  };
  assert.equal(await statuses("ann"), [200, 200, 429]);
  assert.equal(await statuses("bob"), [200, 200, 429]);
  // On web platforms, a Request has no client address, so the server cannot
  // count invalid tokens by address.
  const third = platform === "node" ? 429 : 401;
  assert.equal(await statuses("eve"), [401, 401, third]);
});

test("a message is refused if the callback `scopes` throws for this message", async (serve) => {
  const scopes = (message: unknown): readonly string[] => {
    const { method } = message as { method?: string };
    if (method === "tools/call") throw new Error("no such tool");
    return [];
  };
  const site = await serve(SESSIONS, handlers, { auth: { ...auth, scopes } });
  const session = await openSession(site, bearer("ann"));
  assert.is((await post(site, CALL, session)).status, 500);
  assert.equal(site.errors, ["no such tool"]);
  const ping = { id: 2, method: "ping" };
  assert.is((await post(site, ping, session)).status, 200);
});

test("a request for the session of another principal gets 404", async (serve) => {
  const site = await serve(SESSIONS, handlers, { auth });
  const session = await openSession(site, bearer("ann"));
  const stolen = { ...session, ...bearer("bob") };
  const version = { "mcp-protocol-version": "1999-01-01" };
  for (const more of [{}, version])
    assert.is((await post(site, CALL, { ...stolen, ...more })).status, 404);
  assert.is((await listenTo(site, stolen)).status, 404);
  const end = { method: "DELETE", headers: stolen };
  assert.is((await site.request("/mcp", end)).status, 404);
  const ping = { id: 2, method: "ping" };
  assert.is((await post(site, ping, session)).status, 200);
});

test.run();

/**
 * Tests of the metadata URL in a 401 response. In some of them, a proxy removes
 * a prefix of the path.
 */
const address = suite("http auth: metadata URL");

const ORIGIN = "https://mcp.example";

/**
 * Returns a fetch function that simulates a proxy. The proxy removes `mount`
 * from the start of the path.
 */
const behind =
  (mount: string, handler: (request: Request) => Promise<Response>) =>
  (url: string, init?: RequestInit): Promise<Response> | undefined => {
    const { pathname } = new URL(url);
    if (!pathname.startsWith(mount)) return undefined;
    const inner = pathname.slice(mount.length) || "/";
    return handler(new Request(`${ORIGIN}${inner}`, init));
  };

for (const [mount, path, resource, named] of [
  ["", "/mcp", "/mcp", "/.well-known/oauth-protected-resource/mcp"],
  ["", "/mcp", "/mcp/", "/.well-known/oauth-protected-resource/mcp"],
  ["", "/mcp/", "/mcp", "/.well-known/oauth-protected-resource/mcp"],
  ["", "/mcp", "/", "/.well-known/oauth-protected-resource"],
  ["", "/mcp", "", "/.well-known/oauth-protected-resource"],
  ["", "/", "", "/.well-known/oauth-protected-resource"],
  ["", "/", "/mcp", "/mcp/.well-known/oauth-protected-resource"],
  ["", "/mcp", "/other", "/.well-known/oauth-protected-resource/other"],
  ["", "/a/mcp", "/a/mcp", "/.well-known/oauth-protected-resource/a/mcp"],
  ["", "/mcp", "/api/mcp", "/api/.well-known/oauth-protected-resource/mcp"],
  ["/api", "/mcp", "/api/mcp", "/api/.well-known/oauth-protected-resource/mcp"],
  [
    "/api",
    "/mcp",
    "/api/mcp/",
    "/api/.well-known/oauth-protected-resource/mcp",
  ],
  [
    "/api/mcp",
    "/",
    "/api/mcp",
    "/api/mcp/.well-known/oauth-protected-resource",
  ],
] as const)
  address(
    `a server at ${path} behind the proxy path "${mount}" serves the metadata of ${resource || "the origin"} at ${named}`,
    async () => {
      const core = new ServerCore(
        SESSIONS,
        { name: "s", version: "1" },
        {},
        {},
      );
      const metadata = {
        resource: `${ORIGIN}${resource}`,
        authorization_servers: ["https://auth.example"],
      };
      const handler = fetchHandler(core, {
        path,
        auth: { verify: () => undefined, metadata },
      });
      const ask = behind(mount, handler);
      const body = JSON.stringify({ jsonrpc: "2.0", ...OPENING });
      const init = { method: "POST", headers: HEADERS, body };
      const refused = await ask(`${ORIGIN}${mount}${path}`, init);
      assert.is(refused?.status, 401);
      const header = refused?.headers.get("www-authenticate") ?? "";
      const at = /resource_metadata="([^"]*)"/.exec(header)?.[1] ?? "";
      assert.is(at, `${ORIGIN}${named}`);
      const found = await ask(at);
      assert.equal(await found?.json(), metadata);
      // Some proxies forward the well-known path of RFC 9728 unchanged.
      // Therefore, the handler also serves the metadata at this path.
      const known = "/.well-known/oauth-protected-resource";
      const standard = await handler(
        new Request(`${ORIGIN}${known}${resource}`),
      );
      assert.is(standard.status, 200);
      await handler.close();
    },
  );

address.run();
