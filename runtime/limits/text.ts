/**
 * Characters that can change how a terminal or a log shows the text around
 * them: control and format characters, lone surrogates and line separators.
 */
const UNSAFE_TEXT = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Returns text of an untrusted peer as one line that can be printed: U+FFFD
 * replaces each unsafe character, and a longer text is cut off.
 *
 * @param maxLength Maximum number of UTF-16 code units that are kept.
 */
export function cleanText(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut.replace(UNSAFE_TEXT, "\uFFFD");
}
