/** What the generated `validateX` does. */
import { explain } from "./explain/explain.js";
import { type Validation } from "./explain/issues.js";
import { refine, type Refinement } from "./refine.js";
import {
  addIssue,
  addOther,
  countOf,
  newReport,
  type Report,
} from "./explain/report.js";
import { nodeOf } from "./explain/nodes.js";
import type { Shape } from "./shape.js";

export interface ValidateOptions {
  /**
   * What becomes of keys that the type does not know: they stay (`keep`, the
   * default), are left out of a copy (`strip`), or are issues (`reject`).
   */
  readonly unknownKeys?: "keep" | "strip" | "reject" | undefined;
  /** Whether `@format` is asserted; by default it is not. */
  readonly formats?: "ignore" | "assert" | undefined;
  /** How many issues are listed; 20 by default, the rest is counted. */
  readonly maxIssues?: number | undefined;
}

/** The value as a `T`, or what is wrong with it. */
export function validate<T>(
  value: unknown,
  is: (value: unknown) => value is T,
  shape: Shape,
  options?: ValidateOptions,
): Validation<T> {
  const limit = options?.maxIssues ?? 20;
  if (!is(value)) return refused(value, shape, newReport(limit));
  const { unknownKeys = "keep", formats = "ignore" } = options ?? {};
  if (unknownKeys === "keep" && formats === "ignore")
    return { ok: true, value };
  return refined(value, shape, newReport(limit), { unknownKeys, formats });
}

type Refused = Extract<Validation<never>, { ok: false }>;

/** There is at least one issue: what the guard refused stays refused. */
export function refused(
  value: unknown,
  shape: Shape,
  report: Report = newReport(20),
): Refused {
  try {
    const node = nodeOf(shape);
    explain(node, value, null, report);
    // A getter gave the guard another value than it gives now.
    if (countOf(report) === 0) addIssue(report, node, value, null);
  } catch {
    addUnreadable(report);
  }
  return { ok: false, issues: report.issues, more: report.more };
}

function refined<T>(
  value: T,
  shape: Shape,
  report: Report,
  options: Refinement,
): Validation<T> {
  let result: unknown = value;
  try {
    result = refine(shape, value, report, options);
  } catch {
    addUnreadable(report);
  }
  return countOf(report) === 0
    ? { ok: true, value: result as T }
    : { ok: false, issues: report.issues, more: report.more };
}

function addUnreadable(report: Report): void {
  addOther(report, "a readable value", undefined, report.thrownAt);
}
