/**
 * Benchmark of JSON Schema validators with the schemas of 20 tools. Each
 * measurement runs in a new process, and the candidates run in turn. Validation
 * times are divided by the time that `JSON.parse` takes for the same value.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { rejectOnExit } from "../harness/death.js";
import type { BenchmarkOptions } from "../harness/options.js";
import { geometricMean, summarize } from "../harness/stats.js";
import { describeGoal, markdownTable } from "../harness/table.js";
import { CANDIDATES } from "./candidates.js";
import { SCHEMAS } from "./cases.js";
import type { SchemaResult } from "./worker.js";

const UNIT = "JSON.parse";
const OURS = "mcp-codegen";
const UNTRUSTED = "mcp-codegen, untrusted";

/**
 * Goals of mcp-codegen. `compile` is the maximum time to compile all schemas,
 * in milliseconds. The others are maximum ratios of validation time to the time
 * of `JSON.parse`.
 */
const GOALS = { valid: 0.4, invalid: 0.8, untrusted: 0.8, compile: 12 };

type Results = ReadonlyMap<string, readonly SchemaResult[]>;

/** Runs the benchmark and returns the results as Markdown tables. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const names = [UNIT, ...CANDIDATES.map(({ name }) => name)];
  const results = new Map(names.map((name) => [name, [] as SchemaResult[]]));
  for (let round = 0; round < rounds; round++) {
    say(`schemas: round ${round + 1} of ${rounds}`);
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)])
      results.get(name)?.push(await measure(name));
  }
  return report(results);
}

async function measure(name: string): Promise<SchemaResult> {
  const child = fork(new URL("worker.js", import.meta.url), [name]);
  const died = rejectOnExit(child, name);
  const told = once(child, "message");
  const [result] = (await Promise.race([died, told])) as [SchemaResult];
  return result;
}

function report(results: Results): string {
  const table = markdownTable(CANDIDATES, [
    { head: "validator", cell: ({ name }) => name },
    {
      head: "valid",
      align: "right",
      cell: ({ name }) => getShare(results, name, "valid").toFixed(2),
    },
    {
      head: "invalid, with issues",
      align: "right",
      cell: ({ name }) => getShare(results, name, "invalid").toFixed(2),
    },
    {
      head: "compiling all schemas",
      align: "right",
      cell: ({ name }) => `${getCompileTime(results, name).toFixed(1)} ms`,
    },
    {
      head: "wrong results",
      align: "right",
      cell: ({ name }) => String(results.get(name)?.[0]?.wrong.length),
    },
  ]);
  const untrusted = (of: "valid" | "invalid") =>
    getShare(results, UNTRUSTED, of);
  const goals = [
    describeGoal(
      "Time to validate a valid value",
      getShare(results, OURS, "valid"),
      GOALS.valid,
    ),
    describeGoal(
      "Time to find the issues of an invalid value",
      getShare(results, OURS, "invalid"),
      GOALS.invalid,
    ),
    describeGoal(
      "Time to validate a valid value by an untrusted schema",
      untrusted("valid"),
      GOALS.untrusted,
    ),
    describeGoal(
      "Milliseconds of processor time to compile all schemas in a new process",
      getCompileTime(results, OURS),
      GOALS.compile,
    ),
  ];
  return `Validation time relative to \`JSON.parse\`: geometric means over the schemas of ${SCHEMAS.length} tools. Compilation is measured in a new process; validation, after all schemas were used.\n\n${table}\n${goals.join("\n")}\n`;
}

/**
 * Returns the validation time of a candidate relative to the time of
 * `JSON.parse`. For each schema, this is the ratio of the median times. The
 * result is the geometric mean over all schemas.
 */
function getShare(
  results: Results,
  name: string,
  of: "valid" | "invalid",
): number {
  const median = (candidate: string, index: number) =>
    summarize(
      (results.get(candidate) ?? []).map((result) => result[of][index] ?? 0),
    ).median;
  return geometricMean(
    SCHEMAS.map((_, index) => median(name, index) / median(UNIT, index)),
  );
}

function getCompileTime(results: Results, name: string): number {
  return summarize((results.get(name) ?? []).map(({ compile }) => compile))
    .median;
}
