import {
  asError,
  INVALID_MESSAGE,
  PARSE_FAILED,
} from "../../json-rpc/messages/errors.js";
import { lacksScopes, neededScopes } from "../security/auth.js";
import { TOO_MANY } from "../security/callers.js";
import { fault } from "./fault.js";
import { isJson } from "../security/guard.js";
import { contentOf } from "./messages.js";
import { JSON_TYPE } from "../types.js";
import type { Content, Refuse } from "./messages.js";
import type { HttpCaller } from "../security/auth.js";
import type { HttpSettings } from "../server/options.js";
import type { BodyReader, HttpRequest } from "../types.js";

/** Bytes that a part of a body counts as, at least: so much it costs to keep one. */
const MIN_PART = 256;

/** Why a body could not be read. */
const UNREAD: { readonly [status: number]: string } = {
  400: "The body is not UTF-8, was cut off, or was read before: pass request.body, or a new Request",
  408: "The body took too long",
  413: "The body is too long",
  429: "Too much is on its way",
};

/** What a POST brought, and the scopes that it needs. */
export type Take = (
  message: unknown,
  content: Content,
  scopes: readonly string[],
) => void;

/** Reads, checks and sorts what a POST brings. */
export function readMessage(
  settings: HttpSettings,
  request: HttpRequest,
  caller: HttpCaller,
  no: Refuse,
  next: Take,
): void {
  if (!isJson(request.header("content-type"))) {
    return no({ status: 415, message: `The body must be ${JSON_TYPE}` });
  }
  const { account } = caller;
  let arrived = 0;
  const room = (bytes: number): boolean => {
    const counted = Math.max(MIN_PART, bytes);
    if (!account.arrive(counted)) return false;
    arrived += counted;
    return true;
  };
  const whole: BodyReader = (text, status) => {
    account.arrive(-arrived);
    try {
      takeBody(settings, text, status, caller, no, next);
    } catch (error) {
      fault(error, no, settings);
    }
  };
  request.body(settings.maxBody, settings.bodyTimeout, whole, room);
}

function takeBody(
  settings: HttpSettings,
  text: string | undefined,
  answer: number,
  caller: HttpCaller,
  no: Refuse,
  next: Take,
): void {
  const { maxMessage, auth, report } = settings;
  if (text === undefined || text.length > maxMessage) {
    const status = text === undefined ? answer : 413;
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
  const content = contentOf(message, text.length);
  if (typeof content === "string") {
    return no({ status: 400, message: content, code: INVALID_MESSAGE });
  }
  const [id] = content.ids;
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
  next(message, content, scopes);
}
