/**
 * Returns the known word that is most similar to `word`. Returns `undefined` if
 * all known words differ by more than two edits. A word of two or three letters
 * may differ by one edit, and a word of one letter by none.
 */
export function nearestWord(
  word: string,
  known: readonly string[],
): string | undefined {
  let best: string | undefined;
  let least = Math.min(word.length < 4 ? 2 : 3, word.length);
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const edits = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (edits >= least) continue;
    least = edits;
    best = candidate;
  }
  return best;
}

/**
 * Returns the edit distance between two words: the number of letters to insert,
 * delete or replace, and of pairs of adjacent letters to swap.
 */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1;
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + change,
          isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
