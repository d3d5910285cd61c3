/** A starter of the packed program, as a stranger makes and uses it. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as assert from "uvu/assert";
import { inspect } from "./inspector.js";
import { overStdio, type Command } from "./support.js";

const run = promisify(execFile);
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
  const call = ["tools/call", "--tool-name", "add"];
  const given = ["--tool-args-json", JSON.stringify(args)];
  const { structuredContent } = await inspect(
    server,
    revision,
    ...call,
    ...given,
  );
  assert.equal(structuredContent, { sum: 3 });
}
