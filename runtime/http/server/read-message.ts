import { INVALID_MESSAGE, PARSE_FAILED } from "../../json-rpc/constants.js";
import { asError } from "../../json-rpc/messages/errors.js";
import { rejectMissingScopes, getNeededScopes } from "../security/auth.js";
import { TOO_MANY } from "../security/callers.js";
import { rejectFault } from "../body/fault.js";
import { isJson } from "../security/guard.js";
import { getContent } from "../body/content.js";
import { JSON_TYPE } from "../headers.js";
import type { HttpExchange, PostExchange } from "./exchange.js";
import type { HttpSettings } from "./options.js";
import type { BodyReader } from "../types.js";

/**
 * Minimum size, in bytes, with which each chunk of a body counts towards the
 * client's memory quota. It covers the memory of the chunk object.
 */
const MIN_PART = 256;

/** Error messages for a body that could not be read, by HTTP status. */
const UNREAD: { readonly [status: number]: string } = {
  400: "The body is not UTF-8, incomplete or already read: pass request.body, or a new Request",
  408: "The body did not arrive in time",
  413: "The body is too long",
  429: "Too many request bodies are being received",
};

/** Reads, parses and checks the body of a POST, then calls `next`. */
export function readMessage(
  settings: HttpSettings,
  exchange: HttpExchange,
  next: (post: PostExchange) => void,
): void {
  const { request, caller, reject } = exchange;
  if (!isJson(request.header("content-type"))) {
    return reject({ status: 415, message: `The body must be ${JSON_TYPE}` });
  }
  const { account } = caller;
  let reserved = 0;
  const reserve = (bytes: number): boolean => {
    const counted = Math.max(MIN_PART, bytes);
    if (!account.countBody(counted)) return false;
    reserved += counted;
    return true;
  };
  const done: BodyReader = (text, status) => {
    account.countBody(-reserved);
    try {
      takeBody(settings, text, status, exchange, next);
    } catch (error) {
      rejectFault(error, reject, settings);
    }
  };
  request.body(settings.maxBody, settings.bodyTimeout, done, reserve);
}

function takeBody(
  settings: HttpSettings,
  text: string | undefined,
  problem: number,
  exchange: HttpExchange,
  next: (post: PostExchange) => void,
): void {
  const { request, reply, caller, reject } = exchange;
  const { maxMessage, auth, report } = settings;
  if (text === undefined || text.length > maxMessage) {
    const status = text === undefined ? problem : 413;
    const headers = { connection: "close" };
    return reject({ status, message: UNREAD[status] ?? "No body", headers });
  }
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    const text = "The body is not JSON";
    return reject({ status: 400, message: text, code: PARSE_FAILED });
  }
  const content = getContent(message, text.length);
  if (typeof content === "string") {
    return reject({ status: 400, message: content, code: INVALID_MESSAGE });
  }
  const [id] = content.ids;
  // The rate limit has already counted the HTTP request, so count only the
  // further messages of a batch.
  const more = Array.isArray(message) ? message.length - 1 : 0;
  if (!caller.account.countRequests(more)) return reject({ ...TOO_MANY, id });
  let scopes: readonly string[] = [];
  try {
    if (auth) scopes = getNeededScopes(auth, message);
  } catch (error) {
    report(asError(error));
    const text = "The required scopes could not be determined";
    return reject({ status: 500, message: text, id });
  }
  if (rejectMissingScopes(settings, caller, scopes, id, reject)) return;
  // Do not spread `exchange`: V8 takes several microseconds to add members to a
  // copied object.
  next({ request, reply, caller, reject, message, content, scopes });
}
