import { summarize, type Summary } from "./stats.js";

/** One of several ways to do the same, to be measured beside the others. */
export interface Candidate {
  readonly name: string;
  /** Does it once and answers what it took, in the unit of the benchmark. */
  sample(): number | Promise<number>;
}

/** What was measured of a candidate. */
export interface Measured extends Summary {
  readonly name: string;
}

/**
 * Measures candidates side by side: each round takes one sample of each, and
 * begins with another one than the round before, so that what else the machine
 * does meets all of them alike. The first rounds only warm up.
 */
export async function measure(
  candidates: readonly Candidate[],
  { rounds, warmup = 1 }: { rounds: number; warmup?: number },
  onRound: (round: number, of: number) => void = () => {},
): Promise<Measured[]> {
  const samples = new Map<Candidate, number[]>(candidates.map((c) => [c, []]));
  for (let round = 0; round < warmup + rounds; round++) {
    onRound(round + 1, warmup + rounds);
    const first = round % candidates.length;
    const order = [...candidates.slice(first), ...candidates.slice(0, first)];
    for (const candidate of order) {
      const sample = await candidate.sample();
      if (round >= warmup) samples.get(candidate)?.push(sample);
    }
  }
  return candidates.map((candidate) => ({
    name: candidate.name,
    ...summarize(samples.get(candidate) ?? []),
  }));
}
