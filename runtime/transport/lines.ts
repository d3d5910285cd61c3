import { MAX_MESSAGE } from "../limits/constants.js";
import type { Message } from "../json-rpc/messages/messages.js";
import type { Receiver } from "./transport.js";
import type { TextWritable } from "./streams.js";

/**
 * Number of unsent characters above which the transport stops reading, until
 * the peer has read the queued messages.
 */
const MAX_WAITING = 1_048_576;

/**
 * Returns a function that receives text in chunks, splits the text into
 * messages, one per line, and passes each message to the receiver.
 */
export function lineReader(
  receiver: Receiver,
  limit: number = receiver.maxMessage ?? MAX_MESSAGE,
): (chunk: string) => void {
  /**
   * Text of the current line so far. Empty if the line is longer than the
   * limit.
   */
  let line = "";
  /**
   * Length of the current line so far, even if the line is longer than the
   * limit.
   */
  let length = 0;
  const refuse = (problem: string, text?: string): void =>
    receiver.unreadable(new Error(problem), text);
  const read = (text: string): void => {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      if (text.trim() !== "") refuse("A line was not JSON", text);
      return;
    }
    receiver.receive(message);
  };
  const keep = (part: string): void => {
    length += part.length;
    line = length > limit ? "" : line + part;
  };
  return (chunk) => {
    const lines = chunk.split("\n");
    const rest = lines.pop() as string;
    for (const part of lines) {
      keep(part);
      const [text, whole] = [line, length <= limit];
      line = "";
      length = 0;
      if (whole) read(text);
      else refuse(`A message was longer than ${limit} characters`);
    }
    keep(rest);
  };
}

/**
 * Maximum number of messages in one write. A smaller number needs more system
 * calls. With a larger number, the peer waits longer for the first message and
 * does less work in parallel with this side.
 */
const JOINED = 4;

/**
 * Writes messages to a stream, one per line. Combines a few messages of the
 * same tick into a single write.
 */
export class LineWriter {
  readonly #stream: TextWritable;
  readonly #write: (text: string, done?: () => void) => boolean;
  readonly #onPressure: (high: boolean) => void;
  readonly #drained = (): void => {
    this.#blocked = false;
    this.flush();
    if (!this.#high || this.#blocked) return;
    this.#high = false;
    this.#onPressure(false);
  };
  readonly #flushed = (): void => {
    this.#scheduled = false;
    this.flush();
  };
  #waiting = "";
  #joined = 0;
  #scheduled = false;
  #blocked = false;
  #high = false;

  /**
   * @param write Original `write` method of the stream, in case the property
   *   `write` was replaced.
   * @param onPressure Callback invoked with true when reading should pause, and
   *   with false when reading may resume.
   */
  constructor(
    stream: TextWritable,
    write: (text: string, done?: () => void) => boolean,
    onPressure: (high: boolean) => void,
  ) {
    this.#stream = stream;
    this.#write = write;
    this.#onPressure = onPressure;
    stream.on("drain", this.#drained);
  }

  send(message: Message): void {
    this.#waiting += `${JSON.stringify(message)}\n`;
    if (++this.#joined === JOINED) this.flush();
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(this.#flushed);
  }

  /**
   * Runs `work`, and immediately afterwards writes the messages that `work` has
   * sent.
   */
  during(work: () => void): void {
    this.#scheduled = true;
    try {
      work();
    } finally {
      this.#flushed();
    }
  }

  /** Writes queued messages, unless the stream must drain first. */
  flush(): void {
    this.#joined = 0;
    if (this.#waiting === "") return;
    if (this.#blocked) {
      if (this.#waiting.length <= MAX_WAITING || this.#high) return;
      this.#high = true;
      return this.#onPressure(true);
    }
    const text = this.#waiting;
    this.#waiting = "";
    if (!this.#write(text)) this.#blocked = true;
  }

  /** Writes all queued messages. Resolves when the stream has accepted them. */
  finish(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = "";
    return new Promise((resolve) => {
      this.#write(text, () => {
        this.#stream.off("drain", this.#drained);
        resolve();
      });
    });
  }
}
