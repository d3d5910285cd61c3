/** Report that collects the issues of an invalid value. */
import { describeValue, type Issue, type Path } from "./issues.js";
import {
  getPath,
  formatPointer,
  formatPointerStep,
  formatLocation,
  formatStep,
  isShortIdentifier,
  removeLeadingDot,
  type ValueLocation,
} from "./places.js";
import {
  getRootNode,
  createWording,
  getWording,
  type ShapeNode,
  type Wording,
} from "./nodes.js";
import { anything } from "../shape.js";

/**
 * Maximum number of visited nested values while issues are only counted. The
 * count is only used to choose between union members, and need not be exact.
 */
const MAX_COUNTED = 10_000;

/**
 * Maximum number of visited nested values in a full explanation. Values in
 * memory cannot reach the maximum, and V8 stores the number without boxing.
 */
const UNLIMITED = 1_000_000_000;

/**
 * Collected issues: at most `limit` issues in a list, and the number of all
 * further issues in `more`.
 */
export interface Report {
  issues: Issue[];
  more: number;
  readonly limit: number;
  /**
   * Location at which reading the value threw an error. Null if no error was
   * thrown.
   */
  thrownAt: ValueLocation | null;
  /** Whether issues are only counted instead of collected. */
  readonly counting: boolean;
  /**
   * Number of nested values that may still be visited. Set to 0 if the value is
   * nested too deeply.
   */
  visitsLeft: number;
}

/**
 * Creates an empty report. V8 allocates the complete object literal in one
 * step.
 */
export function createReport(limit: number, counting = false): Report {
  return {
    issues: [],
    more: 0,
    limit,
    thrownAt: null,
    counting,
    visitsLeft: counting ? MAX_COUNTED : UNLIMITED,
  };
}

/**
 * Returns the number of all issues, including issues in excess of the limit.
 */
export function getIssueCount({ issues, more }: Report): number {
  return issues.length + more;
}

/**
 * Returns whether the report has reached its limit. Further issues are then
 * only counted.
 */
export function isFull({ issues, limit }: Report): boolean {
  return issues.length >= limit;
}

/**
 * Adds an issue to the report. Set `whole` if the message may contain the
 * complete value.
 */
export function addIssue(
  report: Report,
  node: ShapeNode,
  value: unknown,
  at: ValueLocation | null,
  whole = false,
  words: Wording = getWording(node),
  branch: string | undefined = node.branch ?? at?.branch,
): void {
  if (isFull(report)) {
    report.more++;
    return;
  }
  const received = describeValue(value, whole);
  const issue = createIssueAt(at, node, words, received, branch);
  // Most reports have only one issue. V8 allocates an array literal with one
  // element without spare capacity, whereas `push` adds spare capacity.
  if (report.issues.length === 0) report.issues = [issue];
  else report.issues.push(issue);
}

/**
 * Adds an issue with the text `expected` for the expected value, such as the
 * required length of an array. The description of the node is not used.
 */
export function addIssueExpecting(
  report: Report,
  node: ShapeNode,
  value: unknown,
  at: ValueLocation | null,
  expected: string,
): void {
  addIssue(report, node, value, at, false, createWording(node.text, expected));
}

/**
 * Adds an issue whose expectation, such as "a readable value", cannot be
 * expressed by a runtime schema.
 */
export function addUnshapedIssue(
  report: Report,
  expected: string,
  value: unknown,
  at: ValueLocation | null,
): void {
  addIssueExpecting(report, getRootNode(anything), value, at, expected);
}

/**
 * Adds an issue at the path that consists of the first `depth` items of `keys`.
 * Used for expectations that a runtime schema cannot express.
 */
export function addIssueAtPath(
  report: Report,
  keys: Path,
  depth: number,
  { expected, atRoot, below }: Wording,
  value: unknown,
): void {
  if (isFull(report)) {
    report.more++;
    return;
  }
  const path = copyKeys(keys, depth);
  let pointer = "";
  let text = "";
  for (let i = 0; i < depth; i++) {
    const key = path[i] as string | number;
    const isFirst = i === 0;
    if (isShortIdentifier(key)) {
      pointer += `/${key}`;
      // Omit the dot of the first key here: to remove it later, V8 would copy
      // the text.
      text += isFirst ? key : `.${key}`;
    } else {
      const step = formatStep(key);
      pointer += formatPointerStep(key);
      text += isFirst ? removeLeadingDot(step) : step;
    }
  }
  const received = describeValue(value);
  const message = (text === "" ? atRoot : text + below) + received;
  report.issues.push({ path, pointer, expected, received, message });
}

/**
 * Returns the first `depth` items of `keys` as a new array. V8 creates a short
 * array literal faster than it copies an array.
 */
function copyKeys(keys: Path, depth: number): Path {
  const known = keys as readonly [string, string, string];
  if (depth === 1) return [known[0]];
  if (depth === 2) return [known[0], known[1]];
  return depth === 3 ? [known[0], known[1], known[2]] : keys.slice(0, depth);
}

/** Creates an issue without adding it to a report. */
export function createIssue(
  expected: string,
  received: string,
  at: ValueLocation | null = null,
): Issue {
  const words = createWording("", expected);
  return createIssueAt(at, getRootNode(anything), words, received, undefined);
}

/**
 * Creates an issue at a node of the tree. The path of the node is relative to
 * the location `at`.
 */
function createIssueAt(
  at: ValueLocation | null,
  node: ShapeNode,
  { expected, atRoot, below }: Wording,
  received: string,
  branch: string | undefined,
): Issue {
  const path = getPath(at, node.path);
  const pointer = at === null ? node.pointer : formatPointer(at) + node.pointer;
  const message =
    (at === null ? atRoot : formatLocation(at) + below) + received;
  // V8 allocates a complete object literal in one step.
  return branch === undefined
    ? { path, pointer, expected, received, message }
    : { path, pointer, expected, received, message, branch };
}
