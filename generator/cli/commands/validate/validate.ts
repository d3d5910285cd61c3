import { createReadStream, statSync } from "node:fs";
import { addAbortSignal, type Readable } from "node:stream";
import { readSources } from "../../../source/select.js";
import { trafficError } from "../../../validate/diagnostics.js";
import type { Summary } from "../../../validate/summary.js";
import {
  defineCommand,
  list,
  oneOf,
  SHARED_OPTIONS,
  splitList,
  text,
} from "../../command.js";
import { withProgress, type Io } from "../../terminal/io.js";
import { counted } from "../../terminal/report.js";
import { singleRevision } from "../../usage-errors.js";

/**
 * Command `validate`: checks recorded traffic against the schema, message by
 * message.
 */
export const validateCommand = defineCommand({
  words: ["validate"],
  describe: "Check recorded traffic, message by message",
  operands: {
    file: text(
      "Recording: JSON lines, or a log that contains messages; - or no FILE reads standard input",
    ),
  },
  options: {
    rev: list(
      "Revision of the traffic [default: the revision negotiated in it]",
    ),
    schema: SHARED_OPTIONS.schema,
    extension: SHARED_OPTIONS.extension,
    from: oneOf(
      ["client", "server"],
      "Sender of messages without a recorded direction",
    ),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    ["$0 validate traffic.jsonl", "Check a recording"],
    [
      "node server.js < in.jsonl | $0 validate --rev latest --from server",
      "Check the output of a server",
    ],
  ],
  async run({ file = "-", rev, schema, extension, from, json }, io) {
    const extensions = splitList(extension);
    const choice = { revisions: rev, schema, extensions };
    const source =
      rev || schema !== undefined || extensions.length > 0
        ? singleRevision("`validate`", readSources(choice))
        : undefined;
    const { stream, name, size } = openRecording(file, io);
    const [{ TrafficCheck }, { readLines }] = await Promise.all([
      import("./check.js"),
      import("../../../validate/lines.js"),
    ]);
    return withProgress(io, async (say) => {
      const over = (print: (text: string) => void) => (text: string) => {
        say("");
        print(text);
      };
      const check = new TrafficCheck(
        { source, from, json, name },
        { ...io, out: over(io.out), err: over(io.err) },
      );
      await readLines(abortable(stream, io.signal), name, {
        line: (text, number) => check.line(text, number),
        refused: (reason, number) => check.refused(reason, number),
        block: (bytes) => {
          say(progressText(check.summary, bytes, size));
          return io.drained?.();
        },
      });
      return check.end();
    });
  },
});

/**
 * Opens a recording. The returned size is null for streams and devices, whose
 * size is unknown.
 */
function openRecording(file: string, io: Io) {
  if (file === "-") {
    if (process.stdin.isTTY === true)
      io.err("Reading messages from the terminal; press Ctrl-D to finish.\n");
    return { stream: process.stdin, name: "standard input", size: null };
  }
  try {
    const stat = statSync(file);
    if (stat.isDirectory())
      throw trafficError("MCP501", `${file} is a folder, not a recording.`);
    const stream = createReadStream(file, { highWaterMark: 1 << 18 });
    return { stream, name: file, size: stat.isFile() ? stat.size : null };
  } catch (error) {
    throw readError(error, file);
  }
}

/**
 * Yields the chunks of a stream until the signal is aborted. Reports read
 * failures as diagnostics.
 */
async function* abortable(
  stream: Readable,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  try {
    yield* addAbortSignal(signal, stream) as AsyncIterable<Uint8Array>;
  } catch (error) {
    signal.throwIfAborted();
    throw readError(error, "the recording");
  }
}

function readError(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  if (code === "ENOENT")
    return trafficError("MCP501", `The file ${file} does not exist.`);
  return trafficError("MCP501", `Cannot read ${file}: ${code}.`);
}

function progressText(
  { messages, faults }: Summary,
  bytes: number,
  size: number | null,
): string {
  const share =
    size === null ? "" : `${Math.floor((bytes / Math.max(size, 1)) * 100)} %, `;
  return `Checking: ${share}${counted(messages, "message")}, ${counted(faults, "fault")}`;
}
