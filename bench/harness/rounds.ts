import { summarize, type Summary } from "./stats.js";

/** One of several ways to do the same, to be measured beside the others. */
export interface Candidate {
  readonly name: string;
  /** How many samples a round takes of it; one by default. */
  readonly samples?: number;
  /** Does it once and answers what it took, in the unit of the benchmark. */
  sample(): number | Promise<number>;
}

/** What was measured of a candidate. */
export interface Measured extends Summary {
  readonly name: string;
}

/**
 * Measures candidates side by side: a round goes once through all of them, then
 * again through those of which it takes more samples. It begins with another one
 * than the round before, so that what else the machine does meets all of them
 * alike. The first rounds only warm up.
 */
export async function measure(
  candidates: readonly Candidate[],
  { rounds, warmup = 1 }: { rounds: number; warmup?: number },
  onRound: (round: number, of: number) => void = () => {},
): Promise<Measured[]> {
  const samples = new Map<Candidate, number[]>(candidates.map((c) => [c, []]));
  const turns = turnsOf(candidates);
  for (let round = 0; round < warmup + rounds; round++) {
    onRound(round + 1, warmup + rounds);
    const first = round % turns.length;
    for (const candidate of [...turns.slice(first), ...turns.slice(0, first)]) {
      const sample = await candidate.sample();
      if (round >= warmup) samples.get(candidate)?.push(sample);
    }
  }
  return candidates.map((candidate) => ({
    name: candidate.name,
    ...summarize(samples.get(candidate) ?? []),
  }));
}

/** Who takes its turn when, in one round. */
function turnsOf(candidates: readonly Candidate[]): Candidate[] {
  const passes = Math.max(...candidates.map(({ samples = 1 }) => samples));
  return Array.from({ length: passes }, (_, pass) =>
    candidates.filter(({ samples = 1 }) => pass < samples),
  ).flat();
}
