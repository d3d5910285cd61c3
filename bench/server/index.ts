/**
 * Servers beside a bare loop: processor time a request, how fast they start,
 * what they need idle. The processor time is the server's own, which at many
 * requests in flight depends little on what else the machine does.
 */
import type { BenchmarkOptions } from "../harness/options.js";
import { summarize } from "../harness/stats.js";
import { markdownTable, ratio, type Column } from "../harness/table.js";
import { Child } from "./child.js";
import { httpClient, named, stdioClient, type Client } from "./clients.js";
import { idleStreams } from "./idle.js";
import {
  AGAIN,
  BARE,
  makePrograms,
  OURS,
  type Kind,
  type Lifecycle,
  type Program,
} from "./programs.js";

const IN_FLIGHT = [1, 16, 64] as const;
const WARM = 10_000;
const WARM_IN_FLIGHT = 16;
/** Calls in a block, and blocks of each server in a round. */
const CALLS = 500;
const BLOCKS = 10;
/** Starts of each server in a round, besides the one that takes the calls. */
const STARTS = 10;

/** Processor time a request over that of the bare loop, at most. */
const AIMS: Readonly<Record<Kind, Readonly<Record<Lifecycle, number>>>> = {
  stdio: { initialize: 1, stateless: 1 },
  http: { initialize: 1.2, stateless: 1.3 },
};

/** Start and idle memory over those of the bare loop, at most. */
const START_AIM = 1.2;

/** A server that runs, and what is measured of it. */
interface Server {
  readonly child: Child;
  readonly client: Client;
  readonly samples: Samples;
}

/** All that is known of a program. */
interface Samples {
  /** Milliseconds from the start of the process to the first answer. */
  readonly starts: number[];
  /** Bytes, once it has answered. */
  readonly memory: number[];
  /** By the index of `IN_FLIGHT`, one for each block of calls. */
  readonly loads: readonly Load[][];
}

interface Load {
  /** Microseconds of the server's processor time for a request. */
  readonly cpu: number;
  /** Requests a second. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
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
    const tables = groups.map((group) => tableOf(group, samplesOf));
    return `Ratios to the bare loop, medians of ${rounds} rounds in which all take turns, on Node ${process.versions.node}; every program is one bundled file.\n\n${tables.join("\n\n")}\n\n${streams}`;
  } finally {
    remove();
  }
}

function noSamples(): Samples {
  return { starts: [], memory: [], loads: IN_FLIGHT.map(() => []) };
}

function tableOf(
  programs: readonly Program[],
  samplesOf: (program: Program) => Samples,
): string {
  const [bare] = programs.filter(({ name }) => name === BARE);
  const [again] = programs.filter(({ name }) => name === AGAIN);
  const [ours] = programs.filter(({ name }) => name === OURS);
  if (!bare || !again || !ours)
    throw new Error("There is nothing to compare with.");
  type Pick = (samples: Samples) => readonly number[];
  const median = (program: Program, of: Pick): number =>
    summarize(of(samplesOf(program))).median;
  const over = (program: Program, of: Pick): string =>
    ratio(median(program, of), median(bare, of));
  const load =
    (index: number, of: (load: Load) => number): Pick =>
    ({ loads }) =>
      loads[index]?.map(of) ?? [];
  const column = (head: string, of: Pick): Column<Program> => ({
    head,
    align: "right",
    cell: (program) => over(program, of),
  });
  const table = markdownTable(programs, [
    {
      head: `${bare.kind}, ${bare.lifecycle}`,
      cell: ({ name }) => name,
    },
    ...IN_FLIGHT.map((count, index) =>
      column(
        `CPU, ${count} in flight`,
        load(index, ({ cpu }) => cpu),
      ),
    ),
    column(
      "rate, 16",
      load(1, ({ rate }) => rate),
    ),
    column(
      "p50, 16",
      load(1, ({ p50 }) => p50),
    ),
    column(
      "p99, 16",
      load(1, ({ p99 }) => p99),
    ),
    column("start", ({ starts }) => starts),
    column("idle memory", ({ memory }) => memory),
  ]);
  const aim = AIMS[bare.kind][bare.lifecycle];
  const cpu = (program: Program): number =>
    IN_FLIGHT.reduce(
      (sum, _, index) =>
        sum +
        median(
          program,
          load(index, (one) => one.cpu),
        ),
      0,
    );
  const say = (what: string, measured: string, limit: number): string =>
    `- ${what}: ${measured}, aim at most ${limit}: ${Number(measured) <= limit ? "held" : "missed"}`;
  return [
    table,
    say("CPU a request, all loads", (cpu(ours) / cpu(bare)).toFixed(2), aim),
    `- the same of ${AGAIN}: ${(cpu(again) / cpu(bare)).toFixed(2)}`,
    say(
      "start",
      over(ours, ({ starts }) => starts),
      START_AIM,
    ),
    say(
      "idle memory",
      over(ours, ({ memory }) => memory),
      START_AIM,
    ),
  ].join("\n");
}
