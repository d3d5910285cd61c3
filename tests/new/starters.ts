/** A starter of the packed program, as a stranger makes and uses it. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as assert from "uvu/assert";
import { MODULES } from "../support/cli.js";
import { isStateless, overStdio, type Command } from "./support.js";

const run = promisify(execFile);
const INSPECTOR = join(
  MODULES,
  "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

/** What `new` of the program that is installed in `home` prints. */
export async function makeStarter(
  home: string,
  ...args: readonly string[]
): Promise<string> {
  const words = ["mcp-codegen", "new", ...args, "--yes"];
  return (await run("npx", words, { cwd: home })).stdout;
}

/** The official SDK and the Inspector's command line call the example's tool. */
export async function useStarter(
  server: Command,
  revision: string,
): Promise<void> {
  const args = { a: 1, b: 2 };
  await overStdio(server, revision, async (client) => {
    const result = await client.callTool({ name: "add", arguments: args });
    assert.is(result["isError"] ?? false, false);
  });
  const era = isStateless(revision) ? "modern" : "legacy";
  const call = ["--method", "tools/call", "--tool-name", "add"];
  const given = ["--tool-args-json", JSON.stringify(args)];
  const { stdout } = await run(
    process.execPath,
    [INSPECTOR, "--cli", "--protocol-era", era, server.command].concat(
      server.args,
      call,
      given,
    ),
  );
  assert.match(stdout, '"sum": 3');
}
