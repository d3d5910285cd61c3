/**
 * Output of the command `validate`: each fault as soon as it is found, then a
 * summary.
 */
import type { Fault } from "../../../validate/fault.js";
import type { Summary } from "../../../validate/summary.js";
import type { Io } from "../../terminal/io.js";
import { escapeUnsafe } from "../../../support/json.js";
import {
  counted,
  indentLines,
  jsonText,
  painter,
} from "../../terminal/report.js";

/**
 * Report that prints each fault immediately, because a recording can have
 * millions of faults.
 */
export type ValidateReport = ReturnType<typeof textReport>;

/** Creates a report that streams one JSON document. */
export function jsonReport(against: string, { out }: Io): ValidateReport {
  let first = true;
  const open = `{\n  "revision": ${escapeUnsafe(JSON.stringify(against))},\n  "faults": [`;
  return {
    fault(fault) {
      out(`${first ? open : ","}\n    ${escapeUnsafe(JSON.stringify(fault))}`);
      first = false;
    },
    end(summary) {
      const list = first ? `${open}]` : "\n  ]";
      const rest = jsonText({ ok: summary.faults === 0, summary });
      out(`${list},${rest.slice(1)}`);
    },
  };
}

/**
 * Creates a text report that groups faults by message.
 *
 * @param name name of the recording
 * @param against revision or schema file that the recording is checked against
 */
export function textReport(
  name: string,
  against: string,
  { out, outColour }: Io,
) {
  const paint = painter(outColour);
  let title = "";
  return {
    fault(fault: Fault): void {
      const next = formatTitle(fault, name);
      if (next !== title) out(`${paint("error", next)}\n`);
      title = next;
      const place = fault.pointer === "" ? "" : `${fault.pointer}: `;
      const section = fault.section === null ? "" : `    ${fault.section}\n`;
      out(`  ${indentLines(place + fault.message)}\n${section}`);
    },
    end(summary: Summary): void {
      const blank = summary.faults > 0 ? "\n" : "";
      out(`${blank}${summaryText(summary, against)}`);
    },
  };
}

function formatTitle(
  { line, kind, method, sender }: Fault,
  name: string,
): string {
  const what = [
    ...(method === null ? [] : [method]),
    method !== null && kind === "response" ? "result" : kind,
    ...(sender === null ? [] : ["from the", sender]),
  ];
  return `${name}:${line}: ${indentLines(what.join(" "))}`;
}

function summaryText(summary: Summary, against: string): string {
  const { messages, lines, faults, faultyLines } = summary;
  const kinds = [
    counted(summary.requests, "request"),
    counted(summary.notifications, "notification"),
    counted(summary.responses, "result"),
    counted(summary.errors, "error"),
  ];
  const notes = [
    [summary.unanswered, "request", "an answer"],
    [summary.unmatched, "answer", "a request"],
    [summary.remarks, "line", "a message"],
  ] as const;
  const noted = notes
    .filter(([count]) => count > 0)
    .map(
      ([count, what, missing]) => `${counted(count, what)} without ${missing}`,
    );
  const verdict =
    faults === 0
      ? `No fault against ${against}`
      : `${counted(faults, "fault")} on ${counted(faultyLines, "line")} against ${against}`;
  return [
    `${verdict}: ${counted(messages, "message")} on ${counted(lines, "line")} (${kinds.join(", ")}).\n`,
    ...(noted.length > 0 ? [`${noted.join(", ")}.\n`] : []),
    ...(summary.unmatched > 0
      ? [
          "The result of an answer is checked only if its request is recorded.\n",
        ]
      : []),
  ].join("");
}
