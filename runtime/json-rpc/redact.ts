/**
 * Patterns of secrets, each with its replacement: credentials in URLs, tokens,
 * and settings such as `password=…`. The text may come from an untrusted peer,
 * so matching takes linear time: a match cannot start within a word, and each
 * word is scanned once.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/(\/\/)[^\s/@]+@/g, "$1[redacted]@"],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, "$1 [redacted]"],
  [
    /(?<![\w-])(?=[\w-]*?(?:api[_-]?key|password|passwd|secret|token))([\w-]+["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&]+)/gi,
    "$1[redacted]",
  ],
];

/**
 * Maximum length of an error message that is sent to the peer, in characters.
 */
const MAX_MESSAGE_LENGTH = 2_000;

/**
 * Returns an error message without secrets. All text that looks like a secret
 * is replaced, and the message is shortened to the maximum length.
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
