/** Collects what an explanation finds. */
import { describe, type Issue } from "./issues.js";
import { pathOf, pointerOf, wordsTo, type Place } from "./places.js";
import {
  nodeOf,
  wording,
  wordingOf,
  type ShapeNode,
  type Wording,
} from "./nodes.js";
import { anything } from "../shape.js";

/** A count of issues only chooses between types, for which this is enough. */
const MAX_COUNTED = 10_000;

/** More parts than a value in memory has, and an integer that V8 does not box. */
const UNLIMITED = 1_000_000_000;

/** `limit` issues, and a count of the rest. */
export interface Report {
  issues: Issue[];
  more: number;
  readonly limit: number;
  /** Where reading a part has thrown. */
  thrownAt: Place | null;
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
    thrownAt: null,
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
  node: ShapeNode,
  value: unknown,
  at: Place | null,
  whole = false,
  words: Wording = wordingOf(node),
  branch: string | undefined = node.branch ?? at?.branch,
): void {
  if (isFull(report)) {
    report.more++;
    return;
  }
  const received = describe(value, whole);
  const issue = issueAt(at, node, words, received, branch);
  // Most often it is the only one: V8 gives a literal of one element no spare
  // capacity, and `push` more.
  if (report.issues.length === 0) report.issues = [issue];
  else report.issues.push(issue);
}

/** The same where the node does not say what is expected. */
export function addWorded(
  report: Report,
  node: ShapeNode,
  value: unknown,
  at: Place | null,
  expected: string,
): void {
  addIssue(report, node, value, at, false, wording(node.text, expected));
}

/** The same of what no shape says. */
export function addOther(
  report: Report,
  expected: string,
  value: unknown,
  at: Place | null,
): void {
  addWorded(report, nodeOf(anything), value, at, expected);
}

/** The same where nothing is collected. */
export function issueOf(
  expected: string,
  received: string,
  at: Place | null = null,
): Issue {
  const words = wording("", expected);
  return issueAt(at, nodeOf(anything), words, received, undefined);
}

/** The issue of what a node names at a place. */
function issueAt(
  at: Place | null,
  node: ShapeNode,
  { expected, whole, behind }: Wording,
  received: string,
  branch: string | undefined,
): Issue {
  const path = pathOf(at, node.path);
  const pointer = at === null ? node.pointer : pointerOf(at) + node.pointer;
  const message = (at === null ? whole : wordsTo(at) + behind) + received;
  // V8 makes whole literals at once.
  return branch === undefined
    ? { path, pointer, expected, received, message }
    : { path, pointer, expected, received, message, branch };
}
