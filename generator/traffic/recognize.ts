/**
 * From a line of a recording to the messages in it. Understood are, in this
 * order: a message by itself; a message as a member of an object that a proxy
 * or a logger writes round it, as JSON or as text of JSON; a request and its
 * response as members of one object, as the Inspector's history has them; a
 * message behind the prefix of a log; and `data:` of an event stream.
 */
import { isObject } from "../../templates/runtime/validation/guards.js";
import { opposite, wayBefore, wayOf, type Way } from "./way.js";

/** A message as it was recorded, and what the recording says of it. */
export interface Recorded {
  readonly value: unknown;
  readonly way: Way | undefined;
  /** Connection or session, where the recording tells several apart. */
  readonly session: string;
}

/** What a line is. */
export type Recognized =
  | {
      readonly kind: "messages";
      readonly messages: readonly Recorded[];
      /** True for messages that are the whole line. */
      readonly bare: boolean;
    }
  /** Nothing that could be a message: a blank line, a log's own words. */
  | { readonly kind: "remark" }
  /** JSON without a message: a log's own words, or a broken message. */
  | { readonly kind: "unclear"; readonly reason: string }
  | { readonly kind: "garbage"; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

/** The messages in the line of that number, or why it has none. */
export function recognize(line: string, number: number): Recognized {
  const text = line.trim();
  if (text === "") return REMARK;
  const json = parsed(text);
  if (json !== FAILED) return fromJson(json, undefined, number);
  const event = /^(data|event|id|retry)?:\s?/.exec(text);
  if (event) {
    const data = event[1] === "data" ? parsed(text.slice(5)) : FAILED;
    return data === FAILED ? REMARK : fromJson(data, undefined, number);
  }
  return fromText(text, number);
}

/** A log's line: a prefix, a message, and perhaps more. */
function fromText(text: string, number: number): Recognized {
  const start = text.search(/\{\s*"|\[\s*\{/);
  if (start < 0)
    return isLog(text)
      ? REMARK
      : { kind: "garbage", reason: "it is not JSON, and has none in it" };
  const prefix = text.slice(0, start);
  const rest = text.slice(start);
  const whole = parsed(rest);
  const json = whole === FAILED ? parsed(balanced(rest)) : whole;
  if (json === FAILED)
    return { kind: "garbage", reason: `its JSON is broken: ${faultOf(rest)}` };
  if (prefix === "")
    return {
      kind: "garbage",
      reason: `it is not JSON: text follows the message`,
    };
  const found = fromJson(json, wayBefore(prefix), number);
  if (found.kind === "messages") return { ...found, bare: false };
  return isLog(text) ? REMARK : found;
}

/** Begins with a time, a tag in brackets, a level or a comment sign. */
function isLog(text: string): boolean {
  return /^(?:\d{4}-\d\d-\d\d|\d\d:\d\d|\[[^\]"{}]+\]|(?:trace|debug|info|notice|warn|warning|error|log)\b|#|\/\/)/i.test(
    text,
  );
}

function fromJson(
  value: unknown,
  way: Way | undefined,
  number: number,
): Recognized {
  if (Array.isArray(value)) {
    if (value.length === 0 || value.some(isEnveloped))
      return messages([{ value, way, session: "" }], true);
    return { kind: "unclear", reason: "it is an array without messages" };
  }
  if (!isObject(value))
    return { kind: "garbage", reason: "it is JSON, but no object" };
  if (isEnveloped(value)) return messages([{ value, way, session: "" }], true);
  const said = way ?? wayIn(value);
  const session = sessionIn(value);
  const inside = membersWithMessages(value, 0);
  if (inside.length > 0)
    return messages(
      inside.map((found) => ({ value: found, way: said, session })),
      false,
    );
  const pair = inspectorPair(value, session, number);
  if (pair) return messages(pair, false);
  if (looksLikeMessage(value)) return messages([{ value, way, session }], true);
  return {
    kind: "unclear",
    reason: "it is JSON, but has no JSON-RPC message in it",
  };
}

function messages(found: readonly Recorded[], bare: boolean): Recognized {
  return { kind: "messages", messages: found, bare };
}

const REMARK: Recognized = { kind: "remark" };
const MAX_WRAPPERS = 3;

/** Messages among the members, their members, and texts of JSON. */
function membersWithMessages(value: Fields, depth: number): unknown[] {
  const found: unknown[] = [];
  for (const key in value) {
    let member = value[key];
    if (typeof member === "string" && /^\s*[[{]/.test(member)) {
      const json = parsed(member);
      if (json !== FAILED) member = json;
    }
    if (isEnveloped(member)) found.push(member);
    else if (Array.isArray(member)) {
      if (member.length > 0 && member.every(isEnveloped)) found.push(member);
    } else if (isObject(member) && depth < MAX_WRAPPERS)
      found.push(...membersWithMessages(member, depth + 1));
  }
  return found;
}

/**
 * `{ request, response }` without the envelopes, which are made up here: a line
 * has one pair, and its number for an id.
 */
function inspectorPair(
  value: Fields,
  session: string,
  line: number,
): Recorded[] | undefined {
  const [request, response] = [value["request"], value["response"]].map(
    (member) => (typeof member === "string" ? parsed(member) : member),
  );
  if (!isObject(request) || typeof request["method"] !== "string")
    return undefined;
  const envelope = { jsonrpc: "2.0", id: `pair ${line}` };
  const asked = { value: { ...envelope, ...request }, way: "client", session };
  if (!isObject(response)) return [asked as Recorded];
  const answer = { ...envelope, result: response };
  return [asked as Recorded, { value: answer, way: "server", session }];
}

function isEnveloped(value: unknown): value is Fields {
  return isObject(value) && "jsonrpc" in value;
}

function looksLikeMessage(value: Fields): boolean {
  return (
    typeof value["method"] === "string" ||
    ("id" in value && ("result" in value || "error" in value))
  );
}

const WAY_KEYS = "direction dir way".split(" ");
const SENDER_KEYS = "from sender source src origin side peer".split(" ");
const RECEIVER_KEYS = "to target receiver destination dest dst".split(" ");
const OTHER_KEYS = "type event kind channel stream msg".split(" ");

function wayIn(value: Fields): Way | undefined {
  const say = (keys: readonly string[]): Way | undefined => {
    for (const key of keys) {
      const said = value[key];
      const way = typeof said === "string" ? wayOf(said) : undefined;
      if (way) return way;
    }
    return undefined;
  };
  const receiver = say(RECEIVER_KEYS);
  return (
    say(WAY_KEYS) ??
    say(SENDER_KEYS) ??
    (receiver && opposite(receiver)) ??
    say(OTHER_KEYS)
  );
}

function sessionIn(value: Fields): string {
  for (const key in value)
    if (/^(?:mcp[-_]?)?(?:session|connection)(?:[-_]?id)?$/i.test(key)) {
      const session = value[key];
      if (typeof session === "string" || typeof session === "number")
        return String(session);
    }
  return "";
}

const FAILED = Symbol("not JSON");

function parsed(text: string): unknown {
  const first = text.charCodeAt(text.search(/\S/));
  // Only objects and arrays are messages; the rest need not be tried.
  if (
    first !== 0x7b &&
    first !== 0x5b &&
    !/^["\d-]|^(?:true|false|null)$/.test(text)
  )
    return FAILED;
  try {
    return JSON.parse(text);
  } catch {
    return FAILED;
  }
}

function faultOf(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    // Node quotes the text, which may be long and secret.
    return (error as Error).message.replace(/,? ?"?\.{3}.*$|, ".*$/s, "");
  }
}

/** The text up to where its first bracket is closed. */
function balanced(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++)
        if (text[at] === "\\") at++;
    } else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      depth--;
      if (depth === 0) return text.slice(0, at + 1);
    }
  }
  return text;
}
