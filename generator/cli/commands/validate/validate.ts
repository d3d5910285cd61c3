import { createReadStream, statSync } from "node:fs";
import { addAbortSignal, type Readable } from "node:stream";
import { readSources } from "../../../source/select.js";
import { trafficError } from "../../../validate/diagnostics.js";
import type { Summary } from "../../../validate/summary.js";
import {
  defineCommand,
  list,
  listOf,
  oneOf,
  SHARED_OPTIONS,
  text,
} from "../../command.js";
import { withProgress, type Io } from "../../terminal/io.js";
import { onlyOne } from "../../usage-errors.js";

/** Checks recorded traffic, message by message. */
export const validateCommand = defineCommand({
  words: ["validate"],
  describe: "Check recorded traffic, message by message",
  operands: {
    file: text(
      "JSON lines or a log with messages in it; standard input by default, and -",
    ),
  },
  options: {
    rev: list("The revision that was spoken [default: the one agreed upon]"),
    schema: SHARED_OPTIONS.schema,
    extension: SHARED_OPTIONS.extension,
    from: oneOf(
      ["client", "server"],
      "Who sent the messages that do not say so",
    ),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    ["$0 validate traffic.jsonl", "A recording"],
    [
      "node server.js < in.jsonl | $0 validate --rev latest --from server",
      "What a server answers",
    ],
  ],
  async run({ file = "-", rev, schema, extension, from, json }, io) {
    const extensions = listOf(extension);
    const choice = { revisions: rev, schema, extensions };
    const source =
      rev || schema !== undefined || extensions.length > 0
        ? onlyOne("Traffic is of", readSources(choice))
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

/** Opens a recording; the size of one that has no end yet is null. */
function openRecording(file: string, io: Io) {
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
  stream: Readable,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  try {
    yield* addAbortSignal(signal, stream) as AsyncIterable<Uint8Array>;
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

function progressText(
  { messages, faults }: Summary,
  bytes: number,
  size: number | null,
): string {
  const share =
    size === null ? "" : `${Math.floor((bytes / Math.max(size, 1)) * 100)} %, `;
  return `Checking: ${share}${messages} messages, ${faults} faults`;
}
