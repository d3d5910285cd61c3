import { closest, distance } from "fastest-levenshtein";

/** The candidate most like `word`, or undefined when none is close enough. */
export function nearest(
  word: string,
  candidates: readonly string[],
): string | undefined {
  if (word === "" || candidates.length === 0) return undefined;
  const best = closest(word.toLowerCase(), candidates);
  const limit = Math.max(2, Math.floor(best.length / 2));
  return distance(word.toLowerCase(), best) <= limit ? best : undefined;
}
