/** Runs the command line of the official MCP Inspector. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../program/cli.js";
import { isStateless, type Command } from "./project.js";

const INSPECTOR = join(
  ROOT,
  "tests/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

/**
 * Sends one request to a server with the Inspector. Returns the result that the
 * Inspector prints.
 *
 * @throws Error with the printed text when the Inspector fails.
 */
export async function inspect(
  server: Command | URL,
  revision: string,
  ...request: readonly string[]
): Promise<{ readonly [member: string]: unknown }> {
  const era = isStateless(revision) ? "modern" : "legacy";
  const target =
    server instanceof URL
      ? ["--server-url", server.href]
      : [server.command, ...server.args];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      INSPECTOR,
      "--cli",
      "--protocol-era",
      era,
      ...target,
      "--method",
      ...request,
    ],
    { cwd: server instanceof URL ? undefined : server.cwd },
  );
  return JSON.parse(stdout) as { [member: string]: unknown };
}
