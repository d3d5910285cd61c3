/** Implementation of the generated `validateX` functions. */
import { explain } from "./explain/explain.js";
import { type Validation } from "./explain/issues.js";
import type { RefinementOptions } from "./messages.js";
import { getRefinement } from "./refine/loaded.js";
import {
  addIssue,
  addUnshapedIssue,
  getIssueCount,
  createReport,
  type Report,
} from "./explain/report.js";
import { getRootNode } from "./explain/nodes.js";
import type { Shape } from "./shape.js";

/** Options of the generated `validateX` functions. */
export interface ValidateOptions extends RefinementOptions {
  /**
   * Maximum number of issues in the result. Further issues are only counted.
   *
   * @default 20
   */
  readonly maxIssues?: number | undefined;
}

/** Validates a value. Returns the value with the type `T`, or the issues. */
export function validate<T>(
  value: unknown,
  is: (value: unknown) => value is T,
  shape: Shape,
  options?: ValidateOptions,
): Validation<T> {
  const refinement = options && getRefinement(options);
  const limit = options?.maxIssues ?? 20;
  if (!is(value)) return explainRejected(value, shape, createReport(limit));
  return options && refinement
    ? refinement.refineValue(shape, value, createReport(limit), options)
    : { ok: true, value };
}

type Rejected = Extract<Validation<never>, { ok: false }>;

/**
 * Returns the issues of a value that the guard rejected. The result always
 * contains at least one issue.
 */
export function explainRejected(
  value: unknown,
  shape: Shape,
  report: Report = createReport(20),
): Rejected {
  try {
    const node = getRootNode(shape);
    explain(node, value, null, report);
    // The explanation found no issue, because a getter returned a different
    // value when the guard read it.
    if (getIssueCount(report) === 0) addIssue(report, node, value, null);
  } catch {
    addUnshapedIssue(report, "a readable value", undefined, report.thrownAt);
  }
  return { ok: false, issues: report.issues, more: report.more };
}
