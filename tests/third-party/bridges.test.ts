/**
 * Tests of generated servers and hosts with bridges from npm, which connect
 * stdio to HTTP, and with npm servers that start slowly.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closedPort } from "../harness/peers/servers.js";
import { folderWith } from "../harness/program/folders.js";
import { listWithSdk, NEWEST, withClient } from "./clients.js";
import { bundleServer, listAndCall } from "./generated-server.js";
import { listWithHost } from "./host.js";
import { resolveInstalled, selectForRun, whileListening } from "./programs.js";
import {
  getCommand,
  HOME,
  HTTP_SERVERS,
  SERVERS,
  withHttpServer,
  type Command,
} from "./servers.js";

const test = suite("bridges and slow servers from npm");

const SUPERGATEWAY = "supergateway/dist/index.js";
const EVERYTHING = HTTP_SERVERS.filter(({ name }) =>
  name.startsWith("everything over"),
);

/**
 * Programs that connect a client over stdio to a server over HTTP: name, file,
 * and arguments before and after the URL of the server. supergateway over SSE
 * is left out, because it forwards no capabilities after `server/discover`.
 */
const TO_HTTP = EVERYTHING.flatMap((server) =>
  [
    {
      name: `${server.name} through supergateway`,
      file: SUPERGATEWAY,
      before: ["--streamableHttp"],
      after: ["--logLevel", "none"],
      server,
    },
    {
      name: `${server.name} through mcp-remote`,
      file: "mcp-remote/dist/proxy.js",
      before: [],
      after: ["--allow-http"],
      server,
    },
  ].filter(({ file }) => file !== SUPERGATEWAY || server.path !== "/sse"),
);

for (const [title, { file, before, after, server }] of selectForRun(TO_HTTP, 2))
  test(`the generated host lists the same entries of ${title} as the official client`, () =>
    withHttpServer(server, async (url) => {
      const bridge: Command = {
        command: process.execPath,
        args: [resolveInstalled(file), ...before, url, ...after],
        env: { HOME, MCP_REMOTE_CONFIG_DIR: HOME },
      };
      const ours = await listWithHost({ it: bridge });
      assert.equal(ours, await listWithSdk(bridge));
      assert.ok(ours.tools.length > 0);
    }));

/** Programs that serve one process of a stdio server over HTTP. */
const FROM_STDIO = [
  {
    name: "supergateway",
    file: SUPERGATEWAY,
    args: (port: number, server: string) => [
      "--stdio",
      `"${process.execPath}" "${server}"`,
      "--port",
      `${port}`,
      "--logLevel",
      "none",
    ],
  },
  {
    name: "mcp-proxy",
    file: "mcp-proxy/dist/bin/mcp-proxy.mjs",
    args: (port: number, server: string) => [
      "--port",
      `${port}`,
      process.execPath,
      server,
    ],
  },
];

for (const { name, file, args } of FROM_STDIO)
  test(`a generated stdio server behind ${name} answers several clients in turn`, async () => {
    const server = await bundleServer();
    const port = await closedPort();
    const command = [resolveInstalled(file), ...args(port, server)];
    await whileListening(command, process.env, port, async () => {
      const url = new URL(`http://localhost:${port}/sse`);
      for (let client = 0; client < 3; client += 1)
        await withClient({ ...NEWEST, http: "sse" }, url, listAndCall);
    });
  });

/**
 * Time in milliseconds after which the slow servers start. It is longer than
 * the 2 seconds that a multi-version client waits for the answer to its first
 * request.
 */
const SLOW = 10_000;

for (const [title, server] of selectForRun(SERVERS, 1))
  test(`the generated host does not restart the slowly starting server ${title}`, async () => {
    const { args, ...command } = getCommand(server);
    const [file = "", ...rest] = args;
    const folder = folderWith({
      starts: "",
      "slow.cjs": `
const { appendFileSync } = require("node:fs");
appendFileSync(__dirname + "/starts", ".");
process.argv[1] = ${JSON.stringify(file)};
setTimeout(() => import(${JSON.stringify(pathToFileURL(file).href)}), ${SLOW});`,
    });
    const slow = { ...command, args: [join(folder, "slow.cjs"), ...rest] };
    const ours = await listWithHost({ it: slow });
    assert.is(readFileSync(join(folder, "starts"), "utf8"), ".");
    assert.equal(ours, await listWithSdk(getCommand(server)));
  });

test.run();
