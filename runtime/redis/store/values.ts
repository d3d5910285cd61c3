/**
 * Types of the keys and arguments that scripts of the store receive. A value
 * from a client gets such a type only through a function of this file.
 */

declare const checked: unique symbol;

type Checked<Value, Name extends string> = Value & {
  readonly [checked]: Name;
};

/** Id of a session, which is a UUID. */
export type SessionId = Checked<string, "session">;
/** Id of a stream: name of a process, and number of the stream. */
export type StreamId = Checked<string, "stream">;
/** Id of a task, which is a UUID. */
export type TaskId = Checked<string, "task">;
/** Safe integer that is not negative. */
export type Count = Checked<number, "count">;
/** Text that a script only stores, compares or publishes. */
export type Text = Checked<string, "text">;
/** Key in the store. Only `SharedStore` creates keys. */
export type StoreKey = Checked<string, "key">;

export type StoreArgument = SessionId | StreamId | TaskId | Count | Text;

/** Event of a stream, as the header `Last-Event-ID` names it. */
export interface EventId {
  readonly stream: StreamId;
  readonly number: Count;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STREAM = /^[0-9a-f]{12}\.\d{1,16}$/;
const EVENT = /^(.*)-(\d{1,16})$/;

/** Maximum lifetime of a key in the store: 100 years, in milliseconds. */
const MAX_LIFETIME = 3_153_600_000_000;

/** Returns a session id, or undefined for other text. */
export function parseSessionId(text: string): SessionId | undefined {
  return UUID.test(text) ? (text as SessionId) : undefined;
}

/** Returns a task id, or undefined for other text. */
export function parseTaskId(text: string): TaskId | undefined {
  return UUID.test(text) ? (text as TaskId) : undefined;
}

/** Returns the parts of an event id, or undefined for any other text. */
export function parseEventId(text: string): EventId | undefined {
  const [, stream = "", digits = ""] = EVENT.exec(text) ?? [];
  const number = Number(digits);
  if (!STREAM.test(stream) || !Number.isSafeInteger(number)) return undefined;
  return { stream: stream as StreamId, number: number as Count };
}

/**
 * Converts a value to a session id. The value must come from a process of the
 * cluster, not from a client.
 *
 * @throws TypeError if the value is not a session id.
 */
export function toSessionId(value: unknown): SessionId {
  return required(parseSessionId(String(value)), value);
}

/**
 * Converts a value to a stream id. The value must come from a process of the
 * cluster, not from a client.
 *
 * @throws TypeError if the value is not a stream id.
 */
export function toStreamId(value: unknown): StreamId {
  const text = String(value);
  return required(STREAM.test(text) ? (text as StreamId) : undefined, value);
}

/**
 * Returns a number as a count that scripts accept.
 *
 * @throws TypeError if the value is not a safe integer, or is negative.
 */
export function toCount(value: number): Count {
  const isCount = Number.isSafeInteger(value) && value >= 0;
  return required(isCount ? (value as Count) : undefined, value);
}

/**
 * Returns a limit as a safe integer, which scripts can compare. An unlimited or
 * larger value becomes the largest safe integer.
 */
export function toLimit(limit: number): Count {
  return toCount(Math.min(Math.floor(limit), Number.MAX_SAFE_INTEGER));
}

/**
 * Returns a lifetime that Redis accepts: an integer from 1 millisecond to 100
 * years.
 */
export function toLifetime(milliseconds: number): Count {
  const whole = Math.ceil(Math.max(1, milliseconds));
  return Math.min(whole, MAX_LIFETIME) as Count;
}

export function toText(value: string): Text {
  return value as Text;
}

function required<T>(parsed: T | undefined, value: unknown): T {
  if (parsed !== undefined) return parsed;
  throw new TypeError(`The store does not accept this value: ${String(value)}`);
}
