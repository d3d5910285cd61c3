import { createReadStream, statSync } from "node:fs";
import { readSources } from "../source/select.js";
import { bundledSince } from "../source/since.js";
import { trafficError } from "../traffic/diagnostics.js";
import type { Fault } from "../traffic/fault.js";
import type { Summary } from "../traffic/summary.js";
import type { Side } from "../traffic/way.js";
import { SHARED_OPTIONS, type Command } from "./command.js";
import { EXIT, startProgress, type Io } from "./io.js";
import { formatDiagnostics } from "./report.js";
import { usage } from "./usage.js";
import { validateReport } from "./validate-report.js";

interface ValidateArgs {
  file: string;
  rev: string[] | undefined;
  schema: string | undefined;
  from: Side | undefined;
  json: boolean;
}

/** Checks recorded traffic, message by message. */
export const validateCommand: Command<ValidateArgs> = {
  name: "validate [file]",
  describe: "Check recorded traffic, message by message",
  build: (yargs) =>
    yargs
      .positional("file", {
        type: "string",
        default: "-",
        describe:
          "JSON lines or a log with messages in it; - is standard input",
      })
      .option("rev", {
        type: "string",
        array: true,
        nargs: 1,
        describe:
          "The revision that was spoken: 2025-06-18, draft, latest, ...",
      })
      .option("schema", {
        type: "string",
        requiresArg: true,
        describe: "A schema.ts of your own in place of a revision",
      })
      .option("from", {
        choices: ["client", "server"] as const,
        requiresArg: true,
        describe: "Who sent the messages that do not say so",
      })
      .option("json", SHARED_OPTIONS.json)
      .example("$0 validate traffic.jsonl --rev 2025-06-18", "A recording")
      .example(
        "node server.js < in.jsonl | $0 validate --rev latest --from server",
        "What a server answers",
      ),
  async run({ file, rev, schema, from, json }, io) {
    const sources = readSources({ revisions: rev ?? [], schema });
    const [source] = sources;
    if (!source || sources.length > 1)
      throw usage(`Traffic is of one revision; --rev names ${sources.length}.`);
    const { stream, name, size } = openRecording(file, io);
    const [
      { parseSchema },
      { TrafficChecker },
      { loadDecoders },
      { readLines },
    ] = await Promise.all([
      import("../parse/index.js"),
      import("../traffic/check.js"),
      import("../traffic/validators.js"),
      import("../traffic/lines.js"),
    ]);
    const { model, warnings } = parseSchema(source.text, {
      ...source,
      since: bundledSince(),
    });
    io.err(formatDiagnostics(warnings, io.colour));
    const report = validateReport({
      json,
      name,
      against: source.revision ?? source.file,
      colour: io.outColour,
      out: (text) => io.out(text),
    });
    const checker = new TrafficChecker({
      model,
      decoders: loadDecoders(model),
      from,
      report: (fault: Fault) => {
        progress.end();
        report.fault(fault);
      },
    });
    const progress = startProgress(io);
    try {
      await readLines(abortable(stream, io.signal), name, {
        line: (text, number) => checker.line(text, number),
        refused: (reason, number) => checker.refused(reason, number),
        block: (bytes) => {
          progress.say(progressText(checker.summary, bytes, size));
          return io.drained?.();
        },
      });
    } finally {
      progress.end();
    }
    const summary = checker.end();
    if (summary.messages === 0 && summary.faults === 0)
      throw noMessages(name, summary);
    report.end(summary);
    return summary.faults > 0 ? EXIT.failed : EXIT.done;
  },
};

interface Recording {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly name: string;
  /** In bytes; null for a stream. */
  readonly size: number | null;
}

function openRecording(file: string, io: Io): Recording {
  if (file === "-") {
    if (process.stdin.isTTY === true)
      io.err("Reading messages from the terminal; Ctrl-D ends them.\n");
    return { stream: process.stdin, name: "standard input", size: null };
  }
  try {
    const stat = statSync(file);
    if (stat.isDirectory())
      throw trafficError("MCP501", `${file} is a folder.`);
    const stream = createReadStream(file, { highWaterMark: 1 << 18 });
    return { stream, name: file, size: stat.isFile() ? stat.size : null };
  } catch (error) {
    throw readError(error, file);
  }
}

/** Ends with the signal, and turns failures of the disk into errors. */
async function* abortable(
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const { addAbortSignal } = await import("node:stream");
  if ("destroy" in stream)
    addAbortSignal(signal, stream as unknown as NodeJS.ReadStream);
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw readError(error, "The recording");
  }
}

function readError(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  if (code === "ENOENT")
    return trafficError("MCP501", `There is no file ${file}.`);
  return trafficError("MCP501", `${file} can not be read: ${code}.`);
}

function noMessages(name: string, { lines }: Summary): Error {
  return trafficError(
    "MCP502",
    lines === 0
      ? `${name} is empty.`
      : `${name} has no message in ${lines} line${lines === 1 ? "" : "s"}.`,
  );
}

function progressText(
  { messages, faults }: Summary,
  bytes: number,
  size: number | null,
): string {
  const share =
    size === null ? "" : `${Math.floor((bytes / Math.max(size, 1)) * 100)} %, `;
  return `Checking: ${share}${messages} messages, ${faults} faults`;
}
