/**
 * Benchmark of validators that strip or reject unknown keys or check string
 * formats. Each candidate runs in a separate process, in alternating rounds.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { rejectOnExit } from "../harness/death.js";
import { summarize } from "../harness/stats.js";
import { markdownTable } from "../harness/table.js";
import { REFINEMENT_CASES, type Mode } from "./refinement-cases.js";
import type { RefinementRound } from "./refinement-worker.js";

const OURS = "mcp-codegen";
const CANDIDATES = [OURS, "typia", "SDK v2 (zod)"];

type Verdicts = readonly (readonly (boolean | null)[])[];

/**
 * Measures all candidates. Returns a table with the ratios of processor times
 * to those of `JSON.parse`.
 */
export async function refinementTable(
  folder: string,
  rounds: number,
  say: (line: string) => void,
): Promise<string> {
  const processes = await Promise.all(
    CANDIDATES.map(async (name) => {
      const worker = new URL("refinement-worker.js", import.meta.url);
      const child = fork(worker, [name, folder]);
      const died = rejectOnExit(child, name);
      const told = once(child, "message");
      const [verdicts] = (await Promise.race([died, told])) as [Verdicts];
      return { name, child, died, verdicts, rounds: [] as RefinementRound[] };
    }),
  );
  try {
    for (let round = 0; round <= rounds; round++) {
      say(`validate: options, round ${round + 1} of ${rounds + 1}`);
      for (const { child, died, rounds: results } of processes) {
        child.send("round");
        const told = once(child, "message");
        const [answer] = (await Promise.race([died, told])) as [
          RefinementRound,
        ];
        // The first round is warm-up.
        if (round > 0) results.push(answer);
      }
    }
  } finally {
    for (const { child } of processes) child.kill();
  }
  const rows = REFINEMENT_CASES.flatMap(({ name, modes, aim }, i) =>
    modes.map((mode, j) => ({
      name,
      mode,
      aim,
      cells: processes.map(({ rounds: results, verdicts }) => {
        const ratios = results.flatMap((round) => round[i]?.[j] ?? []);
        if (ratios.length === 0) return "-";
        const { median } = summarize(ratios);
        const wrong = verdicts[i]?.[j] === false ? " (wrong result)" : "";
        return median.toFixed(2) + wrong;
      }),
    })),
  );
  return markdownTable(rows, [
    { head: "message", cell: ({ name }) => name },
    { head: "option", cell: ({ mode }) => OPTIONS[mode] },
    ...CANDIDATES.map((head, i) => ({
      head,
      align: "right" as const,
      cell: ({ cells }: (typeof rows)[number]) => cells[i] ?? "-",
    })),
    { head: "goal", align: "right", cell: ({ aim }) => String(aim) },
  ]);
}

const OPTIONS: Readonly<Record<Mode, string>> = {
  strip: '`unknownKeys: "strip"`',
  reject: '`unknownKeys: "reject"`',
  assert: '`formats: "assert"`',
};
