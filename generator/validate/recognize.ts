/**
 * Extracts the messages from a line of a recording: a message by itself, a
 * message inside a record of a proxy or logger (as JSON, or as a string of
 * JSON), or `data:` of an event stream.
 */
import { isObject } from "../../runtime/validation/guards.js";
import type { Side } from "../emit/context.js";

/**
 * Direction of a message according to the recording. `out` and `in` are
 * relative to a side that the recording does not name.
 */
type Direction = Side | "in" | "out";

/** Recorded message, with the recording's facts about it. */
export interface Recorded {
  readonly value: unknown;
  readonly direction: Direction | undefined;
  /** Connection or session, if the recording distinguishes several. */
  readonly session: string;
}

/** Content of a line. */
export type Recognized =
  | {
      readonly kind: "messages";
      readonly messages: readonly Recorded[];
      /** True if the message is the whole line. */
      readonly bare: boolean;
    }
  /** Blank line, or a field of an event stream other than `data:`. */
  | { readonly kind: "blank" }
  /** Other text of a log, or a broken message. */
  | { readonly kind: "other"; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

const BLANK: Recognized = { kind: "blank" };
const MAX_WRAPPERS = 3;

/** Returns the messages in a line, or the reason why it has none. */
export function recognize(line: string): Recognized {
  const text = line.trim();
  if (text === "") return BLANK;
  const [field, name] = /^(data|event|id|retry)?:\s?/.exec(text) ?? [""];
  const json = parsed(text.slice(field.length));
  if (!(json instanceof SyntaxError)) return fromJson(json);
  return field !== "" && (name !== "data" || !/^data:\s*[[{]/.test(text))
    ? BLANK
    : other(`it is not JSON: ${getReason(json)}`);
}

function fromJson(value: unknown): Recognized {
  if (isEnveloped(value) || isBatch(value)) return messages([value], {}, true);
  if (!isObject(value)) return other("it does not contain a JSON-RPC message");
  const inside = messagesIn(value, 0);
  if (inside.length > 0) return messages(inside, value, false);
  const hasContent = "method" in value || "result" in value || "error" in value;
  return "id" in value && hasContent
    ? messages([value], value, true)
    : other("it is JSON, but does not contain a JSON-RPC message");
}

function messages(
  found: readonly unknown[],
  around: Fields,
  bare: boolean,
): Recognized {
  const [direction, session] = [findDirection(around), sessionIn(around)];
  const recorded = found.map((value) => ({ value, direction, session }));
  return { kind: "messages", messages: recorded, bare };
}

function other(reason: string): Recognized {
  return { kind: "other", reason };
}

/** Finds messages among the members, their members, and strings of JSON. */
function messagesIn(value: Fields, depth: number): unknown[] {
  return Object.values(value).flatMap((member) => {
    const isJson = typeof member === "string" && /^\s*[[{]/.test(member);
    const found = isJson ? parsed(member) : member;
    if (isEnveloped(found) || isBatch(found)) return [found];
    return isObject(found) && depth < MAX_WRAPPERS
      ? messagesIn(found, depth + 1)
      : [];
  });
}

function isEnveloped(value: unknown): value is Fields {
  return isObject(value) && "jsonrpc" in value;
}

function isBatch(value: unknown): boolean {
  return Array.isArray(value) && value.some(isEnveloped);
}

/**
 * Patterns of directions. The side that is named first is the sender:
 * `client->server`, `stdout`, `inbound`.
 */
const DIRECTIONS: readonly (readonly [RegExp, Direction])[] = [
  [/^(?:client|c2s|stdin)/i, "client"],
  [/^(?:server|s2c|stdout)/i, "server"],
  [/^(?:in$|inbound|incoming|recv|receive)/i, "in"],
  [/^(?:out$|outbound|outgoing|send|sent)/i, "out"],
];

/** Members that may hold the direction of a message. */
const DIRECTION_MEMBERS = "direction dir from sender source stream".split(" ");

function findDirection(value: Fields): Direction | undefined {
  const said = DIRECTION_MEMBERS.map((name) => value[name]).flatMap((text) =>
    typeof text === "string"
      ? DIRECTIONS.filter(([words]) => words.test(text))
      : [],
  );
  return said[0]?.[1];
}

function sessionIn({ session, sessionId, connectionId }: Fields): string {
  const id = session ?? sessionId ?? connectionId;
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

/** Removes Node's quotation of the text, which may be long and secret. */
function getReason({ message }: SyntaxError): string {
  return message.replace(/,? ?"?\.{3}.*$|, ".*$/s, "");
}
