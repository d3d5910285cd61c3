/**
 * Replaces unsafe characters, such as escape sequences, in outputs of the
 * program. Text that comes from a server or a file therefore cannot control the
 * terminal.
 */
import { cleanText } from "../../../runtime/limits/text.js";
import { COLOURS } from "./report.js";

/**
 * Parts of an output that are printed unchanged: line ends, tabs, and the two
 * characters that control the joining of letters and emoji.
 */
const LAYOUT = "\\r?\\n|[\\t\\u200C\\u200D]";
const COLOUR_CODES = ["0", ...Object.values(COLOURS)].join("|");

const PLAIN_PARTS = new RegExp(`(${LAYOUT})`);
const COLOURED_PARTS = new RegExp(`(${LAYOUT}|\\x1b\\[(?:${COLOUR_CODES})m)`);

/** Characters that may be unsafe. Other characters are always safe. */
const UNCOMMON = /[^\n\t\x20-\x7E]/;

/**
 * Returns an output in which U+FFFD replaces each unsafe character. With
 * `colour`, keeps the colour codes that the program itself prints.
 */
export function cleanOutput(text: string, colour: boolean): string {
  if (!UNCOMMON.test(text)) return text;
  return text
    .split(colour ? COLOURED_PARTS : PLAIN_PARTS)
    .map((part, index) => (index % 2 ? part : cleanText(part, Infinity)))
    .join("");
}
