/**
 * Formats the results of a group of servers, and checks whether mcp-codegen
 * meets its goals.
 */
import { summarize } from "../harness/stats.js";
import { markdownTable, ratio, type Column } from "../harness/table.js";
import {
  BARE_REPEATED,
  BARE,
  OURS,
  OURS_ALL,
  type Kind,
  type Program,
} from "./programs.js";

/** Numbers of concurrent calls with which each server is measured. */
export const IN_FLIGHT = [1, 16, 64] as const;

/** All samples of one server program. */
export interface Samples {
  /**
   * Times from the start of the process to the first response, in milliseconds.
   */
  readonly starts: number[];
  /** Resident memory after the first response, in bytes. */
  readonly memory: number[];
  /** Resident memory after all calls, in bytes. */
  readonly loadedMemory: number[];
  /**
   * Results of the blocks of calls, one list for each number in `IN_FLIGHT`.
   */
  readonly loads: readonly Load[][];
}

/** Result of one block of calls. */
export interface Load {
  /** Processor time of the server per request, in microseconds. */
  readonly cpu: number;
  /** Number of requests per second. */
  readonly rate: number;
  /** Median and 99th percentile of the latency, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Goals of mcp-codegen, relative to the baseline server: maximum processor time
 * and minimum requests per second.
 */
const AIMS: Readonly<
  Record<Kind, { readonly cpu: number; readonly rate: number }>
> = {
  stdio: { cpu: 1.05, rate: 0.95 },
  http: { cpu: 1.2, rate: 0.85 },
  fetch: { cpu: 1.4, rate: 0.7 },
};

/**
 * Maximum processor time of the server that supports all revisions, relative to
 * the baseline server.
 */
const ALL_REVISIONS_AIM = 1.25;

/**
 * Maximum startup time and memory of mcp-codegen, relative to the baseline
 * server.
 */
const START_AIM = 1.2;

type SampleSelector = (samples: Samples) => readonly number[];

/**
 * Formats the results of comparable programs as Markdown tables. The results
 * must include the baseline server.
 */
export function formatReport(
  programs: readonly Program[],
  samplesOf: (program: Program) => Samples,
): string {
  const [bare] = programs.filter(({ name }) => name === BARE);
  const [again] = programs.filter(({ name }) => name === BARE_REPEATED);
  const [ours] = programs.filter(({ name }) => name === OURS);
  if (!bare || !again || !ours)
    throw new Error(
      "The results of the bare loop or of mcp-codegen are missing.",
    );
  const over = (program: Program, of: SampleSelector): number =>
    summarize(of(samplesOf(program))).median /
    summarize(of(samplesOf(bare))).median;
  const atEachLoad = (
    what: string,
    of: (load: Load) => number,
  ): Column<Program>[] =>
    IN_FLIGHT.map((count, index) =>
      column(`${what}, ${count}`, ({ loads }) => loads[index]?.map(of) ?? []),
    );
  const column = (head: string, of: SampleSelector): Column<Program> => ({
    head,
    align: "right",
    cell: (program) => ratio(over(program, of), 1),
  });
  const table = (title: string, columns: readonly Column<Program>[]): string =>
    markdownTable(programs, [
      {
        head: `${bare.kind}, ${bare.lifecycle}${title}`,
        cell: (it) => it.name,
      },
      ...columns,
    ]);
  const starts: SampleSelector = (samples) => samples.starts;
  const memory: SampleSelector = (samples) => samples.memory;
  const loadedMemory: SampleSelector = (samples) => samples.loadedMemory;
  const aims = AIMS[bare.kind];
  const all = programs.find(({ name }) => name === OURS_ALL);
  const atMost = (
    what: string,
    of: SampleSelector,
    limit: number,
    program = ours,
  ): Goal => ({
    what,
    measured: over(program, of),
    again: over(again, of),
    aim: limit,
    isMaximum: true,
  });
  const goals: readonly Goal[] = [
    ...IN_FLIGHT.flatMap((count, index) => {
      const of =
        (pick: (load: Load) => number): SampleSelector =>
        ({ loads }) =>
          loads[index]?.map(pick) ?? [];
      const rate = of((load) => load.rate);
      return [
        atMost(
          `processor time per request with ${inFlight(count)}`,
          of(({ cpu }) => cpu),
          aims.cpu,
        ),
        ...(all
          ? [
              atMost(
                `processor time of all revisions with ${inFlight(count)}`,
                of(({ cpu }) => cpu),
                ALL_REVISIONS_AIM,
                all,
              ),
            ]
          : []),
        {
          what: `requests per second with ${inFlight(count)}`,
          measured: over(ours, rate),
          again: over(again, rate),
          aim: aims.rate,
          isMaximum: false,
        },
      ];
    }),
    atMost("startup time", starts, START_AIM),
    atMost("idle memory", memory, START_AIM),
    atMost("memory after all calls", loadedMemory, START_AIM),
  ];
  return [
    table("", [
      ...atEachLoad("CPU", ({ cpu }) => cpu),
      ...atEachLoad("requests/s", ({ rate }) => rate),
      column("start", starts),
      column("idle memory", memory),
      column("memory after calls", loadedMemory),
    ]),
    table(", latency", [
      ...atEachLoad("p50", ({ p50 }) => p50),
      ...atEachLoad("p99", ({ p99 }) => p99),
    ]),
    formatGoals(`${bare.kind}, ${bare.lifecycle}: goals`, goals),
  ].join("\n");
}

function inFlight(count: number): string {
  return `${count} ${count === 1 ? "request" : "requests"} in flight`;
}

/** Performance goal for mcp-codegen. All values are relative to the bare loop. */
interface Goal {
  readonly what: string;
  readonly measured: number;
  /** Value of the second run of the bare loop, which shows the noise. */
  readonly again: number;
  readonly aim: number;
  /** Whether `aim` is a maximum; otherwise it is a minimum. */
  readonly isMaximum: boolean;
}

/** Formats goals and the measured values as a Markdown table. */
function formatGoals(title: string, goals: readonly Goal[]): string {
  const isMet = ({ measured, aim, isMaximum }: Goal): boolean =>
    isMaximum
      ? Number(measured.toFixed(2)) <= aim
      : Number(measured.toFixed(2)) >= aim;
  return markdownTable(goals, [
    { head: title, cell: ({ what }) => what },
    {
      head: "goal",
      cell: ({ aim, isMaximum }) => `at ${isMaximum ? "most" : "least"} ${aim}`,
    },
    {
      head: OURS,
      align: "right",
      cell: ({ measured }) => measured.toFixed(2),
    },
    {
      head: BARE_REPEATED,
      align: "right",
      cell: ({ again }) => again.toFixed(2),
    },
    { head: "result", cell: (goal) => (isMet(goal) ? "met" : "missed") },
  ]);
}
