/** Tuples, apart from the other shapes: few revisions have any. */
import { explainAt } from "./explain.js";
import type { Report } from "./report.js";
import { made, type Tuple } from "./shape.js";

/** Reports what is wrong with the items of a tuple. */
export function explainTuple(
  { items, min, rest }: Tuple,
  value: readonly unknown[],
  report: Report,
): void {
  const more = made(rest);
  if (more.kind === "never" && value.length > items.length)
    report.add(`array of at most ${items.length} items`, value);
  const length = Math.max(value.length, min);
  for (let i = 0; i < length; i++) {
    const item = items[i];
    if (item) explainAt(i, item, value[i], report);
    else if (more.kind !== "any" && more.kind !== "never")
      explainAt(i, more, value[i], report);
  }
}
