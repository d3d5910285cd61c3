/**
 * Escapes all non-ASCII characters of JavaScript source code, because V8 reads
 * ASCII files many times faster. Non-ASCII characters occur only in strings,
 * regular expressions and comments, where an escape sequence is equivalent.
 *
 * @throws Error when a backslash precedes a non-ASCII character.
 */
export function escapeNonAscii(text: string): string {
  const [odd] = /.{0,40}\\[^\0-\x7f]/.exec(text) ?? [];
  if (odd !== undefined)
    throw new Error(
      `Cannot escape a non-ASCII character after a backslash: ${odd}`,
    );
  return text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
