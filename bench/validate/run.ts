/**
 * Measures validation beside peers, each in a process of its own, round by
 * round, as a share of what `JSON.parse` takes for the same text.
 *
 *     node dist/bench/validate/run.js [rounds] [--cases] [--only part,part]
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { summarize } from "../harness/stats.js";
import { markdownTable } from "../harness/table.js";
import { CANDIDATES } from "./candidates.js";
import { CASES, type Case } from "./cases.js";
import type { Round } from "./worker.js";

const UNIT = "JSON.parse";
const rounds = Number(process.argv[2] ?? 11);
const only = process.argv.at(process.argv.indexOf("--only") + 1)?.split(",");
const chosen = process.argv.includes("--only")
  ? CANDIDATES.filter(({ name }) => only?.some((part) => name.includes(part)))
  : CANDIDATES;

interface Row {
  readonly name: string;
  readonly valid: string;
  readonly invalid: string;
  readonly wrong: readonly string[];
}

const worker = new URL("worker.js", import.meta.url);
const processes = new Map<string, ChildProcess>();
const wrong = new Map<string, readonly string[]>();
for (const name of [UNIT, ...chosen.map((candidate) => candidate.name)]) {
  const child = fork(worker, [name]);
  processes.set(name, child);
  const [verdicts] = (await once(child, "message")) as [boolean[]];
  wrong.set(
    name,
    CASES.filter((_, i) => verdicts[i] === false).map(
      (one) => `${one.valid ? "valid" : "invalid"} ${one.name}`,
    ),
  );
}

const samples = new Map<string, Round[]>(
  [...processes.keys()].map((name) => [name, []]),
);
const names = [...processes.keys()];
for (let round = 0; round <= rounds; round++) {
  const first = round % names.length;
  for (const name of [...names.slice(first), ...names.slice(0, first)]) {
    const child = processes.get(name) as ChildProcess;
    child.send("round");
    const [times] = (await once(child, "message")) as [Round];
    // The first round warms up.
    if (round > 0) samples.get(name)?.push(times);
  }
}
for (const child of processes.values()) child.kill();

const medians = new Map(
  [...samples].map(([name, all]) => [
    name,
    CASES.map((_, i) => {
      const times = all.flatMap((round) => round[i] ?? []);
      return times.length > 0 ? summarize(times).median : null;
    }),
  ]),
);

/** Geometric mean of the shares of JSON.parse, over the cases it is right on. */
function share(name: string, valid: boolean): number | null {
  const own = medians.get(name) ?? [];
  const unit = medians.get(UNIT) ?? [];
  const shares = CASES.flatMap((one, i) => {
    const label = `${one.valid ? "valid" : "invalid"} ${one.name}`;
    const [a, b] = [own[i], unit[i]];
    const counts = one.valid === valid && !wrong.get(name)?.includes(label);
    return counts && a && b ? [Math.log(a / b)] : [];
  });
  if (shares.length === 0) return null;
  return Math.exp(shares.reduce((sum, x) => sum + x, 0) / shares.length);
}

const digits = (value: number | null) =>
  value === null ? "-" : value.toFixed(value < 0.1 ? 4 : 2);

const rows: Row[] = chosen.map(({ name }) => ({
  name,
  valid: digits(share(name, true)),
  invalid: digits(share(name, false)),
  wrong: wrong.get(name) ?? [],
}));

process.stdout.write(
  markdownTable(rows, [
    { head: "validator", cell: (row) => row.name },
    { head: "valid", align: "right", cell: (row) => row.valid },
    {
      head: "invalid, with issues",
      align: "right",
      cell: (row) => row.invalid,
    },
    {
      head: "wrong verdicts",
      align: "right",
      cell: (row) => String(row.wrong.length),
    },
  ]),
);

if (process.argv.includes("--cases")) {
  const shown = names.filter((name) => name !== UNIT);
  process.stdout.write(
    `\n${markdownTable(
      [...CASES.entries()],
      [
        {
          head: "case",
          cell: ([, one]) => `${one.valid ? "" : "✗ "}${one.name}`,
        },
        {
          head: `${UNIT}, ns`,
          align: "right",
          cell: ([i]) => (medians.get(UNIT)?.[i] ?? 0).toFixed(0),
        },
        ...shown.map((name) => ({
          head: name,
          align: "right" as const,
          cell: ([i]: readonly [number, Case]) =>
            (medians.get(name)?.[i] ?? NaN).toFixed(0),
        })),
      ],
    )}`,
  );
  for (const [name, list] of wrong)
    if (list.length > 0)
      process.stdout.write(`\n${name} is wrong on: ${list.join(", ")}\n`);
}
