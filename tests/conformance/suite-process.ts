/**
 * The official suite as a process that runs one command line after the other. A
 * message is a `Question`; the answer is the `Run`.
 */
import { createRequire, register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MODULES } from "../harness/program/cli.js";

register(new URL("./glob-hooks.js", import.meta.url));

const SUITE = join(MODULES, "@modelcontextprotocol/conformance/dist/index.js");

export interface Question {
  readonly args: readonly string[];
  /** Those of one name share the suite's main module. */
  readonly run: string;
}

export interface Run {
  readonly code: number;
  readonly output: string;
}

/** Thrown where the suite would end the process. */
class Ended extends Error {}

let output = "";
/** Takes the outcome when the suite ends first: our `Ended` makes it end once more. */
let ended: (run: Run) => void = () => {};

const write = ((chunk: string | Uint8Array) => {
  output += String(chunk);
  return true;
}) as typeof process.stdout.write;
process.stdout.write = write;
process.stderr.write = write;
process.exit = (code) => {
  ended({ code: Number(code ?? 0), output });
  throw new Ended();
};
process.on("unhandledRejection", (reason) => {
  if (reason instanceof Ended) return;
  ended({ code: 1, output: output + String(reason) });
});

/** What the suite takes command lines with, as far as it is used here. */
interface Command {
  parse(args: readonly string[], from?: object): unknown;
}

const { Command } = createRequire(SUITE)("commander") as {
  Command: { readonly prototype: Command };
};
const { parse } = Command.prototype;
/** The suite's, by the loading of its module, which ends by parsing. */
const loaded: Command[] = [];
Command.prototype.parse = function (this: Command) {
  loaded.push(this);
};

/**
 * The suite takes most of a second to load, and to compile the schema that it
 * holds messages against. A scenario is one object of its module, which keeps
 * what it has seen, so none is run twice with the same.
 */
async function commandOf(run: string): Promise<Command> {
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
  const command = await commandOf(name);
  const run = new Promise<Run>((resolve) => (ended = resolve));
  parse.call(command, [...args], { from: "user" });
  // Lists are printed at once, and nothing ends.
  if (args[0] === "list") ended({ code: 0, output });
  process.send?.(await run);
});
