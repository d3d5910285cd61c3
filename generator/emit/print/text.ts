/** Functions that create the text of generated modules and of JSON files. */
import type { Piece } from "./pieces.js";

/** Returns the texts of the pieces for which `isWritten` returns true. */
export function getTexts(
  pieces: readonly Piece[],
  isWritten: (piece: Piece) => boolean,
): string[] {
  return pieces.filter(isWritten).map(({ text }) => text);
}

/**
 * Returns the text of a JSON file. The header is the value of the member
 * `$comment`, which follows the members of `first`.
 */
export function printJson(
  headerLines: readonly string[],
  members: object,
  first: object = {},
): string {
  const lines = headerLines.map((line) => line.trim());
  const $comment = lines.filter((line) => line !== "").join(" ");
  const value = { ...first, $comment, ...members };
  return `${JSON.stringify(value, null, 2)}\n`;
}
