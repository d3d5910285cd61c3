/**
 * Benchmark of servers that share a Redis store, compared with one process that
 * keeps its state in memory. Measures requests per second, processor time and
 * Redis commands for one session whose requests go to the processes in turn.
 * Also measures the memory of an idle session, and counts the Redis commands
 * that a request and the end of a session need.
 */
import { spawnSync } from "node:child_process";
import { markdownTable, ratio, type Column } from "../harness/table.js";
import { Child } from "../server/child.js";
import { Client, connectTo, IN_FLIGHT } from "./client.js";
import { costTable, measureCosts } from "./costs.js";
import {
  makePrograms,
  MEMORY,
  SDK,
  SHARED,
  SHARED_RESUMABLE,
} from "./programs.js";
import { startStore, type Store } from "./store.js";
import type { BenchmarkOptions } from "../harness/options.js";
import type { Program } from "../server/programs.js";

/** Numbers of calls per server process, for warm-up and for the measurement. */
const WARM = 3_000;
const CALLS = 4_000;
/** Number of sessions that are opened and then left idle. */
const IDLE = 100_000;

interface Row {
  readonly name: string;
  readonly processes: number;
  readonly rates: number[];
  readonly cpus: number[];
  readonly p99s: number[];
  commands: number;
}

const CASES: readonly (readonly [name: string, processes: number])[] = [
  [MEMORY, 1],
  [SHARED, 1],
  [SHARED, 2],
  [SHARED, 4],
  [SHARED_RESUMABLE, 1],
  [SHARED_RESUMABLE, 2],
  [SDK, 1],
];

/** Runs the benchmark and returns the results as Markdown tables. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  if (spawnSync("redis-server", ["--version"]).status !== 0)
    return "Not measured: redis-server is not on the PATH. Install Redis and run the benchmark again.";
  const { programs, remove } = await makePrograms();
  const store = await startStore();
  process.env["REDIS_URL"] = store.url;
  const find = (name: string): Program => {
    const found = programs.find((program) => program.name === name);
    if (!found) throw new Error(`Unknown program: ${name}`);
    return found;
  };
  try {
    const rows = CASES.map(([name, processes]): Row => ({
      name,
      processes,
      rates: [],
      cpus: [],
      p99s: [],
      commands: 0,
    }));
    for (let round = 0; round < rounds; round++) {
      say(`shared: round ${round + 1} of ${rounds}`);
      for (const row of rows) await measure(row, find(row.name), store);
    }
    say("shared: idle sessions");
    const idle = [
      await measureIdleSessions(find(MEMORY), store),
      await measureIdleSessions(find(SHARED), store),
    ];
    const costs = await measureCosts(find(SHARED), store, say);
    return `The client sends ${IN_FLIGHT} concurrent calls of one session to the processes in turn. Calls/s, CPU per call and p99 are ratios to the first row: medians of ${rounds} rounds on Node ${process.versions.node}. Redis, the client and all processes run on one machine.\n\n${table(rows)}\n\n${idleTable(idle)}\n\n${costTable(costs)}`;
  } finally {
    await store.stop();
    remove();
  }
}

async function measure(row: Row, program: Program, store: Store) {
  await store.flush();
  process.env["REDIS_PREFIX"] = `bench${Math.random()}`;
  const children = Array.from(
    { length: row.processes },
    () => new Child(program),
  );
  const urls = await Promise.all(children.map((child) => child.url()));
  const targets = urls.map(connectTo);
  try {
    const client = new Client(targets);
    await client.open();
    await client.calls(WARM * row.processes);
    const count = CALLS * row.processes;
    const cpu = async (): Promise<number> =>
      (await Promise.all(children.map((child) => child.usage()))).reduce(
        (sum, usage) => sum + usage.cpu,
        0,
      );
    const [cpuBefore, commandsBefore] = [await cpu(), await store.commands()];
    const begun = performance.now();
    const times = (await client.calls(count)).sort((a, b) => a - b);
    const seconds = (performance.now() - begun) / 1_000;
    row.rates.push(count / seconds);
    row.cpus.push(((await cpu()) - cpuBefore) / count);
    row.p99s.push(times[Math.floor(count * 0.99)] ?? NaN);
    // Wait until the server has written its events to the store. The server
    // writes them with a short delay.
    await new Promise((resolve) => setTimeout(resolve, 100));
    row.commands = ((await store.commands()) - commandsBefore) / count;
  } finally {
    for (const { agent } of targets) agent.destroy();
    for (const child of children) await child.end();
  }
}

interface IdleSessionResult {
  readonly name: string;
  readonly process: number;
  readonly store: number;
}

/** Opens idle sessions and measures the memory that they use. */
async function measureIdleSessions(
  program: Program,
  store: Store,
): Promise<IdleSessionResult> {
  await store.flush();
  const child = new Child(program);
  try {
    const target = connectTo(await child.url());
    const client = new Client([target]);
    await client.open();
    const { memory: before } = await child.usage();
    const held = await store.memory();
    let left = IDLE;
    const worker = async (): Promise<void> => {
      const own = new Client([target]);
      while (left-- > 0) await own.open();
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    const { memory } = await child.usage();
    target.agent.destroy();
    return {
      name: program.name,
      process: (memory - before) / IDLE,
      store: ((await store.memory()) - held) / IDLE,
    };
  } finally {
    await child.end();
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/**
 * Formats the results as ratios to the first row. Redis commands are shown as
 * absolute numbers.
 */
function table(rows: readonly Row[]): string {
  const column = (
    head: string,
    of: (row: Row) => readonly number[],
  ): Column<Row> => ({
    head,
    align: "right",
    cell: (row) => ratio(median(of(row)), median(of(rows[0] ?? row))),
  });
  return markdownTable(rows, [
    { head: "server", cell: ({ name }) => name },
    { head: "processes", align: "right", cell: (row) => `${row.processes}` },
    column("calls/s", ({ rates }) => rates),
    column("CPU per call", ({ cpus }) => cpus),
    column("p99", ({ p99s }) => p99s),
    {
      head: "Redis commands per call",
      align: "right",
      cell: ({ commands }) => commands.toFixed(2),
    },
  ]);
}

function idleTable(rows: readonly IdleSessionResult[]): string {
  const bytes = (value: number): string =>
    Math.max(0, Math.round(value)).toLocaleString("en");
  return markdownTable(rows, [
    {
      head: `${IDLE.toLocaleString("en")} idle sessions`,
      cell: ({ name }) => name,
    },
    {
      head: "process memory per session, in bytes",
      align: "right",
      cell: (row) => bytes(row.process),
    },
    {
      head: "Redis memory per session, in bytes",
      align: "right",
      cell: (row) => bytes(row.store),
    },
  ]);
}
