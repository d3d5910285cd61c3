/** Starters of the packed program, as a stranger makes and uses them. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as assert from "uvu/assert";
import { inspect } from "./inspector.js";
import {
  overHttp,
  overStdio,
  sseAddress,
  whileServing,
  type Command,
  type SdkClient,
} from "./support.js";

/** The tool that a starter has; it can be called with these arguments. */
export interface Sample {
  readonly tool: string;
  readonly args: { readonly [name: string]: number };
}

/** What `new` of the program that is installed in `home` prints. */
export async function makeStarter(
  home: string,
  ...args: readonly string[]
): Promise<string> {
  const words = ["mcp-codegen", "new", ...args, "--yes"];
  return (await promisify(execFile)("npx", words, { cwd: home })).stdout;
}

/** A server over HTTP by what its README says: `npm start`, in its folder. */
export function started(folder: string, ...args: readonly string[]): Command {
  const more = args.length > 0 ? ["--", ...args] : [];
  return { command: "npm", args: ["start", ...more], cwd: folder };
}

/** Starts a server over stdio, and calls its tool once. */
export async function callOnce(
  server: Command,
  revision: string,
  { tool, args }: Sample,
): Promise<void> {
  await overStdio(server, revision, async (client) => {
    const result = await client.callTool({ name: tool, arguments: args });
    assert.is(result["isError"] ?? false, false);
  });
}

/** The official SDK lists and calls over stdio, and so does the Inspector. */
export async function useOverStdio(
  server: Command,
  revision: string,
  sample: Sample,
): Promise<void> {
  await overStdio(server, revision, (client) => callBySdk(client, sample));
  await callByInspector(server, revision, sample);
}

/** The same over HTTP. */
export async function useOverHttp(
  server: Command,
  revision: string,
  sample: Sample,
): Promise<void> {
  await whileServing(server, async (url) => {
    await overHttp(url, revision, (client) => callBySdk(client, sample));
    const target = revision === "2024-11-05" ? sseAddress(url) : url;
    await callByInspector(target, revision, sample);
  });
}

async function callBySdk(
  client: SdkClient,
  { tool, args }: Sample,
): Promise<void> {
  const { tools } = await client.listTools();
  assert.equal(
    tools.map(({ name }) => name),
    [tool],
  );
  const result = await client.callTool({ name: tool, arguments: args });
  assert.is(result["isError"] ?? false, false);
}

async function callByInspector(
  server: Command | URL,
  revision: string,
  { tool, args }: Sample,
): Promise<void> {
  const listed = await inspect(server, revision, "tools/list");
  const tools = listed["tools"] as readonly { readonly name: string }[];
  assert.equal(
    tools.map(({ name }) => name),
    [tool],
  );
  const given = ["--tool-args-json", JSON.stringify(args)];
  const call = ["tools/call", "--tool-name", tool, ...given];
  const result = await inspect(server, revision, ...call);
  assert.is(result["isError"] ?? false, false);
  assert.ok(Array.isArray(result["content"]));
}
