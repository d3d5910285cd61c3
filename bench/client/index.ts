/**
 * Benchmark of clients, compared with a baseline client that validates nothing.
 * Measures the processor time of the client process per call. All clients call
 * the baseline server.
 */
import { summarize } from "../harness/stats.js";
import { markdownTable, type Column } from "../harness/table.js";
import { Child } from "../server/child.js";
import { BARE, OURS } from "../server/programs.js";
import { makeGroups, type Group, type Kind } from "./programs.js";
import type { BenchmarkOptions } from "../harness/options.js";

const WARM = 5_000;
/**
 * Number of calls per block, and number of blocks per client in a round. Each
 * block gives one sample.
 */
const CALLS = 1_000;
const BLOCKS = 8;

/** Numbers of concurrent calls with which each client is measured. */
const IN_FLIGHT = [1, 16] as const;

/** Maximum processor time of mcp-codegen, relative to the baseline client. */
const AIMS: Readonly<Record<Kind, number>> = { stdio: 1.2, http: 1.3 };

/**
 * Processor times per call in microseconds, by client and number of concurrent
 * calls.
 */
type Samples = Map<string, number[][]>;

async function command(child: Child, message: object): Promise<void> {
  child.process.send(message);
  await child.message("done");
}

/**
 * Runs one round for a group of clients that call the same server. The clients
 * send their blocks of calls in turn.
 */
async function measure(
  { kind, server, clients }: Group,
  samples: Samples,
): Promise<void> {
  const children: Child[] = [];
  try {
    let target = server.file;
    if (kind === "http") {
      const serving = new Child(server);
      children.push(serving);
      target = await serving.url();
    }
    const running: (readonly [name: string, child: Child])[] = [];
    for (const program of clients) {
      const child = new Child(program);
      children.push(child);
      running.push([program.name, child]);
      await child.message("ready");
      await command(child, { target });
      for (const inFlight of IN_FLIGHT)
        await command(child, { count: WARM, inFlight });
      if (!samples.has(program.name))
        samples.set(
          program.name,
          IN_FLIGHT.map(() => []),
        );
    }
    for (const [index, inFlight] of IN_FLIGHT.entries())
      for (let block = 0; block < BLOCKS; block++)
        for (const [name, child] of running) {
          const before = await child.usage();
          await command(child, { count: CALLS, inFlight });
          const after = await child.usage();
          samples.get(name)?.[index]?.push((after.cpu - before.cpu) / CALLS);
        }
  } finally {
    for (const child of children) await child.end();
  }
}

function formatGroup({ kind, clients }: Group, samples: Samples): string {
  const time = (name: string, index: number): number =>
    summarize(samples.get(name)?.[index] ?? []).median;
  const over = (name: string, index: number): string =>
    (time(name, index) / time(BARE, index)).toFixed(2);
  const columns = IN_FLIGHT.map((count, index): Column<{ name: string }> => ({
    head: `CPU, ${count}`,
    align: "right",
    cell: ({ name }) => over(name, index),
  }));
  const table = markdownTable(clients, [
    { head: `client over ${kind}`, cell: ({ name }) => name },
    ...columns,
  ]);
  const aims = IN_FLIGHT.map((count, index) => {
    const ratio = over(OURS, index);
    const isMet = Number(ratio) <= AIMS[kind];
    return `- Client over ${kind}, ${count} in flight: the bare loop takes ${time(BARE, index).toFixed(0)} µs, and mcp-codegen ${ratio} times as long; goal at most ${AIMS[kind]}: ${isMet ? "met" : "missed"}`;
  });
  return `${table}\n${aims.join("\n")}`;
}

/** Runs the benchmark and returns the results as Markdown tables. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const { groups, remove } = await makeGroups();
  const all = groups.map((group) => ({ group, samples: new Map() as Samples }));
  try {
    for (let round = 0; round < rounds; round++) {
      say(`client: round ${round + 1} of ${rounds}`);
      for (const { group, samples } of all) await measure(group, samples);
    }
    const tables = all.map(({ group, samples }) => formatGroup(group, samples));
    return `All values are ratios to the bare loop, a client without any checks: medians of ${rounds} rounds in which the clients run in turn, on Node ${process.versions.node}. "CPU, 16" is the processor time of the client process per call with 16 calls in flight. Every client is bundled into one file.\n\n${tables.join("\n\n")}`;
  } finally {
    remove();
  }
}
