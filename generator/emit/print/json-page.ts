import { headerLines } from "../assemble/header.js";
import type { Page } from "../context.js";

/** A JSON file, whose header is its `$comment`, after the members in `first`. */
export function jsonPage(path: string, members: object, first = {}): Page {
  return {
    path,
    under: (header) => {
      const said = headerLines(header).map((line) => line.trim());
      const $comment = said.filter((line) => line !== "").join(" ");
      const value = { ...first, $comment, ...members };
      return `${JSON.stringify(value, null, 2)}\n`;
    },
  };
}
