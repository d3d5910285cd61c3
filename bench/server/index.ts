/**
 * Servers beside a bare loop: processor time a request, how fast they start,
 * what they need idle. The processor time is the server's own, which what else
 * runs on the machine does not change much.
 */
import type { BenchmarkOptions } from "../harness/options.js";
import { summarize } from "../harness/stats.js";
import { markdownTable, ratio, type Column } from "../harness/table.js";
import { Child } from "./child.js";
import { httpClient, named, stdioClient } from "./clients.js";
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
const CALLS = 5_000;

/** Processor time a request over that of the bare loop, at most. */
const AIMS: Readonly<Record<Kind, Readonly<Record<Lifecycle, number>>>> = {
  stdio: { initialize: 1, stateless: 1 },
  http: { initialize: 1.2, stateless: 1.3 },
};

/** Start and idle memory over those of the bare loop, at most. */
const START_AIM = 1.2;

/** What one life of a server gives. */
interface Life {
  /** Milliseconds from the start of the process to the first answer. */
  readonly start: number;
  /** Bytes, once it has answered. */
  readonly memory: number;
  readonly loads: readonly Load[];
}

interface Load {
  /** Microseconds of the server's processor time for a request. */
  readonly cpu: number;
  /** Requests a second. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

async function live(program: Program): Promise<Life> {
  const started = performance.now();
  const child = new Child(program);
  try {
    return await Promise.race([child.died, measure(program, child, started)]);
  } finally {
    await child.end();
  }
}

async function measure(
  program: Program,
  child: Child,
  started: number,
): Promise<Life> {
  const { name, kind, lifecycle } = program;
  const client = named(
    kind === "stdio"
      ? stdioClient(child, lifecycle)
      : httpClient(await child.url(), lifecycle),
    `${name}, ${kind}, ${lifecycle}`,
  );
  await client.open();
  const start = performance.now() - started;
  const { memory } = await child.usage();
  await client.calls(WARM, 16);
  const loads: Load[] = [];
  for (const inFlight of IN_FLIGHT) {
    await client.ready(inFlight);
    const before = await child.usage();
    const begun = performance.now();
    const times = await client.calls(CALLS, inFlight);
    const seconds = (performance.now() - begun) / 1000;
    const after = await child.usage();
    const sorted = times.sort((a, b) => a - b);
    loads.push({
      cpu: (after.cpu - before.cpu) / CALLS,
      rate: CALLS / seconds,
      p50: sorted[Math.floor(CALLS * 0.5)] ?? NaN,
      p99: sorted[Math.floor(CALLS * 0.99)] ?? NaN,
    });
  }
  client.close();
  return { start, memory, loads };
}

/** Measures, and answers tables in Markdown. */
export async function run({ rounds, say }: BenchmarkOptions): Promise<string> {
  const { programs, remove } = await makePrograms();
  const lives = new Map<Program, Life[]>(programs.map((one) => [one, []]));
  try {
    for (let round = 0; round < rounds; round++) {
      say(`server: round ${round + 1} of ${rounds}`);
      const first = round % programs.length;
      const order = [...programs.slice(first), ...programs.slice(0, first)];
      for (const program of order)
        lives.get(program)?.push(await live(program));
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
    const tables = (["stdio", "http"] as const).flatMap((kind) =>
      (["initialize", "stateless"] as const).map((lifecycle) =>
        tableOf(
          programs.filter(
            (one) => one.kind === kind && one.lifecycle === lifecycle,
          ),
          lives,
        ),
      ),
    );
    return `Ratios to the bare loop, medians of ${rounds} interleaved rounds on Node ${process.versions.node}; every program is one bundled file.\n\n${tables.join("\n\n")}\n\n${streams}`;
  } finally {
    remove();
  }
}

function tableOf(
  programs: readonly Program[],
  lives: ReadonlyMap<Program, readonly Life[]>,
): string {
  const [bare] = programs.filter(({ name }) => name === BARE);
  const [again] = programs.filter(({ name }) => name === AGAIN);
  const [ours] = programs.filter(({ name }) => name === OURS);
  if (!bare || !again || !ours)
    throw new Error("There is nothing to compare with.");
  const median = (program: Program, of: (life: Life) => number): number =>
    summarize((lives.get(program) ?? []).map(of)).median;
  const over = (program: Program, of: (life: Life) => number): string =>
    ratio(median(program, of), median(bare, of));
  const load = (index: number, of: (load: Load) => number) => (life: Life) => {
    const one = life.loads[index];
    return one ? of(one) : NaN;
  };
  const column = (
    head: string,
    of: (life: Life) => number,
  ): Column<Program> => ({
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
    column("start", ({ start }) => start),
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
      over(ours, ({ start }) => start),
      START_AIM,
    ),
    say(
      "idle memory",
      over(ours, ({ memory }) => memory),
      START_AIM,
    ),
  ].join("\n");
}
