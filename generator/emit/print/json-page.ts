import type { Page } from "../context.js";

/** A JSON file, whose header is its `$comment`, after the members in `first`. */
export function jsonPage(path: string, members: object, first = {}): Page {
  return {
    path,
    under: (header) => {
      const value = { ...first, $comment: plainText(header), ...members };
      return `${JSON.stringify(value, null, 2)}\n`;
    },
  };
}

/** The text of a block comment on one line, for files without comments. */
function plainText(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .filter((line) => line !== "")
    .join(" ");
}
