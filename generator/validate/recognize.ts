/**
 * Extracts the messages from a line of a recording. A line may contain only a
 * message, or a `data:` field of an event stream. It may also contain a record
 * of a proxy or logger, with the message as JSON or as a JSON string.
 */
import { isObject } from "../../runtime/validation/guards.js";
import type { Side } from "../emit/context.js";

/**
 * Sender of a message as the recording states it. `in` and `out` are relative
 * to the recording side, which may be the client or the server.
 */
type Direction = Side | "in" | "out";

/**
 * Message in a line, with the sender and the session that the recording states.
 */
export interface Recorded {
  readonly value: unknown;
  readonly direction: Direction | undefined;
  /**
   * Connection or session of the message. Empty if the recording does not state
   * one.
   */
  readonly session: string;
}

/** Result of examining one line of a recording. */
export type Recognized =
  | {
      readonly kind: "messages";
      readonly messages: readonly Recorded[];
      /**
       * Whether the line contains only the message, without a surrounding log
       * record.
       */
      readonly bare: boolean;
    }
  /**
   * Line without a message: a blank line, or another field of an event stream.
   */
  | { readonly kind: "blank" }
  /**
   * Line that is neither blank nor contains a valid message, such as ordinary
   * text in a log file.
   */
  | { readonly kind: "other"; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

const BLANK: Recognized = { kind: "blank" };
const MAX_WRAPPERS = 3;

/** Returns the messages in a line, or the reason why the line contains none. */
export function recognize(line: string): Recognized {
  const text = line.trim();
  if (text === "") return BLANK;
  // A field that is not `data` contains no message, even if its value is JSON,
  // as in `id: 7`.
  if (/^(event|id|retry)?:/.test(text)) return BLANK;
  const [field] = /^data:\s?/.exec(text) ?? [""];
  const json = parsed(text.slice(field.length));
  if (!(json instanceof SyntaxError)) return fromJson(json);
  return field !== "" && !/^data:\s*[[{]/.test(text)
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

/**
 * Finds messages among the values of an object, in nested objects, and in
 * strings that contain JSON.
 */
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
 * Patterns of texts that state a direction. In texts such as `client->server`,
 * the side that is named first is the sender.
 */
const DIRECTIONS: readonly (readonly [RegExp, Direction])[] = [
  [/^(?:client|c2s|stdin)/i, "client"],
  [/^(?:server|s2c|stdout)/i, "server"],
  [/^(?:in$|inbound|incoming|recv|receive)/i, "in"],
  [/^(?:out$|outbound|outgoing|send|sent)/i, "out"],
];

/**
 * Names of the members of a record that may state the direction of a message.
 */
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

/**
 * Returns the message of a JSON syntax error. Removes the quoted text that
 * Node.js adds, because it can be long and secret.
 */
function getReason({ message }: SyntaxError): string {
  return message.replace(/,? ?"?\.{3}.*$|, ".*$/s, "");
}
