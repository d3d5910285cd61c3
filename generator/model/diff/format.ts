import type { Change } from "./change.js";
import { diffMarkdown } from "./markdown.js";
import { diffText } from "./text.js";
import { unreachable } from "../walk.js";

/** How changes can be shown. */
export const DIFF_FORMATS = ["text", "json", "md"] as const;

/** One of the formats. */
export type DiffFormat = (typeof DIFF_FORMATS)[number];

/** What the two models are called. */
export interface DiffNames {
  readonly from: string;
  readonly to: string;
}

/** Changes as a picture for a terminal, as JSON, or as a page of Markdown; `colour` is for the first alone. */
export function formatDiff(
  changes: readonly Change[],
  format: DiffFormat,
  names: DiffNames = { from: "older", to: "newer" },
  colour = false,
): string {
  switch (format) {
    case "text":
      return diffText(changes, names, colour);
    case "json":
      return `${JSON.stringify({ ...names, changes }, null, 2)}\n`;
    case "md":
      return diffMarkdown(changes, names);
    default:
      return unreachable(format);
  }
}
