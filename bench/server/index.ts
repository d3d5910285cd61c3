/**
 * Benchmark of servers, compared with a baseline server that validates nothing.
 * Measures processor time per request, requests per second, latency, startup
 * time, and idle memory. The processor time is that of the server process. With
 * many requests in flight, other load on the machine hardly affects this time.
 */
import type { BenchmarkOptions } from "../harness/options.js";
import { Child } from "./child.js";
import {
  httpClient,
  withErrorContext,
  stdioClient,
  type Client,
} from "./clients.js";
import { idleStreams } from "./idle.js";
import {
  BARE_REPEATED,
  KINDS,
  OURS_ALL,
  makePrograms,
  type Program,
} from "./programs.js";
import { IN_FLIGHT, formatReport, type Load, type Samples } from "./report.js";

const WARM = 10_000;
const WARM_IN_FLIGHT = 16;
/**
 * Number of calls per block, and number of blocks per server in a round. Each
 * block gives one sample.
 */
const CALLS = 500;
const BLOCKS = 10;
/**
 * Number of processes that are started per server and round only to measure the
 * startup time. A further process receives the calls.
 */
const STARTS = 10;

/** Running server, its client, and the samples measured so far. */
interface Server {
  readonly child: Child;
  readonly client: Client;
  readonly samples: Samples;
}

/**
 * Starts all servers and measures them in turns, so that other load on the
 * machine affects all servers equally.
 */
async function measureRunning(
  programs: readonly Program[],
  samplesOf: (program: Program) => Samples,
): Promise<void> {
  const servers: Server[] = [];
  try {
    for (const program of programs)
      servers.push(await start(program, samplesOf(program)));
    const end = Promise.race(servers.map(({ child }) => child.died));
    await Promise.race([end, takeTurns(servers)]);
    for (const { client } of servers) client.close();
  } finally {
    for (const { child } of servers) await child.end();
  }
}

/**
 * Measures the startup times: starts every server several times, one at a time.
 */
async function measureStarts(
  programs: readonly Program[],
  samplesOf: (program: Program) => Samples,
): Promise<void> {
  for (let turn = 0; turn < STARTS; turn++)
    for (const program of shuffle(programs)) {
      const { child, client } = await start(program, samplesOf(program));
      client.close();
      await child.end();
    }
}

/**
 * Starts a server and waits for its first response. Stops the server if it does
 * not respond.
 */
async function start(program: Program, samples: Samples): Promise<Server> {
  const started = performance.now();
  const child = new Child(program);
  try {
    const client = await Promise.race([child.died, connect(program, child)]);
    samples.starts.push(performance.now() - started);
    samples.memory.push((await child.usage()).memory);
    return { child, client, samples };
  } catch (error) {
    await child.end();
    throw error;
  }
}

async function connect(program: Program, child: Child): Promise<Client> {
  const { name, kind, lifecycle } = program;
  const client = withErrorContext(
    kind === "stdio"
      ? stdioClient(child, lifecycle)
      : httpClient(await child.url(), lifecycle),
    `${name}, ${kind}, ${lifecycle}`,
  );
  await client.open();
  return client;
}

async function takeTurns(servers: readonly Server[]): Promise<void> {
  for (const { client } of servers) {
    await client.ready(WARM_IN_FLIGHT);
    await client.calls(WARM, WARM_IN_FLIGHT);
  }
  for (const [index, inFlight] of IN_FLIGHT.entries())
    for (let block = 0; block < BLOCKS; block++)
      for (const server of shuffle(servers))
        server.samples.loads[index]?.push(await measure(server, inFlight));
  for (const { child, samples } of servers)
    samples.loadedMemory.push((await child.usage()).memory);
}

async function measure(
  { child, client }: Server,
  inFlight: number,
): Promise<Load> {
  await client.ready(inFlight);
  const before = await child.usage();
  const begun = performance.now();
  const times = await client.calls(CALLS, inFlight);
  const seconds = (performance.now() - begun) / 1000;
  const after = await child.usage();
  const sorted = times.sort((a, b) => a - b);
  return {
    cpu: (after.cpu - before.cpu) / CALLS,
    rate: CALLS / seconds,
    p50: sorted[Math.floor(CALLS * 0.5)] ?? NaN,
    p99: sorted[Math.floor(CALLS * 0.99)] ?? NaN,
  };
}

/**
 * Returns the items in random order, so that no server always runs after the
 * same one. The duration of a request depends on the previous work of the
 * machine, especially with one request in flight.
 */
function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Runs the benchmark and returns the results as Markdown tables. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const { programs, remove } = await makePrograms();
  const groups = KINDS.flatMap((kind) =>
    (["initialize", "stateless"] as const).map((lifecycle) =>
      programs.filter(
        (program) => program.kind === kind && program.lifecycle === lifecycle,
      ),
    ),
  );
  const known = new Map<Program, Samples>();
  const samplesOf = (program: Program): Samples => {
    let samples = known.get(program);
    if (!samples) known.set(program, (samples = createSamples()));
    return samples;
  };
  try {
    for (let round = 0; round < rounds; round++) {
      say(`server: round ${round + 1} of ${rounds}`);
      for (const group of groups) {
        await measureStarts(group, samplesOf);
        await measureRunning(shuffle(group), samplesOf);
      }
    }
    say("server: idle streams");
    const streams = await idleStreams(
      programs.filter(
        ({ kind, lifecycle, name }) =>
          kind === "http" &&
          lifecycle === "initialize" &&
          ![BARE_REPEATED, OURS_ALL, "SDK v2"].includes(name),
      ),
    );
    const tables = groups.map((group) => formatReport(group, samplesOf));
    return `All values are ratios to the bare loop, a server without any checks: medians of ${rounds} rounds in which the servers run in turn, on Node ${process.versions.node}. "CPU, 16" is the processor time per request with 16 requests in flight. Every server is bundled into one file.\n\n${tables.join("\n\n")}\n\n${streams}`;
  } finally {
    remove();
  }
}

function createSamples(): Samples {
  return {
    starts: [],
    memory: [],
    loadedMemory: [],
    loads: IN_FLIGHT.map(() => []),
  };
}
