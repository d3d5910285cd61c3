import type { Received } from "./received.js";

/** Server-sent event. */
export interface ServerEvent {
  /**
   * Type of the event.
   *
   * @default "message"
   */
  readonly type: string;
  readonly data: string;
  /** Id of the event, or of the latest earlier event with an id. */
  readonly id: string | undefined;
}

/**
 * Error thrown when an event is too long. The stream is not resumed, because
 * the same event would be sent again.
 */
export class EventTooLong extends Error {
  constructor(limit: number) {
    super(`An event was longer than ${limit} characters`);
  }
}

const LINE_END = /\r\n|\n|\r/g;

/** Parses server-sent events from chunks of text. */
export class EventReader {
  readonly #limit: number;
  readonly #onEvent: (event: ServerEvent) => void;
  /**
   * Value of the latest `retry` field: the time to wait before reconnecting, in
   * milliseconds.
   */
  retry: number | undefined;
  /** Id of the latest complete event that has an id. */
  id: string | undefined;
  /** Id that will apply to the event that is being parsed. */
  #id: string | undefined;
  #line = "";
  #afterReturn = false;
  #started = false;
  #type = "";
  #data: string[] = [];
  #length = 0;

  /**
   * @param limit Maximum length of an event, in characters.
   * @param id Id of the last event that was received on an earlier connection.
   */
  constructor(
    limit: number,
    onEvent: (event: ServerEvent) => void,
    id?: string,
  ) {
    this.#limit = limit;
    this.#onEvent = onEvent;
    this.id = this.#id = id;
  }

  /**
   * Parses the next chunk of text.
   *
   * @throws EventTooLong when an event exceeds the limit.
   */
  push(chunk: string): void {
    let text = chunk;
    if (!this.#started && text !== "") {
      this.#started = true;
      if (text.startsWith("\uFEFF")) text = text.slice(1);
    }
    if (this.#afterReturn && text.startsWith("\n")) text = text.slice(1);
    if (text === "") return;
    this.#afterReturn = text.endsWith("\r");
    let start = 0;
    for (const { index, 0: end } of text.matchAll(LINE_END)) {
      const line = this.#line + text.slice(start, index);
      this.#line = "";
      this.#take(line);
      start = index + end.length;
    }
    this.#line += text.slice(start);
    this.#check(this.#line.length);
  }

  #take(line: string): void {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const skip = line[colon + 1] === " " ? 2 : 1;
    const value = colon < 0 ? "" : line.slice(colon + skip);
    if (field === "data") {
      // Count line breaks towards the limit, too, so that the number of empty
      // data lines is limited.
      this.#length += value.length + (this.#data.length > 0 ? 1 : 0);
      this.#data.push(value);
      this.#check(0);
    } else if (field === "event") this.#type = value;
    else if (field === "id") {
      // An empty id resets the id, so that the following events have none (SSE
      // specification).
      if (!value.includes("\0")) this.#id = value === "" ? undefined : value;
    } else if (field === "retry" && /^\d+$/.test(value)) {
      this.retry = Number(value);
    }
  }

  #dispatch(): void {
    const data = this.#data.join("\n");
    const type = this.#type || "message";
    this.#data = [];
    this.#type = "";
    this.#length = 0;
    this.id = this.#id;
    if (data !== "") this.#onEvent({ type, data, id: this.id });
  }

  #check(more: number): void {
    if (this.#length + more <= this.#limit) return;
    throw new EventTooLong(this.#limit);
  }
}

/** Returns whether the body of a response is an event stream. */
export function isEventStream(
  response: Pick<Received, "ok" | "headers">,
): boolean {
  const type = response.headers.get("content-type") ?? "";
  return response.ok && /^\s*text\/event-stream\s*(;|$)/i.test(type);
}
