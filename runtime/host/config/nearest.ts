/**
 * Returns the known word that is most similar to `word`. Returns `undefined` if
 * all known words differ by more than two edits, or if the edits would replace
 * all letters of `word`.
 */
export function nearestWord(
  word: string,
  known: readonly string[],
): string | undefined {
  let best: string | undefined;
  let least = Math.min(3, word.length);
  for (const candidate of known) {
    const edits = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (edits >= least) continue;
    least = edits;
    best = candidate;
  }
  return best;
}

/**
 * Returns the Levenshtein distance between two words: the number of letters to
 * insert, delete or replace.
 */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1;
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + change,
        ),
      );
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
