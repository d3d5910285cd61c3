/**
 * Folder for tests of the commands `types` and `check`: a server, and the file
 * that `types` wrote for the server.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { runCli } from "../program/cli.js";
import { folderWith, readTree } from "../program/folders.js";

/** Server that reads its tools from a file, so that a test can change them. */
export const SERVER = `
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const results = {
  initialize: (params) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "weather", version: "1" },
  }),
  "tools/list": () => ({ tools: JSON.parse(readFileSync("tools.json", "utf8")) }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const answer = results[method]
    ? { result: results[method](params) }
    : { error: { code: -32601, message: "Method not found" } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}
`;

export const TOOL = { name: "get", inputSchema: { type: "object" } };

/** Command of the server, for `--from`. */
export const SOURCE = `"${process.execPath}" server.mjs`;

/**
 * Command of the server without quotes. A snapshot contains it in this form if
 * another word of the command was replaced by a variable.
 */
export const PLAIN = `${process.execPath} server.mjs`;

/** Command line that writes the types of the server to the file `w.ts`. */
export const TYPES = ["types", "--from", SOURCE, "--out", "w.ts"];

let original: Promise<string> | undefined;

async function createOriginal(): Promise<string> {
  const tools = JSON.stringify([TOOL]);
  const folder = folderWith({ "server.mjs": SERVER, "tools.json": tools });
  const run = await runCli(TYPES, folder);
  assert.is(run.code, 0, run.stderr);
  return folder;
}

/**
 * Returns a folder that contains the server and `w.ts`, the file that `types`
 * wrote. Each call returns a new folder.
 */
export async function typedFolder(): Promise<string> {
  original ??= createOriginal();
  return folderWith(readTree(await original));
}

/** Replaces the tools of the server. */
export function setTools(folder: string, ...tools: object[]): void {
  writeFileSync(join(folder, "tools.json"), JSON.stringify(tools));
}

/** Returns the text of the file that `types` wrote. */
export function readTyped(folder: string): string {
  return readFileSync(join(folder, "w.ts"), "utf8");
}
