/**
 * The official suite, which takes most of a second to load, as a process that
 * runs one command line after the other: its main module is loaded anew for each,
 * what that imports once. A message is the arguments; the answer is the `Run`.
 */
import { register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MODULES } from "../support/cli.js";

register(new URL("./glob-hooks.js", import.meta.url));

const SUITE = join(MODULES, "@modelcontextprotocol/conformance/dist/index.js");

export interface Run {
  readonly code: number;
  readonly output: string;
}

/** Thrown where the suite would end the process. */
class Ended extends Error {}

let output = "";
/** Takes the outcome of the first end; the suite ends again for the `Ended`. */
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

process.on("message", async (args: readonly string[]) => {
  output = "";
  process.argv = [process.execPath, SUITE, ...args];
  const run = new Promise<Run>((resolve) => (ended = resolve));
  await import(`${pathToFileURL(SUITE).href}?${performance.now()}`);
  // Lists are printed at once, and nothing ends.
  if (args[0] === "list") ended({ code: 0, output });
  process.send?.(await run);
});
