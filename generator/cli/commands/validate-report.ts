/** What `validate` prints: faults as they are found, then a summary. */
import type { Fault } from "../../traffic/fault.js";
import type { Summary } from "../../traffic/summary.js";
import { counted, jsonText, painter } from "../terminal/report.js";

/** What is reported on, how, and where to. */
export interface ReportOptions {
  readonly json: boolean;
  /** What the recording is called. */
  readonly name: string;
  /** The revision or the file that it was held against. */
  readonly against: string;
  readonly colour: boolean;
  readonly out: (text: string) => void;
}

/** Takes what a check finds, in the order in which it is found. */
export interface ValidateReport {
  fault(fault: Fault): void;
  end(summary: Summary): void;
}

/** Nothing is kept: a recording can have a million faults. */
export function validateReport(options: ReportOptions): ValidateReport {
  return options.json ? jsonReport(options) : textReport(options);
}

/** One JSON document, written as it goes. */
function jsonReport({ against, out }: ReportOptions): ValidateReport {
  let first = true;
  const open = `{\n  "revision": ${JSON.stringify(against)},\n  "faults": [`;
  return {
    fault(fault) {
      out(`${first ? open : ","}\n    ${JSON.stringify(fault)}`);
      first = false;
    },
    end(summary) {
      const list = first ? `${open}]` : "\n  ]";
      const rest = jsonText({ ok: summary.faults === 0, summary });
      out(`${list},${rest.slice(1)}`);
    },
  };
}

function textReport(options: ReportOptions): ValidateReport {
  const { name, against, out } = options;
  const paint = painter(options.colour);
  let title = "";
  return {
    fault(fault) {
      const next = titleOf(fault, name);
      if (next !== title) out(`${paint("red", next)}\n`);
      title = next;
      const place = fault.pointer === "" ? "" : `${fault.pointer}: `;
      const section = fault.section === null ? "" : `    ${fault.section}\n`;
      out(`  ${place}${fault.message}\n${section}`);
    },
    end(summary) {
      const blank = summary.faults > 0 ? "\n" : "";
      out(`${blank}${summaryText(summary, against)}`);
    },
  };
}

function titleOf({ line, kind, method, sender }: Fault, name: string): string {
  const what = [
    ...(method === null ? [] : [method]),
    method !== null && kind === "response" ? "result" : kind,
    ...(sender === null ? [] : ["from the", sender]),
  ];
  return `${name}:${line}: ${what.join(" ")}`;
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
  ].join("");
}
