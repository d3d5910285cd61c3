/** A check of recorded traffic, which begins when the revision is known. */
import { parseSchema } from "../../parse/index.js";
import { readRevision, type SchemaSource } from "../../source/read.js";
import { bundledSince, knownRevisions } from "../../source/revisions.js";
import { TrafficChecker } from "../../traffic/check.js";
import { trafficError } from "../../traffic/diagnostics.js";
import { versionIn } from "../../traffic/handshake.js";
import type { LineReader } from "../../traffic/lines.js";
import { recognize } from "../../traffic/recognize.js";
import { emptySummary, type Summary } from "../../traffic/summary.js";
import { loadDecoders } from "../../traffic/validators.js";
import type { Side } from "../../emit/protocol/protocol-facts.js";
import { EXIT, type ExitCode, type Io } from "../terminal/io.js";
import { counted, formatDiagnostics } from "../terminal/report.js";
import {
  jsonReport,
  textReport,
  type ValidateReport,
} from "./validate-report.js";

/** What is checked, and against what. */
interface Checked {
  /** What the user named; without it, the recording says which. */
  readonly source: SchemaSource | undefined;
  readonly from: Side | undefined;
  readonly json: boolean;
  /** What the recording is called. */
  readonly name: string;
}

/** Characters of lines that wait for the one that says the revision. */
const MAX_HELD = 32 * 1024 * 1024;

/** Takes a recording line by line, and reports what is wrong with it. */
export class TrafficCheck implements LineReader {
  readonly #checked: Checked;
  readonly #io: Io;
  #checker: TrafficChecker | null = null;
  #report: ValidateReport | null = null;
  readonly #held: (readonly [text: string, number: number])[] = [];
  #size = 0;

  constructor(checked: Checked, io: Io) {
    this.#checked = checked;
    this.#io = io;
    if (checked.source) this.#begin(checked.source);
  }

  get summary(): Summary {
    return this.#checker?.summary ?? emptySummary();
  }

  line(text: string, number: number): void {
    if (this.#checker) return this.#checker.line(text, number);
    this.#held.push([text, number]);
    this.#size += text.length;
    const version = versionIn(text);
    if (version !== undefined) this.#begin(this.#sourceOf(version));
    else if (this.#size > MAX_HELD) throw this.#unknown();
  }

  refused(reason: string, number: number): void {
    if (this.#checker) this.#checker.refused(reason, number);
    // To be refused again, in few characters.
    else this.#held.push([`(${reason})`, number]);
  }

  /**
   * After the last line.
   *
   * @throws UserError when there was nothing to check, or no revision.
   */
  end(): ExitCode {
    if (!this.#checker || !this.#report) throw this.#unknown();
    const summary = this.#checker.end();
    if (summary.messages === 0 && summary.faults === 0)
      throw this.#nothing(summary.lines);
    this.#report.end(summary);
    return summary.faults > 0 ? EXIT.failed : EXIT.done;
  }

  #begin(source: SchemaSource): void {
    const { from, json, name } = this.#checked;
    const { err, colour } = this.#io;
    const { model, warnings } = parseSchema(source.text, {
      ...source,
      since: bundledSince(),
    });
    err(formatDiagnostics(warnings, colour));
    const against = source.revision ?? source.file;
    const report = json
      ? jsonReport(against, this.#io)
      : textReport(name, against, this.#io);
    this.#report = report;
    this.#checker = new TrafficChecker({
      model,
      decoders: loadDecoders(model),
      from,
      report: (fault) => report.fault(fault),
      differs: (version, line) => {
        const said = `${name}:${line} speaks ${version}; it is held against ${against}.`;
        err(formatDiagnostics([trafficError.warning("MCP504", said)], colour));
      },
    });
    for (const [text, number] of this.#held.splice(0))
      this.#checker.line(text, number);
  }

  #sourceOf(version: string): SchemaSource {
    if (knownRevisions().includes(version))
      return readRevision(version, undefined);
    const said = `${this.#checked.name} speaks ${JSON.stringify(version)}, which no known revision does.`;
    throw trafficError("MCP503", said);
  }

  #unknown(): Error {
    if (!this.#held.some(([text]) => recognize(text).kind === "messages"))
      return this.#nothing(this.#held.length);
    const said = `${this.#checked.name} does not say which revision it is of.`;
    return trafficError("MCP503", said);
  }

  #nothing(lines: number): Error {
    const what =
      lines === 0 ? "is empty" : `has no message in ${counted(lines, "line")}`;
    return trafficError("MCP502", `${this.#checked.name} ${what}.`);
  }
}
