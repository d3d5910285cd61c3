/**
 * Creates, builds and starts projects of `mcp-codegen new`, and connects
 * clients to them.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client as NewClient } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as NewHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as assert from "uvu/assert";
import { outcome, runCli, type Run } from "../program/cli.js";
import { compile } from "../program/compiler.js";
import { temporaryFolder } from "../program/folders.js";
import { makeOnce as onceMade } from "../run/shared-output.js";

/**
 * Module for `node --import`. It makes the process behave as if it ran on a
 * terminal.
 */
export const TERMINAL =
  "data:text/javascript,process.stdin.isTTY = process.stderr.isTTY = true";

export const run = (...args: readonly string[]): Promise<Run> =>
  runCli(args, process.cwd());

/**
 * Runs `mcp-codegen new` with the given arguments and asserts success. Returns
 * a copy of the project, which the test may change.
 */
export async function newProject(
  kind: "server" | "client",
  args: readonly string[],
): Promise<{ readonly folder: string; readonly made: Run }> {
  const made = await createProject(kind, args);
  const run = readFileSync(join(made, "run.json"), "utf8");
  return { folder: copyProject(made), made: JSON.parse(run) as Run };
}

/**
 * Compiles a project, with the same result as `npm install` and `npm run
 * build`. Does not run npm, because npm needs a network.
 */
export async function buildProject(folder: string): Promise<void> {
  assert.is(await compile(folder), "");
}

/** Creates and builds a project. Returns a copy, which the test may change. */
export async function builtProject(
  kind: "server" | "client",
  ...args: readonly string[]
): Promise<string> {
  return copyProject(await createProject(kind, args, true));
}

/**
 * Creates a project, unless one with the same arguments exists. Returns the
 * folder that contains the project's folder `project`. All tests share the
 * folder and must not change it.
 */
export function createProject(
  kind: string,
  args: readonly string[],
  built = false,
): Promise<string> {
  const words = args.filter((word) => word !== "--yes");
  const name = createHash("sha256").update(`${words}`).digest("hex");
  return onceMade(`new-${kind}-${name}-${built}`, async (folder) => {
    const project = join(folder, "project");
    if (built) {
      cpSync(await createProject(kind, args), folder, { recursive: true });
      return buildProject(project);
    }
    const made = await run("new", kind, project, ...args);
    assert.is(made.code, 0, made.stderr);
    writeFileSync(join(folder, "run.json"), JSON.stringify(made));
  });
}

function copyProject(made: string): string {
  const folder = temporaryFolder();
  cpSync(made, folder, { recursive: true, verbatimSymlinks: true });
  return join(folder, "project");
}

/**
 * Returns the paths of files that were added, removed or changed between two
 * listings. A listing contains the text of each file by path.
 */
export function findChanges(
  before: Record<string, string>,
  after: Record<string, string>,
): string[] {
  const paths = Object.keys({ ...before, ...after });
  return paths.filter((path) => before[path] !== after[path]);
}

/**
 * Runs all tests of a built project in one process, which takes less time than
 * the processes of `npm test`. Returns the number of passed tests.
 */
export async function testProject(folder: string): Promise<number> {
  const tests = join(folder, "dist/test");
  const files = readdirSync(tests).filter((file) => file.endsWith(".test.js"));
  const code = files.map((file) => `await import("./${file}");`).join("\n");
  const args = ["--input-type=module", "--eval", code];
  const run = await runNode(args, tests);
  assert.is(run.code, 0, run.stdout + run.stderr);
  return Number(/^# pass (\d+)$/m.exec(run.stdout)?.[1]);
}

export function runNode(args: readonly string[], cwd: string): Promise<Run> {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  return outcome(spawn(process.execPath, args, { cwd, stdio: [...stdio] }));
}

/** Methods that the tests call on the clients of both SDK versions. */
export interface SdkClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  callTool(params: {
    name: string;
    arguments?: Record<string, unknown>;
  }): Promise<Record<string, unknown>>;
  readResource(params: { uri: string }): Promise<{ contents: unknown[] }>;
  close(): Promise<void>;
}

/** Callback that receives a connected client. */
type Use = (client: SdkClient) => Promise<void>;

const INFO = { name: "sdk", version: "1.0.0" };

/** Command that starts a server, in the format of a host's configuration. */
export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly cwd?: string;
}

/** Returns the command that starts the server of a built project. */
export function builtServer(
  folder: string,
  ...args: readonly string[]
): Command {
  return {
    command: process.execPath,
    args: [join(folder, "dist/src/main.js"), ...args],
  };
}

/**
 * Connects the official SDK's client to a server over stdio. If the server
 * writes anything but messages to stdout, the test fails.
 */
export function overStdio(
  server: Command,
  revision: string,
  use: Use,
): Promise<void> {
  const transport = isStateless(revision)
    ? new NewStdio(server)
    : new StdioClientTransport(server);
  return connected(transport, revision, use);
}

/** Starts an HTTP server and calls `use` with its URL. */
export async function whileServing(
  { command, args, cwd }: Command,
  use: (url: URL) => Promise<void>,
): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let stdout = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  try {
    await use(await servedUrl(child));
  } finally {
    // Send the signal to the whole process group, because the shell that npm
    // starts does not forward signals.
    if (child.pid !== undefined) process.kill(-child.pid);
    await once(child, "close");
  }
  // Ignore the script line that npm prints. A server over HTTP must print
  // nothing to stdout.
  assert.is(stdout.replace(/^(> .*)?\n/gm, ""), "");
}

/** Connects the official SDK's client to a server over HTTP. */
export function overHttp(url: URL, revision: string, use: Use): Promise<void> {
  const transport = isStateless(revision)
    ? new NewHttp(url)
    : revision === "2024-11-05"
      ? new SSEClientTransport(new URL("/sse", url))
      : new StreamableHTTPClientTransport(url);
  return connected(transport, revision, use);
}

async function servedUrl(child: ChildProcess): Promise<URL> {
  let text = "";
  for await (const chunk of child.stderr ?? []) {
    text += String(chunk);
    const [, url] = /Serving (\S+)\n/.exec(text) ?? [];
    if (url !== undefined) return new URL(url);
  }
  throw new Error(`The server exited before it printed its URL: ${text}`);
}

/**
 * Connects the SDK's client, calls `use`, and asserts that the client reports
 * no error.
 */
async function connected(
  transport: object,
  revision: string,
  use: Use,
): Promise<void> {
  const pin = revision === "draft" ? "2026-07-28" : revision;
  const client = isStateless(revision)
    ? new NewClient(INFO, { versionNegotiation: { mode: { pin } } })
    : new Client(INFO);
  const problems: string[] = [];
  client.onerror = (error) => problems.push(error.message);
  await client.connect(transport as never);
  try {
    await use(client as unknown as SdkClient);
  } finally {
    await client.close();
  }
  assert.equal(problems, []);
}

export function isStateless(revision: string): boolean {
  return revision === "draft" || revision >= "2026";
}
