/**
 * Benchmark of servers with many tools: processor time and memory of their
 * start, and processor time of the TypeScript server of an editor.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "../../generator/pipeline/generate.js";
import { PEERS } from "../generate/inputs.js";
import type { BenchmarkOptions } from "../harness/options.js";
import { measureProcess } from "../harness/process.js";
import { measure } from "../harness/rounds.js";
import { summarize } from "../harness/stats.js";
import { describeGoal, markdownTable, ratio } from "../harness/table.js";
import { bundleProgramText } from "../server/programs.js";
import { measureEditor, type EditorTimes } from "./editor.js";
import {
  CONSTANTS,
  editedPrograms,
  startPrograms,
  TOOLS_REVISION,
} from "./programs.js";

/** Number of tools of each server whose start is measured. */
const STARTED = 1000;
/** Number of tools in each file that is opened in the TypeScript server. */
const EDITED = 200;

/**
 * Goals for a file with one constant per tool: maximum processor time of the
 * editor's TypeScript server, in seconds.
 */
const GOALS = { first: 3.5, afterEdit: 0.4 };

const COMPILER_OPTIONS = {
  strict: true,
  skipLibCheck: true,
  target: "ES2022",
  module: "NodeNext",
  types: [],
};

/** Runs the benchmark and returns the results as Markdown tables. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const folder = mkdtempSync(join(PEERS, ".tools-"));
  try {
    await generate({ revisions: [TOOLS_REVISION], out: folder });
    return [
      `Processor time and memory relative to the first row; medians of ${rounds} rounds.`,
      await compareStarts(folder, rounds, say),
      await compareEditors(folder, rounds, say),
    ].join("\n\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Measures how servers start. The input of each server is empty, so the server
 * ends at once.
 */
async function compareStarts(
  folder: string,
  rounds: number,
  say: BenchmarkOptions["say"],
): Promise<string> {
  const programs = startPrograms(STARTED);
  const memory = programs.map((): number[] => []);
  const candidates = [];
  for (const [index, { name, source }] of programs.entries()) {
    const file = await bundleProgramText(folder, `start-${index}`, source);
    const sample = async (): Promise<number> => {
      const usage = await measureProcess({ args: [file], cwd: folder });
      memory[index]?.push(usage.memory);
      return usage.cpu;
    };
    candidates.push({ name, sample, samples: 3 });
  }
  const times = await measure(candidates, { rounds }, (round, of) =>
    say(`tools: start, round ${round} of ${of}`),
  );
  const rows = times.map((time, index) => ({
    ...time,
    memory: summarize(memory[index] ?? []).median,
  }));
  const [first] = rows;
  return markdownTable(rows, [
    { head: `start with ${STARTED} tools`, cell: ({ name }) => name },
    {
      head: "CPU",
      align: "right",
      cell: ({ median }) => ratio(median, first?.median ?? 0),
    },
    {
      head: "peak memory",
      align: "right",
      cell: ({ memory }) => ratio(memory, first?.memory ?? 0),
    },
  ]);
}

/**
 * Measures the TypeScript server of an editor. Each file is opened in a new
 * TypeScript server.
 */
async function compareEditors(
  folder: string,
  rounds: number,
  say: BenchmarkOptions["say"],
): Promise<string> {
  const programs = editedPrograms(EDITED).map(({ name, source }, index) => {
    const file = join(folder, `edit-${index}.ts`);
    writeFileSync(file, source);
    return { name, file, times: [] as EditorTimes[] };
  });
  await measure(
    programs.map(({ name, file, times }) => ({
      name,
      async sample() {
        // Limit the TypeScript project to `file` and its imports.
        const config = { compilerOptions: COMPILER_OPTIONS, files: [file] };
        writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
        const taken = await measureEditor(file, folder);
        times.push(taken);
        return taken.afterEdit;
      },
    })),
    { rounds, warmup: 0 },
    (round, of) => say(`tools: editor, round ${round} of ${of}`),
  );
  type Row = (typeof programs)[number];
  const secondsOf = ({ times }: Row, key: keyof EditorTimes): number =>
    summarize(times.map((time) => time[key])).median / 1000;
  const seconds = (key: keyof EditorTimes) => ({
    head: EDITOR_COLUMNS[key],
    align: "right" as const,
    cell: (row: Row) => `${secondsOf(row, key).toFixed(2)} s`,
  });
  const table = markdownTable(programs, [
    { head: `editor, ${EDITED} tools in a file`, cell: ({ name }) => name },
    seconds("first"),
    seconds("afterEdit"),
    seconds("diagnostics"),
  ]);
  const goals = programs
    .filter(({ name }) => name === CONSTANTS)
    .flatMap((row) =>
      (["first", "afterEdit"] as const).map((key) =>
        describeGoal(
          `${row.name}: seconds of the ${EDITOR_COLUMNS[key]}`,
          secondsOf(row, key),
          GOALS[key],
        ),
      ),
    );
  return `${table}\n${goals.join("\n")}`;
}

const EDITOR_COLUMNS: Readonly<Record<keyof EditorTimes, string>> = {
  first: "first completion",
  afterEdit: "completion after an edit",
  diagnostics: "errors of the file",
};
