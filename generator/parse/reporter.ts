import {
  codeFrame,
  UserError,
  type Diagnostic,
  type Place,
} from "../support/errors.js";
import type { Position } from "../model/types.js";
import { PARSE_DIAGNOSTICS, type ParseCode } from "./diagnostics.js";
import { ts, type TS } from "./read/typescript.js";

/**
 * Position of an error or warning: an offset in the text, or a line and column.
 * Null if the diagnostic concerns the whole file.
 */
type At = number | Position | null;

/**
 * Collects the errors and warnings of one file, so that all of them are shown
 * together.
 */
export interface Reporter {
  /**
   * Adds an error. `fix` replaces the fix of the error code in
   * `PARSE_DIAGNOSTICS`.
   */
  error(code: ParseCode, at: At, message: string, fix?: string): void;
  /** Adds a warning, with an optional `fix` like that of an error. */
  warning(code: ParseCode, at: At, message: string, fix?: string): void;
  /** Converts an offset in the text to a line and column. Both start at 1. */
  position(offset: number): Position;
  /**
   * Returns a position as `file:line:column`, for messages that mention a
   * second position in the file.
   */
  place(at: Position): string;
  readonly failed: boolean;
  /**
   * Returns all errors and warnings in the order of the text, without
   * duplicates.
   */
  diagnostics(): Diagnostic[];
}

/**
 * Creates a reporter for errors and warnings in `text`. Messages contain `file`
 * as the name of the text.
 */
export function createReporter(file: string, text: string): Reporter {
  const found = new Map<string, Diagnostic>();
  let failed = false;
  let lines: readonly string[] | undefined;
  let starts: readonly number[] | undefined;

  function position(offset: number): Position {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  function add(
    severity: Diagnostic["severity"],
    code: ParseCode,
    at: At,
    message: string,
    ownFix?: string,
  ): void {
    if (severity === "error") failed = true;
    lines ??= text.split("\n");
    const { line, column } =
      typeof at === "number" ? position(at) : (at ?? { line: 0, column: 0 });
    const place: Place | null =
      line === 0
        ? null
        : { file, line, column, frame: codeFrame(lines, line, column) };
    const { cause, fix } = PARSE_DIAGNOSTICS[code];
    const key = `${line}:${column}:${code}:${message}`;
    if (!found.has(key))
      found.set(key, {
        severity,
        code,
        message,
        place,
        cause,
        fix: ownFix ?? fix,
      });
  }

  return {
    error: (code, at, message, fix) => add("error", code, at, message, fix),
    warning: (code, at, message, fix) => add("warning", code, at, message, fix),
    position,
    place: ({ line, column }) => `${file}:${line}:${column}`,
    get failed() {
      return failed;
    },
    diagnostics: () => [...found.values()].sort(byPlace),
  };
}

/** Returns an error with all errors of a reporter, without its warnings. */
export function toUserError(reporter: Reporter): UserError {
  const all = reporter.diagnostics();
  return new UserError(all.filter(({ severity }) => severity === "error"));
}

/**
 * Returns the offset of a node's first character, without preceding comments
 * and white space.
 */
export function getStartOffset(node: TS.Node, source: TS.SourceFile): number {
  return ts.getTokenPosOfNode(node, source);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
    starts.push(at + 1);
  return starts;
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (
    (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
    (a.place?.column ?? 0) - (b.place?.column ?? 0) ||
    (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
  );
}
