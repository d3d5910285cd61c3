import { MAX_MESSAGE } from "../limits/limits.js";
import type { Message } from "../json-rpc/messages/messages.js";
import type { Receiver } from "./transport.js";
import type { TextWritable } from "./streams.js";

/** Characters that may wait for a slow reader before reading stops, too. */
const MAX_WAITING = 1_048_576;

/**
 * A function that takes text as it arrives, in chunks, and cuts it into messages,
 * one a line.
 */
export function lineReader(
  receiver: Receiver,
  limit: number = receiver.maxMessage ?? MAX_MESSAGE,
): (chunk: string) => void {
  /** The line so far, unless it is too long. */
  let line = "";
  /** Its length, too long or not. */
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
 * Messages that one write joins. Fewer cost a system call each; with more, the
 * peer waits for the first while the last are made, and then the other way round.
 */
const JOINED = 4;

/** Writes messages one a line, and joins a few that one turn sends. */
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

  /** `write` is the stream's own, in case that is guarded. */
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

  /** Runs `work`, and writes what it sent at once. */
  during(work: () => void): void {
    this.#scheduled = true;
    try {
      work();
    } finally {
      this.#flushed();
    }
  }

  /** Writes what waits, unless the reader has to catch up first. */
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

  /** Writes everything, and resolves when it is on its way. */
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
