/**
 * Patterns of secrets: credentials in URLs, tokens, settings. They take linear
 * time, since the string may be a stranger's: no match starts within a word,
 * and each word is scanned once.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/(\/\/)[^\s/@]+@/g, "$1[redacted]@"],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, "$1 [redacted]"],
  [
    /(?<![\w-])(?=[\w-]*?(?:api[_-]?key|password|passwd|secret|token))([\w-]+["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&]+)/gi,
    "$1[redacted]",
  ],
];

/** Longest message of an error that is passed on, in characters. */
const LONGEST_MESSAGE = 2_000;

/** An error's message, shortened, without what looks like a secret. */
export function redactMessage(message: string): string {
  const cut =
    message.length > LONGEST_MESSAGE
      ? `${message.slice(0, LONGEST_MESSAGE)}…`
      : message;
  return SECRETS.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    cut,
  );
}
