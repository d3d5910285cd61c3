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
  ALL,
  CONTESTANTS,
  CURRENT_NODE,
  EMPTY,
  JSTT,
  ONE,
  TJS,
  UNCHANGED,
  type Contestant,
} from "./candidates.js";
import { makeWorkplace, REVISION } from "./inputs.js";

/**
 * Maximum ratios of processor time: a candidate, the candidate it is compared
 * with, and the limit.
 */
const AIMS: readonly (readonly [string, string, number])[] = [
  [ONE, JSTT, 0.55],
  [ONE, TJS, 0.3],
  [ALL, ONE, 2.5],
  [UNCHANGED, EMPTY, 1.3],
];

/** Number of samples per round, for candidates that occur in `AIMS`. */
const SAMPLES = 3;

/** Maximum peak memory of any run of mcp-codegen, in megabytes. */
const MEMORY_AIM = 200;

/**
 * Results of one candidate on one version of Node.js; the summary is of its
 * processor time.
 */
interface Row extends Measured {
  readonly node: string;
  readonly usages: readonly Usage[];
}

/** Runs the benchmark and returns the results as Markdown tables. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const place = await makeWorkplace();
  const runs = [process.execPath, CURRENT_NODE].flatMap((node) =>
    CONTESTANTS.filter(
      ({ isCurrentOnly = false }) => !isCurrentOnly || node === CURRENT_NODE,
    ).map((contestant) => ({ contestant, node, usages: [] as Usage[] })),
  );
  const aimed = new Set<unknown>(AIMS.flat());
  try {
    const times = await measure(
      runs.map(({ contestant, node, usages }) => ({
        name: contestant.name,
        samples: aimed.has(contestant.name) ? SAMPLES : 1,
        async sample() {
          const usage = await usageOf(contestant, node, place.folder);
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
      `Schema ${REVISION}, the packed program as npm installs it; medians of ${rounds} interleaved rounds, of which each takes ${SAMPLES} samples of what the aims are about; 1 is ${ONE}.`,
      ...[process.execPath, CURRENT_NODE].map((node) =>
        report(
          rows.filter((row) => row.node === node),
          versionOf(node),
        ),
      ),
    ].join("\n\n");
  } finally {
    place.remove();
  }
}

function usageOf(
  { prepare, args }: Contestant,
  node: string,
  cwd: string,
): Promise<Usage> {
  prepare?.(cwd);
  return measureProcess({ args, cwd, node });
}

function versionOf(node: string): string {
  return execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
}

function report(rows: readonly Row[], version: string): string {
  const find = (name: string): Row => {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`Nothing was measured of ${name}.`);
    return row;
  };
  const one = find(ONE);
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
      cell: ({ median }) => ratio(median, one.median),
    },
    {
      head: "quartiles",
      align: "right",
      cell: ({ low, high }) =>
        `${ratio(low, one.median)} to ${ratio(high, one.median)}`,
    },
    {
      head: "time",
      align: "right",
      cell: (row) => ratio(timeOf(row), timeOf(one)),
    },
    {
      head: "peak memory",
      align: "right",
      cell: (row) => `${memoryOf(row).toFixed(0)} MB`,
    },
  ]);
  const aims = markdownTable(
    [
      ...AIMS.map(([name, base, limit]) => ({
        what: `${name} / ${base}`,
        aim: `at most ${limit}`,
        measured: ratio(find(name).median, find(base).median),
      })),
      {
        what: "peak memory of ours",
        aim: `at most ${MEMORY_AIM} MB`,
        measured: `${Math.max(...[ONE, ALL].map((name) => memoryOf(find(name)))).toFixed(0)} MB`,
      },
    ],
    [
      { head: "ratio of processor time", cell: ({ what }) => what },
      { head: "aim", cell: ({ aim }) => aim },
      { head: "measured", align: "right", cell: ({ measured }) => measured },
    ],
  );
  return `${times}\n${aims}`;
}
