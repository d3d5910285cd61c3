/**
 * Measures the commands that Redis runs for a request and for an ended session,
 * including the commands inside of scripts.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { markdownTable, type Column } from "../harness/table.js";
import { Child } from "../server/child.js";
import { Client, connectTo, IN_FLIGHT } from "./client.js";
import type { Program } from "../server/programs.js";
import type { Store } from "./store.js";

/**
 * Number of sessions in the store (`SESSIONS`), and number of these sessions
 * whose Redis commands are counted (`MEASURED`).
 */
const SESSIONS = 10_000;
const MEASURED = 500;

/**
 * Measured cases: the number of server processes, and how many of these
 * processes receive requests of the same session.
 */
const CASES: readonly (readonly [processes: number, used: number])[] = [
  [1, 1],
  [8, 1],
  [8, 8],
];

interface CostRow {
  readonly processes: number;
  readonly used: number;
  readonly request: number;
  readonly end: number;
}

export async function measureCosts(
  program: Program,
  store: Store,
  say: (text: string) => void,
): Promise<CostRow[]> {
  const rows: CostRow[] = [];
  for (const [processes, used] of CASES) {
    say(`shared: commands of ${processes} processes`);
    rows.push(await measure(program, store, processes, used));
  }
  return rows;
}

async function measure(
  program: Program,
  store: Store,
  processes: number,
  used: number,
): Promise<CostRow> {
  await store.flush();
  process.env["REDIS_PREFIX"] = `bench${Math.random()}`;
  const children = Array.from({ length: processes }, () => new Child(program));
  const urls = await Promise.all(children.map((child) => child.url()));
  const targets = urls.map(connectTo);
  const cost = async (
    clients: readonly Client[],
    work: (client: Client) => Promise<unknown>,
  ): Promise<number> => {
    // Wait until the server has written the state of earlier requests to Redis.
    // The server delays these writes.
    await sleep(200);
    const before = await store.allCommands();
    await forEach(clients, work);
    await sleep(200);
    return ((await store.allCommands()) - before) / clients.length;
  };
  try {
    const clients = Array.from({ length: SESSIONS }, (_, n) => {
      const first = n % processes;
      return new Client(used === 1 ? targets.slice(first, first + 1) : targets);
    });
    await forEach(clients, (client) => client.open());
    const measured = clients.slice(0, MEASURED);
    // Load each measured session into all processes that the session uses, so
    // that the measured requests do not include this work.
    for (let n = 0; n < used; n++)
      await forEach(measured, (client) => client.call());
    const request = await cost(measured, (client) => client.call());
    const end = await cost(measured, (client) => client.end());
    return { processes, used, request, end };
  } finally {
    for (const { agent } of targets) agent.destroy();
    for (const child of children) await child.end();
  }
}

async function forEach(
  clients: readonly Client[],
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const left = clients.values();
  const worker = async (): Promise<void> => {
    for (const client of left) await work(client);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

export function costTable(rows: readonly CostRow[]): string {
  const column = (
    head: string,
    cell: (row: CostRow) => number,
    digits = 0,
  ): Column<CostRow> => ({
    head,
    align: "right",
    cell: (row) => cell(row).toFixed(digits),
  });
  return markdownTable(rows, [
    {
      head: `${SESSIONS.toLocaleString("en")} open sessions`,
      cell: () => "mcp-codegen, shared",
    },
    column("processes", ({ processes }) => processes),
    column("processes that a session uses", ({ used }) => used),
    column("commands in Redis per request", ({ request }) => request, 1),
    column("commands in Redis per ended session", ({ end }) => end, 1),
  ]);
}
