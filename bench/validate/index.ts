/**
 * Benchmark of validators. Each validator runs in a separate process. The
 * processes measure in turns. The validation times are divided by the time that
 * `JSON.parse` takes for the same text.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { rejectOnExit } from "../harness/death.js";
import type { BenchmarkOptions } from "../harness/options.js";
import { geometricMean, summarize } from "../harness/stats.js";
import { markdownTable, type Column } from "../harness/table.js";
import { CANDIDATES } from "./candidates.js";
import { CASES, type Case } from "./cases.js";
import { prepare } from "./prepare.js";
import { refinementTable } from "./refinement.js";
import { revisionsTable } from "./revisions.js";
import type { Round } from "./worker.js";

const UNIT = "JSON.parse";
const OURS = "mcp-codegen";
const AGAIN = "mcp-codegen, again";
const RIVAL = "typia";
const DECODING = "mcp-codegen, decoding";
const OWN_GUARD = "mcp-codegen, the type's own guard";

/**
 * Goals of mcp-codegen: maximum ratios of its validation time to the time of
 * `JSON.parse`, and of its decoding time to its validation time.
 */
const AIMS = {
  valid: 0.01,
  invalid: 0.2,
  worst: 0.5,
  decoding: 1.5,
  refusing: 1.3,
};

/** Maximum length of a small message, in characters. */
const SMALL = 1024;

/** Process that measures one candidate, and the results of that candidate. */
interface CandidateProcess {
  readonly name: string;
  readonly child: ChildProcess;
  /** Promise that rejects when the process exits unexpectedly. */
  readonly died: Promise<never>;
  /**
   * Result for each case: whether the candidate validates the case correctly.
   * `null` if the candidate cannot validate the type of the case.
   */
  readonly verdicts: readonly (boolean | null)[];
  readonly rounds: Round[];
}

/** Runs the benchmark and returns the results as Markdown tables. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const processes: CandidateProcess[] = [];
  const folder = await prepare();
  let refined = "";
  try {
    for (const name of [UNIT, ...CANDIDATES.map((candidate) => candidate.name)])
      processes.push(await start(name, folder));
    for (let round = 0; round <= rounds; round++) {
      say(`validate: round ${round + 1} of ${rounds + 1}`);
      const first = round % processes.length;
      const order = [...processes.slice(first), ...processes.slice(0, first)];
      for (const { child, died, rounds: times } of order) {
        child.send("round");
        const told = once(child, "message");
        const [answer] = (await Promise.race([died, told])) as [Round];
        // The first round is warm-up.
        if (round > 0) times.push(answer);
      }
    }
    refined = await refinementTable(folder, rounds, say);
  } finally {
    for (const { child } of processes) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  const table = await revisionsTable(say);
  return `${report(processes)}\nThe next table is about the options of validators. Each number is the processor time of the validation relative to that of \`JSON.parse\`. Each value is validated once after it was parsed, because typia changes the value:\n\n${refined}\nThe next table is about invalid messages of every revision, each with one parameter missing, \`null\` or of a wrong type:\n\n${table}`;
}

async function start(name: string, folder: string): Promise<CandidateProcess> {
  const child = fork(new URL("worker.js", import.meta.url), [name, folder]);
  const died = rejectOnExit(child, name);
  const told = once(child, "message");
  const [verdicts] = (await Promise.race([died, told])) as [(boolean | null)[]];
  return { name, child, died, verdicts, rounds: [] };
}

const isSmall = ({ text, valid }: Case) => !valid && text.length <= SMALL;
const isLarge = ({ text, valid }: Case) => !valid && text.length > SMALL;

function report(processes: readonly CandidateProcess[]): string {
  const find = (name: string) =>
    processes.find((candidate) => candidate.name === name);
  const unit = find(UNIT);
  const own: readonly string[] = [UNIT, AGAIN, DECODING, OWN_GUARD];
  const column = (
    head: string,
    wanted: (testCase: Case) => boolean,
    of: (shares: readonly Share[]) => number | null,
  ): Column<CandidateProcess> => ({
    head,
    align: "right",
    cell: (row) => formatNumber(of(getShares(row, unit, wanted))),
  });
  const table = markdownTable(
    processes.filter(({ name }) => !own.includes(name)),
    [
      { head: "validator", cell: ({ name }) => name },
      column("valid", ({ valid }) => valid, mean),
      column("invalid, with issues", ({ valid }) => !valid, mean),
      {
        head: "wrong results",
        align: "right",
        cell: ({ verdicts }) =>
          String(verdicts.filter((v) => v === false).length),
      },
      column("invalid, small", isSmall, mean),
      column("small, worst", isSmall, worst),
      column("invalid, large", isLarge, mean),
      column("large, worst", isLarge, worst),
    ],
  );
  const ours = find(OURS);
  const decoding = find(DECODING);
  const decoded = (wanted: (testCase: Case) => boolean) =>
    mean(getShares(decoding, find(OWN_GUARD), wanted));
  const lines = [
    formatAim(
      "Time to validate a valid message, relative to `JSON.parse`",
      mean(getShares(ours, unit, ({ valid }) => valid)),
      AIMS.valid,
    ),
    formatAim(
      "Time to find the issues of a small invalid message, relative to `JSON.parse`",
      mean(getShares(ours, unit, isSmall)),
      AIMS.invalid,
    ),
    formatAim(
      "Time to find the issues of a small invalid message in the worst case, relative to `JSON.parse`",
      worst(getShares(ours, unit, isSmall)),
      AIMS.worst,
    ),
    formatAim(
      "Time to decode a valid message, relative to the type guard of its type",
      decoded(({ valid }) => valid),
      AIMS.decoding,
    ),
    formatAim(
      "Time to decode an invalid message, relative to the validator of its type",
      decoded(({ valid }) => !valid),
      AIMS.refusing,
    ),
    ...compareWithRival(ours, find(AGAIN), find(RIVAL)),
  ];
  const small = CASES.filter(({ text }) => text.length <= SMALL).length;
  return `Validation time relative to \`JSON.parse\`: geometric means over ${CASES.length} cases, of which ${small} have at most ${SMALL} characters. The measured program reads the path, JSON pointer and message of each validation issue.\n\n${table}\n${lines.join("\n")}\n`;
}

/**
 * Returns two lines of the report, or no lines if nothing was measured. The
 * first line describes the measurement noise. The second line counts the invalid
 * messages for which the validator `RIVAL` is faster than mcp-codegen by more
 * than the noise.
 */
function compareWithRival(
  ours: CandidateProcess | undefined,
  again: CandidateProcess | undefined,
  rival: CandidateProcess | undefined,
): string[] {
  const invalid = ({ valid }: Case) => !valid;
  const noise = getShares(again, ours, () => true).map(({ share }) => share);
  if (noise.length === 0) return [];
  const { low, high } = summarize(noise);
  const [least, most] = [Math.min(...noise), Math.max(...noise)];
  const range = (a: number, b: number) => `${a.toFixed(2)} to ${b.toFixed(2)}`;
  const lost = getShares(ours, rival, invalid)
    .filter(({ share }) => share > high)
    .sort((a, b) => b.share - a.share);
  const [worst] = lost;
  return [
    `- Measurement noise: a second process of mcp-codegen took ${range(low, high)} times as long as the first in half of the cases, and ${range(least, most)} times in all cases`,
    `- Invalid messages for which mcp-codegen is slower than ${RIVAL} by more than the measurement noise: ${lost.length}${worst ? `, in the worst case ${worst.share.toFixed(1)} times as slow (${worst.of.type}, ${worst.of.name})` : ""}`,
  ];
}

interface Share {
  readonly of: Case;
  readonly share: number;
}

/**
 * Returns the ratio of two candidates' times for each case that the first
 * candidate validates correctly.
 */
function getShares(
  first: CandidateProcess | undefined,
  second: CandidateProcess | undefined,
  wanted: (testCase: Case) => boolean,
): Share[] {
  return CASES.flatMap((of, i) => {
    if (!first || !second || first.verdicts[i] === false || !wanted(of))
      return [];
    const [a, b] = [median(first, i), median(second, i)];
    return a && b ? [{ of, share: a / b }] : [];
  });
}

/** Returns the geometric mean of ratios, or `null` if there are none. */
function mean(all: readonly Share[]): number | null {
  if (all.length === 0) return null;
  return geometricMean(all.map(({ share }) => share));
}

function worst(all: readonly Share[]): number | null {
  return all.length === 0 ? null : Math.max(...all.map(({ share }) => share));
}

function median({ rounds }: CandidateProcess, index: number): number | null {
  const times = rounds.flatMap((round) => round[index] ?? []);
  return times.length > 0 ? summarize(times).median : null;
}

function formatAim(
  name: string,
  value: number | null | undefined,
  limit: number,
) {
  const isMet = typeof value === "number" && value <= limit;
  const result = isMet ? "met" : "missed";
  return `- ${name}: ${formatNumber(value ?? null)}; goal at most ${limit}: ${result}`;
}

function formatNumber(value: number | null): string {
  return value === null ? "-" : value.toFixed(value < 0.1 ? 4 : 2);
}
