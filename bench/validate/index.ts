/**
 * Validation beside peers, each in a process of its own, round by round, as a
 * share of what `JSON.parse` takes for the same text.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { deathOf } from "../harness/death.js";
import type { BenchmarkOptions } from "../harness/options.js";
import { summarize } from "../harness/stats.js";
import { markdownTable } from "../harness/table.js";
import { CANDIDATES } from "./candidates.js";
import { CASES, type Case } from "./cases.js";
import { prepare } from "./prepare.js";
import type { Round } from "./worker.js";

const UNIT = "JSON.parse";
const OURS = "mcp-codegen";
const DECODING = "mcp-codegen, decoding";
const OWN_GUARD = "mcp-codegen, the type's own guard";

/** What our geometric means may be at most. */
const AIMS = { valid: 0.012, invalid: 0.2, decoding: 1.5 };

/** One candidate's process, and what came of it. */
interface Contestant {
  readonly name: string;
  readonly child: ChildProcess;
  /** Rejects when it ends by itself. */
  readonly died: Promise<never>;
  /** Whether it says the right thing of each case; null when it knows it not. */
  readonly verdicts: readonly (boolean | null)[];
  readonly rounds: Round[];
}

/** Measures, and answers tables in Markdown. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const contestants: Contestant[] = [];
  const folder = await prepare();
  try {
    for (const name of [UNIT, ...CANDIDATES.map((one) => one.name)])
      contestants.push(await start(name, folder));
    for (let round = 0; round <= rounds; round++) {
      say(`validate: round ${round + 1} of ${rounds + 1}`);
      const first = round % contestants.length;
      const order = [
        ...contestants.slice(first),
        ...contestants.slice(0, first),
      ];
      for (const { child, died, rounds: times } of order) {
        child.send("round");
        const told = once(child, "message");
        const [answer] = (await Promise.race([died, told])) as [Round];
        // The first round warms up.
        if (round > 0) times.push(answer);
      }
    }
  } finally {
    for (const { child } of contestants) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  return report(contestants);
}

async function start(name: string, folder: string): Promise<Contestant> {
  const child = fork(new URL("worker.js", import.meta.url), [name, folder]);
  const died = deathOf(child, name);
  const told = once(child, "message");
  const [verdicts] = (await Promise.race([died, told])) as [(boolean | null)[]];
  return { name, child, died, verdicts, rounds: [] };
}

function report(contestants: readonly Contestant[]): string {
  const unit = contestants.find(({ name }) => name === UNIT);
  const peers = contestants.filter(
    ({ name }) => name !== UNIT && name !== DECODING && name !== OWN_GUARD,
  );
  const find = (name: string) => contestants.find((one) => one.name === name);
  const share = (one: Contestant, valid: boolean) =>
    mean(one, unit, (c) => c.valid === valid);
  const table = markdownTable(peers, [
    { head: "validator", cell: ({ name }) => name },
    {
      head: "valid",
      align: "right",
      cell: (one) => digits(share(one, true)),
    },
    {
      head: "invalid, with issues",
      align: "right",
      cell: (one) => digits(share(one, false)),
    },
    {
      head: "wrong verdicts",
      align: "right",
      cell: ({ verdicts }) =>
        String(verdicts.filter((v) => v === false).length),
    },
  ]);
  const ours = find(OURS);
  const decoding = find(DECODING);
  const aims = [
    aim("valid", ours && share(ours, true), AIMS.valid),
    aim("invalid", ours && share(ours, false), AIMS.invalid),
    aim(
      "decoding, over the guard of the type it finds",
      decoding && mean(decoding, find(OWN_GUARD), (c) => c.valid),
      AIMS.decoding,
    ),
  ];
  return `Validation: time as a share of \`JSON.parse\`, geometric mean over ${CASES.length} cases.\n\n${table}\n${aims.join("\n")}\n`;
}

/** Geometric mean of the shares of another's time, where both are right. */
function mean(
  one: Contestant,
  other: Contestant | undefined,
  wanted: (one: Case) => boolean,
): number | null {
  const logs = CASES.flatMap((c, i) => {
    const right = one.verdicts[i] === true;
    const [a, b] = [median(one, i), other && median(other, i)];
    return right && wanted(c) && a && b ? [Math.log(a / b)] : [];
  });
  if (logs.length === 0) return null;
  return Math.exp(logs.reduce((sum, x) => sum + x, 0) / logs.length);
}

function median({ rounds }: Contestant, index: number): number | null {
  const times = rounds.flatMap((round) => round[index] ?? []);
  return times.length > 0 ? summarize(times).median : null;
}

function aim(name: string, value: number | null | undefined, limit: number) {
  const held = typeof value === "number" && value <= limit;
  const result = held ? "held" : "missed";
  return `- ${name}: ${digits(value ?? null)}, aim at most ${limit}: ${result}`;
}

function digits(value: number | null): string {
  return value === null ? "-" : value.toFixed(value < 0.1 ? 4 : 2);
}
