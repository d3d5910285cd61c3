/**
 * The benchmarks. Tables go to stdout as Markdown, progress to stderr.
 *
 *     node dist/bench/run.js [--rounds N] [name ...]
 */
import { readArguments, refuseArguments } from "../scripts/arguments.js";
import type { BenchmarkOptions } from "./harness/options.js";

/** A benchmark: measures, and answers what it found as Markdown. */
interface Benchmark {
  run(options: BenchmarkOptions): Promise<string>;
}

const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  generate: () => import("./generate/index.js"),
  validate: () => import("./validate/index.js"),
  server: () => import("./server/index.js"),
};

const USAGE = `node dist/bench/run.js [--rounds N] [${Object.keys(BENCHMARKS).join("|")} ...]`;

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: { rounds: { type: "string", default: "7" } },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0)
  refuseArguments(USAGE, `There is no benchmark ${unknown.join(", ")}.`);
if (!Number.isInteger(rounds) || rounds < 1)
  refuseArguments(USAGE, `--rounds is no count: ${values.rounds}`);
for (const [name, load] of Object.entries(BENCHMARKS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const { run } = await load();
  const text = await run({ rounds, say: (line) => console.error(line) });
  console.log(`## ${name}\n\n${text}`);
}
