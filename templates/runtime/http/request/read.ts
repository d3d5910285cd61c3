import {
  asError,
  INVALID_MESSAGE,
  PARSE_FAILED,
} from "../../connection/json-rpc/errors.js";
import { lacksScopes, neededScopes } from "./auth.js";
import { TOO_MANY } from "./callers.js";
import { fault } from "./fault.js";
import { isJson } from "./guard.js";
import { contentOf } from "../server/messages.js";
import { JSON_TYPE } from "../types.js";
import type { Content, Refuse } from "../server/messages.js";
import type { HttpCaller } from "./auth.js";
import type { HttpSettings } from "./options.js";
import type { BodyReader, HttpRequest } from "../types.js";

/** What a message is that can be handled. */
export type Readable = Exclude<Content, { kind: "invalid" }> & {
  /** Its characters; in a batch, those of one request. */
  readonly length: number;
};

/** Bytes that a part of a body counts as, at least: so much it costs to keep one. */
const MIN_PART = 256;

/** Why a body could not be read. */
const UNREAD: { readonly [status: number]: string } = {
  400: "The body is not UTF-8, was cut off, or was read before: pass request.body, or a new Request",
  408: "The body took too long",
  413: "The body is too long",
  429: "Too much is on its way",
};

/** Reads, checks and sorts what a POST brings, and the scopes that it needs. */
export function readMessage(
  settings: HttpSettings,
  request: HttpRequest,
  caller: HttpCaller,
  no: Refuse,
  next: (
    message: unknown,
    content: Readable,
    scopes: readonly string[],
  ) => void,
): void {
  if (!isJson(request.header("content-type"))) {
    return no({ status: 415, message: `The body must be ${JSON_TYPE}` });
  }
  const { maxBody, maxMessage, bodyTimeout, auth, report } = settings;
  const take: BodyReader = (body, answer) => {
    const long = body !== undefined && body.length > maxMessage;
    const [text, status] = long ? [undefined, 413] : [body, answer];
    if (text === undefined) {
      const headers = { connection: "close" };
      return no({ status, message: UNREAD[status] ?? "No body", headers });
    }
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      const problem = "The body is not JSON";
      return no({ status: 400, message: problem, code: PARSE_FAILED });
    }
    const content = contentOf(message);
    if (content.kind === "invalid") {
      const { problem } = content;
      return no({ status: 400, message: problem, code: INVALID_MESSAGE });
    }
    const ids = content.kind === "requests" ? content.ids : [];
    const [id] = ids;
    // The request as a whole was counted as one.
    const more = Array.isArray(message) ? message.length - 1 : 0;
    if (!caller.account.pass(more)) return no({ ...TOO_MANY, id });
    let scopes: readonly string[] = [];
    try {
      if (auth) scopes = neededScopes(auth, message);
    } catch (error) {
      report(asError(error));
      const text = "The needed scopes could not be found out";
      return no({ status: 500, message: text, id });
    }
    if (lacksScopes(settings, caller, scopes, id, no)) return;
    const length = Math.ceil(text.length / Math.max(1, ids.length));
    next(message, { ...content, length }, scopes);
  };
  const { account } = caller;
  let arrived = 0;
  const room = (bytes: number): boolean => {
    const counted = Math.max(MIN_PART, bytes);
    if (!account.arrive(counted)) return false;
    arrived += counted;
    return true;
  };
  const whole: BodyReader = (body, answer) => {
    account.arrive(-arrived);
    try {
      take(body, answer);
    } catch (error) {
      fault(error, no, settings);
    }
  };
  request.body(maxBody, bodyTimeout, whole, room);
}
