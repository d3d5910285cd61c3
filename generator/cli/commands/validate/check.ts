/**
 * Checks recorded traffic for the command `validate`. The check starts as soon
 * as the protocol revision of the recording is known.
 */
import { parseSchema } from "../../../parse/index.js";
import { readRevision, type SchemaSource } from "../../../source/read.js";
import { bundledSince, knownRevisions } from "../../../source/revisions.js";
import { TrafficChecker } from "../../../validate/check.js";
import { trafficError } from "../../../validate/diagnostics.js";
import { requestedVersionIn, versionIn } from "../../../validate/handshake.js";
import type { LineReader } from "../../../validate/lines.js";
import { recognize } from "../../../validate/recognize.js";
import { emptySummary, type Summary } from "../../../validate/summary.js";
import { loadDecoders } from "../../../validate/validators.js";
import type { Side } from "../../../emit/context.js";
import { EXIT, type ExitCode, type Io } from "../../terminal/io.js";
import { counted, formatDiagnostics } from "../../terminal/report.js";
import { jsonReport, textReport, type ValidateReport } from "./report.js";

/** Options of a check of recorded traffic. */
interface Checked {
  /**
   * Schema that the user selected. If undefined, the protocol version in the
   * recorded messages selects the revision.
   */
  readonly source: SchemaSource | undefined;
  readonly from: Side | undefined;
  readonly json: boolean;
  /** Name of the recording, for messages to the user. */
  readonly name: string;
}

/**
 * Maximum total size of the lines that are buffered until the check starts, in
 * characters.
 */
const MAX_HELD = 32 * 1024 * 1024;

/**
 * Checks a recording line by line and reports its faults. Buffers lines until
 * the revision is known, and until the first message shows whether the
 * recording is a log.
 */
export class TrafficCheck implements LineReader {
  readonly #checked: Checked;
  readonly #io: Io;
  #checker: TrafficChecker | null = null;
  #report: ValidateReport | null = null;
  #source: SchemaSource | undefined;
  /**
   * Whether the recording is a log of a program, in which lines can contain more
   * than a message. Undefined until the first message.
   */
  #isLog: boolean | undefined;
  /** Version that the client requested in `initialize`. */
  #requested: string | undefined;
  /**
   * Cause for an error message: names the first line that is neither blank nor
   * a message, and the reason.
   */
  #invalid: { readonly cause: string } | undefined;
  /** Functions that pass the buffered lines to the checker. */
  readonly #held: ((checker: TrafficChecker) => void)[] = [];
  /** Total size of the buffered lines, in characters. */
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
    if (found.kind === "other") this.#addInvalid(found.reason, number);
    const version = this.#source ? undefined : versionIn(text);
    this.#requested ??= requestedVersionIn(text);
    if (version !== undefined) this.#source = this.#readSource(version);
    this.#hold((checker) => checker.line(text, number), text.length);
  }

  refused(reason: string, number: number): void {
    if (this.#checker) return this.#checker.refused(reason, number);
    this.#addInvalid(reason, number);
    this.#hold((checker) => checker.refused(reason, number));
  }

  /**
   * Finishes the check after the last line.
   *
   * @throws UserError if the recording contains no message or its revision is
   *   unknown.
   */
  end(): ExitCode {
    if (!this.#checker && this.#source) this.#begin(this.#source);
    if (!this.#checker || !this.#report) throw this.#createRevisionError();
    const summary = this.#checker.end();
    const isEmpty = summary.messages === 0;
    if (!isEmpty || summary.faults > 0) this.#report.end(summary);
    if (isEmpty) throw this.#createEmptyError(summary.lines);
    return summary.faults > 0 ? EXIT.failed : EXIT.done;
  }

  #addInvalid(reason: string, line: number): void {
    this.#invalid ??= { cause: `Line ${line} is not a message: ${reason}.` };
  }

  #hold(pass: (checker: TrafficChecker) => void, size = 0): void {
    this.#held.push(pass);
    // Add 100 characters for the overhead of each buffered line, so that empty
    // lines also count.
    this.#size += size + 100;
    const isFull = this.#size > MAX_HELD;
    if (this.#source && (isFull || this.#isLog !== undefined))
      this.#begin(this.#source);
    else if (isFull) throw this.#createRevisionError();
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
        const message = `${name}:${line} negotiates version ${version}, but the messages are checked against ${against}.`;
        err(
          formatDiagnostics([trafficError.warning("MCP504", message)], colour),
        );
      },
    });
    for (const pass of this.#held.splice(0)) pass(this.#checker);
  }

  #readSource(version: string): SchemaSource {
    if (knownRevisions().includes(version))
      return readRevision(version, undefined);
    const message = `${this.#checked.name} negotiates the version ${JSON.stringify(version)}, which is not a known revision.`;
    throw trafficError("MCP503", message);
  }

  #createRevisionError(): Error {
    if (this.#isLog === undefined)
      return this.#createEmptyError(this.#held.length);
    const { name } = this.#checked;
    if (this.#requested === undefined)
      return trafficError(
        "MCP503",
        `No message in ${name} names the protocol version.`,
      );
    return trafficError(
      "MCP503",
      `${name} contains initialize, but not the server's response to it.`,
      {
        cause: `The client requested version ${JSON.stringify(this.#requested)}. The response names the version that the server chose.`,
        fix: "Record the messages of the server too, or pass the version with --rev R.",
      },
    );
  }

  #createEmptyError(lines: number): Error {
    const problem =
      lines === 0 ? "is empty" : `has no message in ${counted(lines, "line")}`;
    const message = `${this.#checked.name} ${problem}.`;
    return trafficError("MCP502", message, this.#invalid);
  }
}
