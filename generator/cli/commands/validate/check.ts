/** A check of recorded traffic, which begins when the revision is known. */
import { parseSchema } from "../../../parse/index.js";
import { readRevision, type SchemaSource } from "../../../source/read.js";
import { bundledSince, knownRevisions } from "../../../source/revisions.js";
import { TrafficChecker } from "../../../validate/check.js";
import { trafficError } from "../../../validate/diagnostics.js";
import { versionIn } from "../../../validate/handshake.js";
import type { LineReader } from "../../../validate/lines.js";
import { recognize } from "../../../validate/recognize.js";
import { emptySummary, type Summary } from "../../../validate/summary.js";
import { loadDecoders } from "../../../validate/validators.js";
import type { Side } from "../../../emit/context.js";
import { EXIT, type ExitCode, type Io } from "../../terminal/io.js";
import { counted, formatDiagnostics } from "../../terminal/report.js";
import { jsonReport, textReport, type ValidateReport } from "./report.js";

/** What is checked, and against what. */
interface Checked {
  /** What the user named; without it, the recording says which. */
  readonly source: SchemaSource | undefined;
  readonly from: Side | undefined;
  readonly json: boolean;
  /** What the recording is called. */
  readonly name: string;
}

/** Characters of lines that wait for what says how they are to be read. */
const MAX_HELD = 32 * 1024 * 1024;

/**
 * Takes a recording line by line, and reports what is wrong with it. Lines wait
 * for the first message, which tells whether the recording is a log, and for the
 * revision.
 */
export class TrafficCheck implements LineReader {
  readonly #checked: Checked;
  readonly #io: Io;
  #checker: TrafficChecker | null = null;
  #report: ValidateReport | null = null;
  #source: SchemaSource | undefined;
  /** Known from the first message on. */
  #isLog: boolean | undefined;
  readonly #held: ((checker: TrafficChecker) => void)[] = [];
  #size = 0;

  constructor(checked: Checked, io: Io) {
    this.#checked = checked;
    this.#io = io;
    this.#source = checked.source;
  }

  get summary(): Summary {
    return this.#checker?.summary ?? emptySummary();
  }

  line(text: string, number: number): void {
    if (this.#checker) return this.#checker.line(text, number);
    const found = recognize(text);
    if (found.kind === "messages") this.#isLog ??= !found.bare;
    const version = this.#source ? undefined : versionIn(text);
    if (version !== undefined) this.#source = this.#sourceOf(version);
    this.#hold((checker) => checker.line(text, number), text.length);
  }

  refused(reason: string, number: number): void {
    if (this.#checker) return this.#checker.refused(reason, number);
    this.#hold((checker) => checker.refused(reason, number));
  }

  /**
   * After the last line.
   *
   * @throws UserError when there was nothing to check, or no revision.
   */
  end(): ExitCode {
    if (!this.#checker && this.#source) this.#begin(this.#source);
    if (!this.#checker || !this.#report) throw this.#unknown();
    const summary = this.#checker.end();
    if (summary.messages === 0 && summary.faults === 0)
      throw this.#nothing(summary.lines);
    this.#report.end(summary);
    return summary.faults > 0 ? EXIT.failed : EXIT.done;
  }

  #hold(hand: (checker: TrafficChecker) => void, size = 0): void {
    this.#held.push(hand);
    // An empty line takes memory, too.
    this.#size += size + 100;
    const isFull = this.#size > MAX_HELD;
    if (this.#source && (isFull || this.#isLog !== undefined))
      this.#begin(this.#source);
    else if (isFull) throw this.#unknown();
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
      isLog: this.#isLog ?? false,
      from,
      report: (fault) => report.fault(fault),
      differs: (version, line) => {
        const said = `${name}:${line} speaks ${version}; it is held against ${against}.`;
        err(formatDiagnostics([trafficError.warning("MCP504", said)], colour));
      },
    });
    for (const hand of this.#held.splice(0)) hand(this.#checker);
  }

  #sourceOf(version: string): SchemaSource {
    if (knownRevisions().includes(version))
      return readRevision(version, undefined);
    const said = `${this.#checked.name} speaks ${JSON.stringify(version)}, which no known revision does.`;
    throw trafficError("MCP503", said);
  }

  #unknown(): Error {
    if (this.#isLog === undefined) return this.#nothing(this.#held.length);
    const said = `${this.#checked.name} does not say which revision it is of.`;
    return trafficError("MCP503", said);
  }

  #nothing(lines: number): Error {
    const what =
      lines === 0 ? "is empty" : `has no message in ${counted(lines, "line")}`;
    return trafficError("MCP502", `${this.#checked.name} ${what}.`);
  }
}
