import { summarize, type Summary } from "./stats.js";

/** Candidate of a benchmark: one of several ways to do the same task. */
export interface Candidate {
  readonly name: string;
  /**
   * Number of samples per round.
   * @default 1
   */
  readonly samples?: number;
  /**
   * Performs the task once and returns its cost, in the unit of the benchmark.
   */
  sample(): number | Promise<number>;
}

/** Results of a candidate after all rounds. */
export interface Measured extends Summary {
  readonly name: string;
}

/**
 * Measures candidates side by side. A round measures each candidate once, and
 * then measures again the candidates that need more samples. Each round starts
 * with a different candidate, so that other load on the machine affects all
 * candidates equally. The first rounds are warm-up and are not counted.
 */
export async function measure(
  candidates: readonly Candidate[],
  { rounds, warmup = 1 }: { rounds: number; warmup?: number },
  onRound: (round: number, of: number) => void = () => {},
): Promise<Measured[]> {
  const samples = new Map<Candidate, number[]>(candidates.map((c) => [c, []]));
  const turns = scheduleRound(candidates);
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

/** Returns the order in which a round measures the candidates. */
function scheduleRound(candidates: readonly Candidate[]): Candidate[] {
  const passes = Math.max(...candidates.map(({ samples = 1 }) => samples));
  return Array.from({ length: passes }, (_, pass) =>
    candidates.filter(({ samples = 1 }) => pass < samples),
  ).flat();
}
