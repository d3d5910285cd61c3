/**
 * Tests that a generated server works with clients of old and new SDKs, and
 * with other client programs.
 */
import { suite } from "uvu";
import { inspect } from "../harness/new/inspector.js";
import { whileServing } from "../harness/new/project.js";
import {
  ARGS,
  assertSum,
  bundleServer,
  listAndCall,
} from "./generated-server.js";
import { withClient, NEWEST, SDKS } from "./clients.js";
import { resolveInstalled, selectForRun } from "./programs.js";
import { HOME, type Command } from "./servers.js";

const test = suite("generated server and npm clients");
let server: Command;

test.before(async () => {
  server = { command: process.execPath, args: [await bundleServer()], env: {} };
});

/**
 * Starts a generated server over HTTP and calls `use` with the server's URL.
 */
const served = (use: (url: URL) => Promise<void>): Promise<void> =>
  whileServing({ ...server, args: [...server.args, "--http"] }, use);

for (const [title, sdk] of selectForRun(SDKS, 2)) {
  test(`a generated server answers the client of ${title} over stdio`, () =>
    withClient(sdk, server, listAndCall));

  test(`a generated server answers the client of ${title} over HTTP`, () =>
    served(async (url) => {
      const at = sdk.http === "sse" ? new URL("/sse", url) : url;
      await withClient(sdk, at, listAndCall);
    }));
}

const INSPECTED = ["2025-11-25", "2026-07-28"].map((name) => ({ name }));

for (const [title, { name: revision }] of selectForRun(INSPECTED, 1))
  test(`a generated server for ${title} answers the MCP Inspector over stdio and HTTP`, async () => {
    const call = ["tools/call", "--tool-name", "add"];
    call.push("--tool-args-json", JSON.stringify(ARGS));
    assertSum(await inspect(server, revision, ...call));
    await served(async (url) =>
      assertSum(await inspect(url, revision, ...call)),
    );
  });

/**
 * Clients that connect through mcp-remote, which bridges stdio to HTTP for
 * hosts that support only stdio.
 */
const BRIDGED = [SDKS[0], NEWEST].flatMap((sdk = NEWEST) =>
  ["http-only", "sse-only"].map((how) => ({
    name: `${sdk.name} through mcp-remote with ${how}`,
    sdk,
    how,
  })),
);

for (const [title, { sdk, how }] of selectForRun(BRIDGED, 1))
  test(`a generated server answers the client of ${title}`, () =>
    served(async (url) => {
      const at = how === "sse-only" ? new URL("/sse", url) : url;
      const bridge = resolveInstalled("mcp-remote/dist/proxy.js");
      const args = [bridge, at.href, "--allow-http", "--transport", how];
      const env = { HOME, MCP_REMOTE_CONFIG_DIR: HOME };
      const command = { command: process.execPath, args, env };
      await withClient(sdk, command, listAndCall);
    }));

test.run();
