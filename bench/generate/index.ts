/**
 * Benchmark of code generation: processor time, elapsed time and memory,
 * compared with other generators.
 */
import { execFileSync } from "node:child_process";
import type { BenchmarkOptions } from "../harness/options.js";
import { measureProcess, type Usage } from "../harness/process.js";
import { measure, type Measured } from "../harness/rounds.js";
import { summarize } from "../harness/stats.js";
import { markdownTable, ratio } from "../harness/table.js";
import {
  ALL_REVISIONS,
  CHECK,
  CHECK_ALL,
  GENERATE_CANDIDATES,
  CURRENT_NODE,
  EMPTY_PROGRAM,
  JSTT,
  NEW_SERVER,
  ALL_OUTPUTS,
  TJS,
  UNCHANGED,
  type GenerateCandidate,
} from "./candidates.js";
import { makeWorkplace, REVISION } from "./inputs.js";

/**
 * Goals for processor time. Each goal has a candidate, the candidate to compare
 * it with, and the maximum ratio of their times.
 */
const GENERATE_AIMS: readonly (readonly [string, string, number])[] = [
  [ALL_OUTPUTS, JSTT, 0.55],
  [ALL_OUTPUTS, TJS, 0.3],
  [ALL_REVISIONS, ALL_OUTPUTS, 2.5],
  [UNCHANGED, EMPTY_PROGRAM, 1.3],
  [CHECK, UNCHANGED, 1.5],
  [CHECK_ALL, UNCHANGED, 1.5],
  [NEW_SERVER, ALL_OUTPUTS, 2.2],
];

/**
 * Number of samples per round, for candidates that occur in `GENERATE_AIMS`.
 */
const SAMPLES = 3;

/** Maximum peak memory of any run of mcp-codegen, in megabytes. */
const MEMORY_AIM = 200;

/**
 * Results of one candidate on one version of Node.js. The summary covers the
 * candidate's processor time.
 */
interface Row extends Measured {
  readonly node: string;
  readonly usages: readonly Usage[];
}

/** Runs the benchmark and returns the results as Markdown tables. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const place = await makeWorkplace();
  const runs = [process.execPath, CURRENT_NODE].flatMap((node) =>
    GENERATE_CANDIDATES.filter(
      ({ isCurrentOnly = false }) => !isCurrentOnly || node === CURRENT_NODE,
    ).map((contestant) => ({ contestant, node, usages: [] as Usage[] })),
  );
  const aimed = new Set<unknown>(GENERATE_AIMS.flat());
  try {
    const times = await measure(
      runs.map(({ contestant, node, usages }) => ({
        name: contestant.name,
        samples: aimed.has(contestant.name) ? SAMPLES : 1,
        async sample() {
          const usage = await measureUsage(contestant, node, place.folder);
          usages.push(usage);
          return usage.cpu;
        },
      })),
      { rounds },
      (round, of) => say(`generate: round ${round} of ${of}`),
    );
    const rows = runs.flatMap(({ node, usages }, index) => {
      const time = times[index];
      return time ? [{ ...time, node, usages }] : [];
    });
    return [
      `Each program generates code from the schema of ${REVISION}; mcp-codegen is installed from its npm package. The values are medians of ${rounds} rounds in which the programs run in turn; programs with a goal run ${SAMPLES} times per round. Times are relative to "${ALL_OUTPUTS}".`,
      ...[process.execPath, CURRENT_NODE].map((node) =>
        report(
          rows.filter((row) => row.node === node),
          getNodeVersion(node),
        ),
      ),
    ].join("\n\n");
  } finally {
    place.remove();
  }
}

function measureUsage(
  { prepare, args }: GenerateCandidate,
  node: string,
  cwd: string,
): Promise<Usage> {
  prepare?.(cwd);
  return measureProcess({ args, cwd, node });
}

function getNodeVersion(node: string): string {
  return execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
}

function report(rows: readonly Row[], version: string): string {
  const find = (name: string): Row => {
    const row = rows.find((candidate) => candidate.name === name);
    if (!row) throw new Error(`There is no measurement of ${name}.`);
    return row;
  };
  const reference = find(ALL_OUTPUTS);
  const timeOf = ({ usages }: Row): number =>
    summarize(usages.map(({ time }) => time)).median;
  const memoryOf = ({ usages }: Row): number =>
    Math.max(...usages.map(({ memory }) => memory));
  const times = markdownTable(rows, [
    {
      head: `whole process, Node ${version.slice(1)}`,
      cell: ({ name }) => name,
    },
    {
      head: "processor time",
      align: "right",
      cell: ({ median }) => ratio(median, reference.median),
    },
    {
      head: "quartiles",
      align: "right",
      cell: ({ low, high }) =>
        `${ratio(low, reference.median)} to ${ratio(high, reference.median)}`,
    },
    {
      head: "time",
      align: "right",
      cell: (row) => ratio(timeOf(row), timeOf(reference)),
    },
    {
      head: "peak memory",
      align: "right",
      cell: (row) => `${memoryOf(row).toFixed(0)} MB`,
    },
  ]);
  const aims = markdownTable(
    [
      ...GENERATE_AIMS.map(([name, base, limit]) => ({
        what: `processor time of ${name} / ${base}`,
        aim: `at most ${limit}`,
        measured: ratio(find(name).median, find(base).median),
      })),
      {
        what: "peak memory of mcp-codegen",
        aim: `at most ${MEMORY_AIM} MB`,
        measured: `${Math.max(...[ALL_OUTPUTS, ALL_REVISIONS].map((name) => memoryOf(find(name)))).toFixed(0)} MB`,
      },
    ],
    [
      { head: "quantity", cell: ({ what }) => what },
      { head: "goal", cell: ({ aim }) => aim },
      { head: "measured", align: "right", cell: ({ measured }) => measured },
    ],
  );
  return `${times}\n${aims}`;
}
