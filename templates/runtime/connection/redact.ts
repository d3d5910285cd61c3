/**
 * Shapes of what must not be told: credentials in URLs, tokens, settings. They
 * take time in proportion to a text, which may be a stranger's: no match is
 * tried from within a word, and a word is looked through once.
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

/** A message of an error without what looks like a secret, and not endless. */
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
