/**
 * Patterns of secrets: credentials in URLs, tokens, settings. They run in
 * linear time, since the text may come from an untrusted peer: no match starts
 * within a word, and each word is scanned once.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/(\/\/)[^\s/@]+@/g, "$1[redacted]@"],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, "$1 [redacted]"],
  [
    /(?<![\w-])(?=[\w-]*?(?:api[_-]?key|password|passwd|secret|token))([\w-]+["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&]+)/gi,
    "$1[redacted]",
  ],
];

/** Maximum length of an error message that is passed on, in characters. */
const MAX_MESSAGE_LENGTH = 2_000;

/**
 * Returns an error message shortened to the maximum length, with everything
 * that looks like a secret replaced.
 */
export function redactMessage(message: string): string {
  const cut =
    message.length > MAX_MESSAGE_LENGTH
      ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…`
      : message;
  return SECRETS.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    cut,
  );
}
