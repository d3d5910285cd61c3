/** Collects what an explanation finds. */
import { describe, issueAt, type Expectation, type Issue } from "./issues.js";
import type { Place } from "./places.js";

/** A count of issues only chooses between types, for which this is enough. */
const MAX_COUNTED = 10_000;

/** More parts than a value in memory has, and an integer that V8 does not box. */
const UNLIMITED = 1_000_000_000;

/** `limit` issues, and a count of the rest. */
export interface Report {
  issues: Issue[];
  more: number;
  readonly limit: number;
  /** The union's member that the value is held against. */
  branch: string | undefined;
  /** Where reading a part has thrown. */
  thrownAt: Place | undefined;
  /** True where only the number of issues is asked for. */
  readonly counting: boolean;
  /** Parts that may still be looked at: none behind what is too deep. */
  left: number;
}

/** One without issues. A literal, as V8 copies it whole. */
export function newReport(limit: number, counting = false): Report {
  return {
    issues: [],
    more: 0,
    limit,
    branch: undefined,
    thrownAt: undefined,
    counting,
    left: counting ? MAX_COUNTED : UNLIMITED,
  };
}

/** How many issues there are, listed or not. */
export function countOf({ issues, more }: Report): number {
  return issues.length + more;
}

/** True when issues are only counted from now on. */
export function isFull({ issues, limit }: Report): boolean {
  return issues.length >= limit;
}

/** Adds an issue; `whole` when the value may be shown as it is. */
export function addIssue(
  report: Report,
  expected: Expectation,
  value: unknown,
  at: Place,
  whole = false,
): void {
  if (isFull(report)) {
    report.more++;
    return;
  }
  const received = describe(value, whole);
  const issue = issueAt(at, expected, received, report.branch);
  // Most often it is the only one: V8 gives a literal of one element no spare
  // capacity, and `push` more.
  if (report.issues.length === 0) report.issues = [issue];
  else report.issues.push(issue);
}
