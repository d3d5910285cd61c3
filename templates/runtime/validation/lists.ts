/** Says what is wrong with arrays. */
import { bounds } from "./expectations.js";
import { explainAt, readAt } from "./explain.js";
import { hasOwn } from "./guards.js";
import { isBetween } from "./kinds.js";
import type { Report } from "./report.js";
import { made, type List, type Made, type Tuple } from "./shape.js";

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
  explainItems(0, it, value, report);
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
  const length = Math.min(Math.max(value.length, min), items.length);
  for (let i = 0; i < length; i++)
    explainAt(i, items[i] ?? more, readAt(i, value, report), report);
  if (more.kind !== "any" && more.kind !== "never")
    explainItems(items.length, more, value, report);
}

function explainItems(
  start: number,
  it: Made,
  value: readonly unknown[],
  report: Report,
): void {
  for (let i = start; i < value.length; i++) {
    const item = readAt(i, value, report);
    if (item === undefined && report.full && !hasOwn(value, String(i)))
      return explainSparse(i, it, value, report);
    explainAt(i, it, item, report);
  }
}

/** Counts holes without looking at each: there may be billions of them. */
function explainSparse(
  start: number,
  it: Made,
  value: readonly unknown[],
  report: Report,
): void {
  let holes = value.length - start;
  for (const key of Object.keys(value)) {
    const i = Number(key);
    if (String(i) !== key || !(i >= start && i < value.length)) continue;
    holes--;
    explainAt(i, it, readAt(i, value, report), report);
  }
  report.more += holes;
}
