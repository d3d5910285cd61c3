/** Generated server for tests with programs from npm. Its tool adds numbers. */
import { join } from "node:path";
import { build } from "esbuild";
import * as assert from "uvu/assert";
import { newProject } from "../harness/new/project.js";
import type { SdkClient } from "./clients.js";

/** Arguments of the tool. */
export const ARGS = { a: 1, b: 2 };

let bundled: Promise<string> | undefined;

/**
 * Creates a server project and bundles its program, which serves stdio by
 * default. Returns the path of the program. All calls return the same program.
 */
export function bundleServer(): Promise<string> {
  return (bundled ??= bundle());
}

async function bundle(): Promise<string> {
  const { folder } = await newProject("server", [
    "--transports",
    "stdio,http,sse",
  ]);
  const outfile = join(folder, "main.mjs");
  await build({
    entryPoints: [join(folder, "src/main.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
  });
  return outfile;
}

/** Lists the tools of the server and calls its tool. */
export async function listAndCall(client: SdkClient): Promise<void> {
  const { tools } = await client.listTools();
  assert.equal(
    (tools as { name: string }[]).map(({ name }) => name),
    ["add"],
  );
  assertSum(await client.callTool({ name: "add", arguments: ARGS }));
}

/** Asserts that the result of the tool is the sum of `ARGS`. */
export function assertSum(result: {
  readonly [member: string]: unknown;
}): void {
  assert.is(result["isError"] ?? false, false);
  assert.match(JSON.stringify(result["content"]), /3/);
}
