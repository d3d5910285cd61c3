/** The address that a 401 names: what is asked for there is there. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fetchHandler } from "../../templates/runtime/http/platform/fetch.js";
import { ServerCore } from "../../templates/runtime/endpoint/server.js";
import { HEADERS, OPENING, SESSIONS } from "./support.js";

const test = suite("the address of the metadata");

const ORIGIN = "https://mcp.example";

/** What takes `mount` off a path before the server sees it. */
const behind =
  (mount: string, handler: (request: Request) => Promise<Response>) =>
  (address: string, init?: RequestInit): Promise<Response> | undefined => {
    const { pathname } = new URL(address);
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
  test(`${ORIGIN}${resource} of ${path} behind "${mount}"`, async () => {
    const core = new ServerCore(SESSIONS, { name: "s", version: "1" }, {}, {});
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
    const address = /resource_metadata="([^"]*)"/.exec(header)?.[1] ?? "";
    assert.is(address, `${ORIGIN}${named}`);
    const found = await ask(address);
    assert.equal(await found?.json(), metadata);
    // Where RFC 9728 has it, should that reach the server.
    const known = "/.well-known/oauth-protected-resource";
    const standard = await handler(new Request(`${ORIGIN}${known}${resource}`));
    assert.is(standard.status, 200);
    await handler.close();
  });

test.run();
