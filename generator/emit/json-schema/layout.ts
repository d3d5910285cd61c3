/** JSON as Prettier leaves it: objects open, arrays on one line if they fit. */
import {
  group,
  hardline,
  indent,
  join,
  line,
  print,
  softline,
  type Layout,
} from "../layout.js";
import { literal } from "../syntax.js";

/** The text of a JSON file, with its line end. */
export function printJson(value: unknown): string {
  return `${print(jsonLayout(value))}\n`;
}

/** Lists of lists have a line for each. */
function isTable(values: readonly unknown[]): boolean {
  return (
    values.length > 1 &&
    values.every((value) => Array.isArray(value) && value.length > 1)
  );
}

function jsonLayout(value: unknown): Layout {
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    const items = join([",", line], value.map(jsonLayout));
    return group(["[", indent([softline, items]), softline, "]"], {
      shouldBreak: isTable(value),
    });
  }
  if (typeof value === "number") return literal(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const members = entries.map(([key, child]): Layout => [
    JSON.stringify(key),
    ": ",
    jsonLayout(child),
  ]);
  return [
    "{",
    indent([hardline, join([",", hardline], members)]),
    hardline,
    "}",
  ];
}
