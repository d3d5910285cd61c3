/** How long generating takes, and how much memory, beside other generators. */
import type { BenchmarkOptions } from "../harness/options.js";
import { peakMemory, timeProcess, type Task } from "../harness/process.js";
import { measure, type Measured } from "../harness/rounds.js";
import { markdownTable, ratio } from "../harness/table.js";
import {
  ALL,
  CONTESTANTS,
  EMPTY,
  JSTT,
  ONE,
  TJS,
  UNCHANGED,
  type Contestant,
} from "./candidates.js";
import { makeWorkplace, REVISION } from "./inputs.js";

/** What is wanted: a candidate, what it is held against, and the limit. */
const AIMS: readonly (readonly [string, string, number])[] = [
  [ONE, JSTT, 1],
  [ONE, TJS, 0.3],
  [ALL, ONE, 2.5],
  [UNCHANGED, EMPTY, 1.3],
];

/** Samples that a round takes of what an aim is about, which has to be exact. */
const SAMPLES = 3;

/** Megabytes that no run of ours may need more than. */
const MEMORY_AIM = 200;

interface Row extends Measured {
  readonly memory: number;
}

/** Measures, and answers tables in Markdown. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const place = await makeWorkplace();
  const cwd = place.folder;
  const taskOf = ({ args, node }: Contestant): Task => ({
    args,
    cwd,
    node,
  });
  const aimed = new Set<unknown>(AIMS.flat());
  try {
    const times = await measure(
      CONTESTANTS.map((contestant) => ({
        name: contestant.name,
        samples: aimed.has(contestant.name) ? SAMPLES : 1,
        sample() {
          contestant.prepare?.(cwd);
          return timeProcess(taskOf(contestant));
        },
      })),
      { rounds },
      (round, of) => say(`generate: round ${round} of ${of}`),
    );
    const rows: Row[] = [];
    for (const [index, contestant] of CONTESTANTS.entries()) {
      contestant.prepare?.(cwd);
      const memory = await peakMemory(taskOf(contestant));
      const time = times[index];
      if (time) rows.push({ ...time, memory });
    }
    return report(rows, rounds);
  } finally {
    place.remove();
  }
}

function report(rows: readonly Row[], rounds: number): string {
  const find = (name: string): Row => {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`Nothing was measured of ${name}.`);
    return row;
  };
  const one = find(ONE).median;
  const times = markdownTable(rows, [
    { head: "whole process", cell: ({ name }) => name },
    {
      head: "time",
      align: "right",
      cell: ({ median }) => ratio(median, one),
    },
    {
      head: "quartiles",
      align: "right",
      cell: ({ low, high }) => `${ratio(low, one)} to ${ratio(high, one)}`,
    },
    {
      head: "peak memory",
      align: "right",
      cell: ({ memory }) => `${memory.toFixed(0)} MB`,
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
        measured: `${Math.max(...[ONE, ALL].map((name) => find(name).memory)).toFixed(0)} MB`,
      },
    ],
    [
      { head: "ratio of medians", cell: ({ what }) => what },
      { head: "aim", cell: ({ aim }) => aim },
      { head: "measured", align: "right", cell: ({ measured }) => measured },
    ],
  );
  return [
    `Schema ${REVISION}; medians of ${rounds} interleaved rounds on Node ${process.versions.node}, of which each takes ${SAMPLES} samples of what the aims are about; 1 is ${ONE}.`,
    times,
    aims,
  ].join("\n\n");
}
