/** Says what is wrong with arrays. */
import { bounds } from "./expectations.js";
import { explainAt, readAt } from "./explain.js";
import { isBetween } from "./kinds.js";
import type { Report } from "./report.js";
import { made, type List, type Tuple } from "./shape.js";

/** Reports what is wrong with the length of an array, and with its items. */
export function explainArray(
  list: List,
  value: readonly unknown[],
  report: Report,
): void {
  if (!isBetween(list, value.length)) {
    report.add(`array${bounds("of", list, "items")}`, value);
  }
  const it = made(list.element);
  if (it.kind === "any") return;
  for (let i = 0; i < value.length; i++)
    explainAt(i, it, readAt(i, value, report), report);
}

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
    const item = readAt(i, value, report);
    const shape = items[i] ?? more;
    if (items[i] || (more.kind !== "any" && more.kind !== "never"))
      explainAt(i, shape, item, report);
  }
}
