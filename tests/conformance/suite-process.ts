/**
 * Process that runs command lines of the official conformance suite one after
 * the other. The process receives a `Question` for each command line and
 * answers with a `Run`.
 */
import { createRequire, register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MODULES } from "../harness/program/cli.js";

register(new URL("./glob-hooks.js", import.meta.url));

const SUITE = join(MODULES, "@modelcontextprotocol/conformance/dist/index.js");

export interface Question {
  readonly args: readonly string[];
  /**
   * Key of a loaded instance of the suite. Command lines with the same key
   * share one instance.
   */
  readonly run: string;
}

export interface Run {
  readonly code: number;
  readonly output: string;
}

/**
 * Error that is thrown when the suite calls `process.exit`, so that the process
 * continues.
 */
class ExitCalled extends Error {}

let output = "";
/**
 * Callback that receives the outcome of a command line. The callback runs
 * before `ExitCalled` is thrown, because the suite handles the thrown error by
 * calling `process.exit` again.
 */
let onEnd: (run: Run) => void = () => {};

const write = ((chunk: string | Uint8Array) => {
  output += String(chunk);
  return true;
}) as typeof process.stdout.write;
process.stdout.write = write;
process.stderr.write = write;
process.exit = (code) => {
  onEnd({ code: Number(code ?? 0), output });
  throw new ExitCalled();
};
process.on("unhandledRejection", (reason) => {
  if (reason instanceof ExitCalled) return;
  onEnd({ code: 1, output: output + String(reason) });
});

/** Methods of the suite's command parser that this process uses. */
interface Command {
  parse(args: readonly string[], from?: object): unknown;
}

const { Command } = createRequire(SUITE)("commander") as {
  Command: { readonly prototype: Command };
};
const { parse } = Command.prototype;
/**
 * Command-line parsers of the conformance suite that were loaded but not yet
 * used. When the suite is loaded, it calls `parse` of its parser. The call is
 * intercepted here and stores the parser, which is used later.
 */
const loaded: Command[] = [];
Command.prototype.parse = function (this: Command) {
  loaded.push(this);
};

/**
 * Loads an instance of the suite for a key. Loading takes almost a second,
 * including the compilation of the schema. The instance stores the state of
 * each scenario, so a scenario must not run twice in one instance.
 */
async function loadCommand(run: string): Promise<Command> {
  const known = commands.get(run);
  if (known) return known;
  await import(`${pathToFileURL(SUITE).href}?${encodeURIComponent(run)}`);
  const command = loaded.pop();
  if (!command) throw new Error(`${SUITE} takes no command line`);
  commands.set(run, command);
  return command;
}

const commands = new Map<string, Command>();

process.on("message", async ({ args, run: name }: Question) => {
  output = "";
  const command = await loadCommand(name);
  const run = new Promise<Run>((resolve) => (onEnd = resolve));
  parse.call(command, [...args], { from: "user" });
  // For a `list` command, the suite has printed its output when the call
  // returns, and does not call `process.exit`.
  if (args[0] === "list") onEnd({ code: 0, output });
  process.send?.(await run);
});
