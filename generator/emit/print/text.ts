/** Functions that create the text of generated modules and of JSON files. */
import type { Piece } from "./pieces.js";

/**
 * Returns the texts of those declarations for which `isWritten` returns true.
 */
export function getTexts(
  pieces: readonly Piece[],
  isWritten: (piece: Piece) => boolean,
): string[] {
  return pieces.filter(isWritten).map(({ text }) => text());
}

/**
 * Returns the text of a JSON file. The file contains the members of `first`,
 * the header as the member `$comment`, and then the members of `members`.
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
