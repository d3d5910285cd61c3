/** JSON as Prettier leaves it: objects open, arrays on one line if they fit. */
import type { Page } from "../context.js";
import { plainText } from "../header-text.js";
import { fits } from "../layout.js";
import { literal } from "../syntax.js";

/** The text of a JSON file, with its line end. */
export function printJson(value: unknown): string {
  return `${printValue(value, "", "", "")}\n`;
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

/** A value after what stands before it in its line, and before a comma. */
function printValue(
  value: unknown,
  indent: string,
  before: string,
  after: string,
): string {
  const line = onOneLine(value);
  if (line !== null && (line[0] !== "[" || fits(before + line + after)))
    return line;
  const deeper = `${indent}  `;
  const lines: string[] = [];
  const add = (key: string, child: unknown, last: boolean): void => {
    const comma = last ? "" : ",";
    const start = deeper + key;
    lines.push(start + printValue(child, deeper, start, comma) + comma);
  };
  if (Array.isArray(value)) {
    value.forEach((item, i) => add("", item, i === value.length - 1));
    return `[\n${lines.join("\n")}\n${indent}]`;
  }
  const entries = Object.entries(value as object);
  entries.forEach(([key, child], i) =>
    add(`${JSON.stringify(key)}: `, child, i === entries.length - 1),
  );
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** The text of a value without a line break, or null if it has to have one. */
function onOneLine(value: unknown): string | null {
  if (typeof value === "number") return literal(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (!Array.isArray(value)) return Object.keys(value).length > 0 ? null : "{}";
  if (isTable(value)) return null;
  const items: string[] = [];
  for (const item of value) {
    const text = onOneLine(item);
    if (text === null) return null;
    items.push(text);
  }
  return `[${items.join(", ")}]`;
}

/** Lists of lists have a line for each. */
function isTable(values: readonly unknown[]): boolean {
  return (
    values.length > 1 &&
    values.every((value) => Array.isArray(value) && value.length > 1)
  );
}
