/**
 * JSON as Prettier leaves it: objects open, arrays on one line if they fit.
 * V8 lays out all but such arrays the same, and that many times faster than code
 * which looks at each value. In its text, lists are told by their line ends: a
 * text in quotes has none.
 */
import type { Page } from "../context.js";
import { plainText } from "../assemble/header-text.js";
import { fits } from "../print/layout.js";

/**
 * The start of an array, a line for each item, and its end. Of more items than
 * that no 80 columns are wide enough, even if each is a digit.
 */
const ARRAY =
  /\[\n((?: *(?:[^ [\]{}\n][^\n]*|\[[^\n]*\],?|\{\},?)\n){1,26}) *\]/g;

/** Where V8 writes `1e+21`, at the end of a line. */
const EXPONENT = /e\+(\d+,?\n)/g;

/** The text of a JSON file, with its line end. */
export function printJson(value: unknown): string {
  let text = `${JSON.stringify(value, null, 2)}\n`.replace(EXPONENT, "e$1");
  // Those inside first: a list that holds them may fit then.
  for (let held = true; held;) {
    held = false;
    text = text.replace(ARRAY, (array, lines: string, at: number, all) => {
      const line = onOneLine(array, lines, at, all as string);
      held ||= line !== array && !isNamed(all as string, at);
      return line;
    });
  }
  return text;
}

/** A JSON file, whose header is its `$comment`, after the members in `first`. */
export function jsonPage(path: string, members: object, first = {}): Page {
  const text = printJson({ ...first, $comment: "", ...members });
  const comment = (value: string) => `"$comment": ${JSON.stringify(value)}`;
  return {
    path,
    under: (header) =>
      text.replace(comment(""), () => comment(plainText(header))),
  };
}

/** Whether what is at this place is a member of an object: `"name": `. */
function isNamed(text: string, at: number): boolean {
  return text[at - 2] === ":";
}

/** An array of `text` on one line, or as it is when it does not fit. */
function onOneLine(
  array: string,
  lines: string,
  at: number,
  text: string,
): string {
  const items = lines.trim().split(/\n */);
  const line = `[${items.join(" ")}]`;
  const start = text.slice(text.lastIndexOf("\n", at) + 1, at);
  const comma = text[at + array.length] === "," ? "," : "";
  return !isTable(items) && fits(start + line + comma) ? line : array;
}

/** Lists of lists have a line for each. */
function isTable(items: readonly string[]): boolean {
  return (
    items.length > 1 &&
    items.every((item) => {
      if (!item.startsWith("[")) return false;
      const list = JSON.parse(item.replace(/,$/, "")) as readonly unknown[];
      return list.length > 1;
    })
  );
}
