/**
 * Clients to measure, and the baseline servers that answer their calls. Each
 * program is bundled into one file.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generate } from "../../generator/pipeline/generate.js";
import { PACKAGE_ROOT } from "../../generator/support/package.js";
import {
  BARE,
  BARE_REPEATED,
  bareServer,
  bundleProgramText,
  GENERATED,
  OURS,
} from "../server/programs.js";

export type Kind = "stdio" | "http";
const KINDS: readonly Kind[] = ["stdio", "http"];

export interface Program {
  readonly name: string;
  /** Path of a bundle that Node.js runs. */
  readonly file: string;
}

/** Baseline server of one transport, and the clients to measure with it. */
export interface Group {
  readonly kind: Kind;
  readonly server: Program;
  readonly clients: readonly Program[];
}

/**
 * Last part of the source code of every client. This code handles messages from
 * the benchmark. It uses two functions of the client: `open` connects to a
 * server, and `call` calls a tool.
 */
const RUN = `
// Ignore the warning about many listeners: for each call, the SDKs add a
// listener to the same signal.
process.removeAllListeners("warning");
let next = 0;
const work = async (count, inFlight) => {
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const a = ++next;
      const { content } = await call({ name: "add", arguments: { a, b: a } });
      if (content[0].text !== String(2 * a))
        throw new Error("The result of a call is wrong.");
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
};
process.channel.ref();
process.on("message", async ({ target, count, inFlight }) => {
  if (target !== undefined) await open(target);
  else if (count !== undefined) await work(count, inFlight);
  else return;
  process.send({ done: true });
});
process.send({ ready: true });`;

/**
 * Source code with which the baseline client sends requests and receives
 * responses. The baseline client does not validate responses.
 */
const BARE_MESSAGES = `
let id = 0;
const waiting = new Map();
const ask = (method, params) => new Promise((resolve) => {
  waiting.set(++id, resolve);
  send({ jsonrpc: "2.0", id, method, params });
});
const take = (text) => {
  const { id, result } = JSON.parse(text);
  const resolve = waiting.get(id);
  waiting.delete(id);
  resolve?.(result);
};
const call = (params) => ask("tools/call", params);
const handshake = async () => {
  await ask("initialize", {
    protocolVersion: "${GENERATED.initialize}",
    capabilities: {},
    clientInfo: { name: "bare", version: "1" },
  });
  send({ jsonrpc: "2.0", method: "notifications/initialized" });
};`;

const bare: Readonly<Record<Kind, string>> = {
  stdio: `
import { spawn } from "node:child_process";
${BARE_MESSAGES}
let send;
const open = async (file) => {
  const { stdin, stdout } = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
  send = (message) => stdin.write(JSON.stringify(message) + "\\n");
  let rest = "";
  stdout.setEncoding("utf8");
  stdout.on("data", (chunk) => {
    const lines = (rest + chunk).split("\\n");
    rest = lines.pop();
    for (const line of lines) take(line);
  });
  await handshake();
};`,
  http: `
import { Agent, request } from "node:http";
${BARE_MESSAGES}
const agent = new Agent({ keepAlive: true });
let send;
const open = async (url) => {
  const { hostname, port, pathname: path } = new URL(url);
  send = (message) => {
    const body = JSON.stringify(message);
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "${GENERATED.initialize}",
      "content-length": Buffer.byteLength(body),
    };
    request({ hostname, port, path, method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => text && take(text));
    }).end(body);
  };
  await handshake();
};`,
};

const OURS_TEXT = `
import { createClient, http, spawn } from "./client.js";
const client = createClient({ name: "ours", version: "1" });
const call = (params) => client.request("tools/call", params);
const open = (target) => client.connect(connection(target));`;

const SDK_TEXT = `
const client = new Client({ name: "sdk", version: "1" });
const call = (params) => client.callTool(params);
const open = (target) => client.connect(connection(target));`;

const OURS_CONNECTION: Readonly<Record<Kind, string>> = {
  stdio: "const connection = (file) => spawn(process.execPath, [file]);",
  http: "const connection = (url) => http(url);",
};

const SDK_CONNECTION: Readonly<Record<Kind, string>> = {
  stdio:
    "const connection = (file) => new StdioClientTransport({ command: process.execPath, args: [file] });",
  http: "const connection = (url) => new StreamableHTTPClientTransport(new URL(url));",
};

const SDK1_IMPORTS = `
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";`;

const SDK2_IMPORTS = `
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";`;

const sourcesOf = (kind: Kind): Readonly<Record<string, string>> => ({
  [BARE]: bare[kind],
  [BARE_REPEATED]: bare[kind],
  [OURS]: OURS_TEXT + OURS_CONNECTION[kind],
  "SDK v1": SDK1_IMPORTS + SDK_TEXT + SDK_CONNECTION[kind],
  "SDK v2": SDK2_IMPORTS + SDK_TEXT + SDK_CONNECTION[kind],
});

/**
 * Writes all programs to a temporary folder and bundles each of them. The
 * returned function `remove` deletes the folder.
 */
export async function makeGroups(): Promise<{
  readonly groups: readonly Group[];
  readonly remove: () => void;
}> {
  const folder = mkdtempSync(join(PACKAGE_ROOT, "bench/node_modules/.client-"));
  await generate({ revisions: [GENERATED.initialize], out: folder });
  let count = 0;
  const bundle = async (name: string, text: string): Promise<Program> => ({
    name,
    file: await bundleProgramText(folder, String(++count), text),
  });
  const groups: Group[] = [];
  for (const kind of KINDS) {
    const server = await bundle(BARE, bareServer[kind]("initialize"));
    const clients: Program[] = [];
    for (const [name, text] of Object.entries(sourcesOf(kind)))
      clients.push(await bundle(name, text + RUN));
    groups.push({ kind, server, clients });
  }
  return {
    groups,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
