/**
 * Checks each message in a pasted text, like the command `mcp-codegen
 * validate`.
 */
import type { Side } from "../../generator/emit/context.js";
import { TrafficChecker } from "../../generator/validate/check.js";
import type { Fault } from "../../generator/validate/fault.js";
import { recognize } from "../../generator/validate/recognize.js";
import type { Summary } from "../../generator/validate/summary.js";
import type { Revision } from "../protocol/revision.js";
import { loadDecoders } from "./decoders.js";

/** Line of the pasted text, with the problems found in the line. */
export interface LineFaults {
  readonly line: number;
  /** First message in the line. Undefined if the line contains no message. */
  readonly message: unknown;
  readonly text: string;
  readonly faults: readonly Fault[];
}

/** Result of checking a pasted text. */
export interface CheckResult {
  readonly judged: readonly LineFaults[];
  readonly summary: Summary;
  /**
   * Protocol version that the pasted text names, if it differs from the version
   * that the user chose.
   */
  readonly speaks: string | null;
}

/**
 * Checks a text that contains a single message, a list of messages, JSON lines,
 * or a log.
 */
export function checkText(
  text: string,
  { name, model }: Revision,
  from: Side | undefined,
): CheckResult {
  const lines = splitLines(text);
  const first = lines.map(recognize).find(({ kind }) => kind === "messages");
  const faults = new Map<number, Fault[]>();
  let speaks: string | null = null;
  const checker = new TrafficChecker({
    model,
    decoders: loadDecoders(name),
    from,
    isLog: first?.kind === "messages" && !first.bare,
    report: (fault) =>
      faults.set(fault.line, [...(faults.get(fault.line) ?? []), fault]),
    differs: (version) => (speaks ??= version),
  });
  for (const [index, line] of lines.entries()) checker.line(line, index + 1);
  const judged = [...faults].map(([line, found]) => {
    const own = lines[line - 1] ?? "";
    const seen = recognize(own);
    const message =
      seen.kind === "messages" ? seen.messages[0]?.value : undefined;
    return { line, message, text: own, faults: found };
  });
  return { judged, summary: checker.end(), speaks };
}

/**
 * Splits a text into lines. A JSON document becomes one line. A JSON array
 * becomes one line per item.
 */
function splitLines(text: string): string[] {
  try {
    const whole: unknown = JSON.parse(text);
    const items: unknown[] = Array.isArray(whole) ? whole : [whole];
    return items.map((item) => JSON.stringify(item));
  } catch {
    return text.split(/\r?\n/);
  }
}
