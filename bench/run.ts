/**
 * Runs the benchmarks. Prints Markdown tables to stdout and progress to stderr.
 * With `--save`, also writes the tables to `bench/results/`, which the
 * documentation quotes.
 *
 *     node dist/bench/run.js [--rounds N] [--save] [name ...]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { readArguments, refuseArguments } from "../scripts/arguments.js";
import type { BenchmarkOptions } from "./harness/options.js";

/**
 * Module of a benchmark. Its function `run` returns the results as Markdown.
 */
interface Benchmark {
  run(options: BenchmarkOptions): Promise<string>;
}

const BENCHMARKS: readonly string[] = [
  "generate",
  "validate",
  "schemas",
  "server",
  "client",
  "shared",
  "tools",
  "large",
  "go",
];

const USAGE = `node dist/bench/run.js [--rounds N] [--save] [${BENCHMARKS.join("|")} ...]`;

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "7" },
    save: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((name) => !BENCHMARKS.includes(name));
if (unknown.length > 0)
  refuseArguments(USAGE, `Unknown benchmark: ${unknown.join(", ")}.`);
if (!Number.isInteger(rounds) || rounds < 1)
  refuseArguments(
    USAGE,
    `--rounds must be a positive integer, not ${values.rounds}.`,
  );
for (const name of BENCHMARKS) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  // Import dynamically, so that this file compiles without the packages of the
  // benchmarks.
  const { run } = (await import(`./${name}/index.js`)) as Benchmark;
  const text = await run({ rounds, say: (line) => console.error(line) });
  console.log(`## ${name}\n\n${text}`);
  if (values.save) await save(name, text);
}

/**
 * Writes the results to a file, formatted as `make check` requires, together
 * with the platform and the date of the measurement.
 */
async function save(name: string, text: string): Promise<void> {
  const folder = new URL("../../bench/results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  const on = `Node ${process.versions.node}, ${process.platform} ${process.arch}, rounds: ${rounds}, ${date}.`;
  const file = new URL(`${name}.md`, folder);
  const page = `${text.trimEnd()}\n\n${on}\n`;
  writeFileSync(file, await format(page, { parser: "markdown" }));
  console.error(`Saved ${fileURLToPath(file)}`);
}
