/**
 * Benchmark of large messages: a result with structured content of 10,000 items,
 * and arguments of 10 MiB. Measures the processor time of servers over stdio.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generate } from "../../generator/pipeline/generate.js";
import { PEERS } from "../generate/inputs.js";
import type { BenchmarkOptions } from "../harness/options.js";
import { measure } from "../harness/rounds.js";
import { describeGoal, markdownTable, ratio } from "../harness/table.js";
import { Child } from "../server/child.js";
import { INITIALIZED, opening } from "../server/messages.js";
import { bundleProgramText } from "../server/programs.js";
import { LARGE_PROGRAMS, LARGE_REVISION } from "./programs.js";

const MEBIBYTE = 2 ** 20;

/**
 * Maximum processor time of mcp-codegen, as a multiple of the time of the bare
 * loop. The bare loop is a server that validates nothing.
 */
const GOAL = 1.3;

interface LargeCall {
  readonly head: string;
  /** Number of calls in one sample. */
  readonly times: number;
  readonly params: object;
}

const CALLS: readonly LargeCall[] = [
  {
    head: "result of 10,000 items",
    times: 10,
    params: { name: "list", arguments: {} },
  },
  {
    head: "arguments of 10 MiB",
    times: 2,
    params: { name: "count", arguments: { items: createItems() } },
  },
];

/** Returns items whose JSON text has about ten mebibytes. */
function createItems(): object[] {
  const item = (id: number): object => ({
    id,
    name: `row number ${id} of the table`,
    tags: ["a", "b"],
  });
  const { length } = `${JSON.stringify(item(100_000))},`;
  const count = Math.ceil((10 * MEBIBYTE) / length);
  return Array.from({ length: count }, (_, id) => item(id));
}

/** Running server that answers one request at a time. */
class LargeServer {
  readonly child: Child;
  #received: string[] = [];
  #resolve: (text: string) => void = () => {};

  constructor(name: string, file: string) {
    this.child = new Child({ name, file });
    const { stdout } = this.child.process;
    stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      this.#received.push(chunk);
      if (!chunk.endsWith("\n")) return;
      this.#resolve(this.#received.join(""));
      this.#received = [];
    });
  }

  /** @throws Error if the server answers with an error. */
  async ask(message: string): Promise<void> {
    const answer = new Promise<string>((resolve) => (this.#resolve = resolve));
    this.child.process.stdin?.write(`${message}\n`);
    const text = await Promise.race([answer, this.child.died]);
    if (/"error":|"isError":true/.test(text))
      throw new Error(text.slice(0, 1000));
  }

  /** Returns the average processor time of a call, in microseconds. */
  async sample({ params, times }: LargeCall): Promise<number> {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const text = JSON.stringify(call);
    const before = await this.child.usage();
    for (let i = 0; i < times; i++) await this.ask(text);
    return ((await this.child.usage()).cpu - before.cpu) / times;
  }
}

/** Runs the benchmark and returns the results as Markdown tables. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const folder = mkdtempSync(join(PEERS, ".large-"));
  const servers: LargeServer[] = [];
  try {
    await generate({ revisions: [LARGE_REVISION], out: folder });
    for (const [index, { name, source }] of LARGE_PROGRAMS.entries()) {
      const file = await bundleProgramText(folder, String(index), source);
      const server = new LargeServer(name, file);
      servers.push(server);
      await server.ask(opening("initialize"));
      server.child.process.stdin?.write(`${INITIALIZED}\n`);
    }
    const columns = [];
    for (const call of CALLS) {
      const candidates = servers.map((server, index) => ({
        name: LARGE_PROGRAMS[index]?.name ?? "",
        sample: () => server.sample(call),
      }));
      const times = await measure(candidates, { rounds, warmup: 3 }, (n, of) =>
        say(`large: ${call.head}, round ${n} of ${of}`),
      );
      columns.push({ head: call.head, medians: times.map((t) => t.median) });
    }
    return report(columns);
  } finally {
    for (const { child } of servers) await child.end();
    rmSync(folder, { recursive: true });
  }
}

function report(
  columns: readonly {
    readonly head: string;
    readonly medians: readonly number[];
  }[],
): string {
  const names = LARGE_PROGRAMS.map(({ name }) => name);
  const table = markdownTable(
    [...names.keys()],
    [
      { head: "server over stdio", cell: (row) => names[row] ?? "" },
      ...columns.map(({ head, medians: [bare = 0, ...others] }) => ({
        head,
        align: "right" as const,
        cell: (row: number) => ratio([bare, ...others][row] ?? 0, bare),
      })),
    ],
  );
  const ours = names.indexOf("mcp-codegen");
  const goals = columns.map(({ head, medians }) => {
    const [bare = 0] = medians;
    const what = `${head}: processor time relative to the bare loop, which takes ${(bare / 1000).toFixed(1)} ms`;
    return describeGoal(what, (medians[ours] ?? 0) / bare, GOAL);
  });
  return `Processor time of the server per call, relative to the bare loop.\n\n${table}\n${goals.join("\n")}\n`;
}
