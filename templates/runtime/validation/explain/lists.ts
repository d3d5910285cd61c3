/** Says what is wrong with arrays. */
import { bounds } from "./expectations.js";
import { explainAt, readAt } from "./explain.js";
import { hasOwn } from "../guards.js";
import { isBetween } from "../kinds.js";
import type { Report } from "./report.js";
import { made, type List, type Made } from "../shape.js";

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
  explainItems(it, value, report);
}

function explainItems(
  it: Made,
  value: readonly unknown[],
  report: Report,
): void {
  for (let i = 0; i < value.length; i++) {
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
