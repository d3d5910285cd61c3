/**
 * Servers beside a bare loop: processor time a request, requests a second, how
 * long one takes, how fast they start, what they need idle. The processor time is
 * the server's own, which at many requests in flight depends little on what else
 * the machine does.
 */
import type { BenchmarkOptions } from "../harness/options.js";
import { Child } from "./child.js";
import { httpClient, named, stdioClient, type Client } from "./clients.js";
import { idleStreams } from "./idle.js";
import { AGAIN, makePrograms, type Program } from "./programs.js";
import { IN_FLIGHT, reportOf, type Load, type Samples } from "./report.js";

const WARM = 10_000;
const WARM_IN_FLIGHT = 16;
/** Calls in a block, and blocks of each server in a round. */
const CALLS = 500;
const BLOCKS = 10;
/** Starts of each server in a round, besides the one that takes the calls. */
const STARTS = 10;

/** A server that runs, and what is measured of it. */
interface Server {
  readonly child: Child;
  readonly client: Client;
  readonly samples: Samples;
}

/**
 * Starts all of them, and has them take turns: what the machine does at a time
 * then falls on each of them alike.
 */
async function liveTogether(
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

/** Starts each of them several times, one at a time. */
async function startInTurns(
  programs: readonly Program[],
  samplesOf: (program: Program) => Samples,
): Promise<void> {
  for (let turn = 0; turn < STARTS; turn++)
    for (const program of shuffled(programs)) {
      const { child, client } = await start(program, samplesOf(program));
      client.close();
      await child.end();
    }
}

/** Starts one, which ends again when it does not answer. */
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
  const client = named(
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
      for (const server of shuffled(servers))
        server.samples.loads[index]?.push(await measure(server, inFlight));
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
 * In any order: what a request takes depends on what ran just before it, most of
 * all at one in flight.
 */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Measures, and answers tables in Markdown. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const { programs, remove } = await makePrograms();
  const groups = (["stdio", "http"] as const).flatMap((kind) =>
    (["initialize", "stateless"] as const).map((lifecycle) =>
      programs.filter(
        (one) => one.kind === kind && one.lifecycle === lifecycle,
      ),
    ),
  );
  const known = new Map<Program, Samples>();
  const samplesOf = (program: Program): Samples => {
    let samples = known.get(program);
    if (!samples) known.set(program, (samples = noSamples()));
    return samples;
  };
  try {
    for (let round = 0; round < rounds; round++) {
      say(`server: round ${round + 1} of ${rounds}`);
      for (const group of groups) {
        await startInTurns(group, samplesOf);
        await liveTogether(shuffled(group), samplesOf);
      }
    }
    say("server: idle streams");
    const streams = await idleStreams(
      programs.filter(
        ({ kind, lifecycle, name }) =>
          kind === "http" &&
          lifecycle === "initialize" &&
          ![AGAIN, "SDK v2"].includes(name),
      ),
    );
    const tables = groups.map((group) => reportOf(group, samplesOf));
    return `Ratios to the bare loop, medians of ${rounds} rounds in which all take turns, on Node ${process.versions.node}; every program is one bundled file.\n\n${tables.join("\n\n")}\n\n${streams}`;
  } finally {
    remove();
  }
}

function noSamples(): Samples {
  return { starts: [], memory: [], loads: IN_FLIGHT.map(() => []) };
}
