/**
 * Decoding of a received value. The result is a message from the client or
 * server, or the JSON-RPC error response to an invalid message.
 */
import { isObject, type Fields } from "./guards.js";
import { describeValue, type Issue } from "./explain/issues.js";
import { explainMessage } from "./explain/message.js";
import { createLocation, NO_NAMES } from "./explain/places.js";
import { createIssue } from "./explain/report.js";
import type {
  Decoded,
  DecodedBatch,
  DecodedMessage,
  DecodeOptions,
  ErrorMessage,
  NotificationEnvelope,
  RequestEnvelope,
  ResponseMessage,
  Side,
  Undecoded,
} from "./messages.js";
import { getRefinement } from "./refine/loaded.js";
import { integer, literal, object, optional, string, union } from "./shape.js";
import {
  createInvalid,
  createUndecoded,
  createUnreadable,
  isId,
} from "./undecoded.js";
import { explainRejected } from "./validate.js";

/**
 * Decodes one message. An array is rejected, because batches are not decoded
 * here.
 */
export function decode<Request, Notification>(
  value: unknown,
  side: Side,
  options?: DecodeOptions,
): Decoded<Request, Notification> {
  // If `options` require the code for unknown keys and formats, but a bundler
  // has removed it, this call throws. This is a mistake of the program, not an
  // invalid message.
  if (options !== undefined) getRefinement(options);
  try {
    // Fast path for valid requests, which are the most frequent messages. The
    // fast path avoids further function calls.
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      const { jsonrpc, id, method } = value as Fields;
      if (
        jsonrpc === "2.0" &&
        typeof method === "string" &&
        (typeof id === "string" || Number.isInteger(id))
      ) {
        const right = side.checkRequest(method, value as Fields);
        if (right !== true) return rejectRequest(value as Fields, side, right);
        const message = value as Request & RequestEnvelope;
        const decoded = { ok: true, kind: "request", message } as const;
        return options ? finish(decoded, side, options) : decoded;
      }
    }
    return decodeOther<Notification>(value, side, options);
  } catch {
    return createUnreadable(side);
  }
}

/** Decodes one message or a batch, for revisions that have JSON-RPC batches. */
export function decodeBatches<Request, Notification>(
  value: unknown,
  side: Side,
  options?: DecodeOptions,
): Decoded<Request, Notification> | DecodedBatch<Request, Notification> {
  const refinement = options && getRefinement(options);
  try {
    if (!Array.isArray(value)) return decode(value, side, options);
    if (value.length === 0)
      return createInvalid(side, [createIssue("a message", "array (0 items)")]);
    const items = Array.from(value, (item: unknown) =>
      decode<Request, Notification>(item, side, options),
    );
    const message = refinement
      ? items.map((item, i) => (item.ok ? item.message : (value[i] as unknown)))
      : value;
    return { ok: true, kind: "batch", message, items };
  } catch {
    return createUnreadable(side);
  }
}

/**
 * Decodes a value that is not a valid request: a notification, a response, or
 * an invalid message.
 */
function decodeOther<Notification>(
  value: unknown,
  side: Side,
  options: DecodeOptions | undefined,
): Decoded<never, Notification> {
  if (!isObject(value))
    return createInvalid(side, explainRejected(value, anyObject).issues);
  const { method, id } = value;
  if (method === undefined) return decodeResponse(value, side, options);
  return id === undefined
    ? decodeNotification<Notification>(value, method, side, options)
    : createInvalid(side, explainRejected(value, requestShape).issues, id);
}

/**
 * Returns the failure for an invalid request. `known` is undefined if the
 * method is unknown, and false if the params are invalid.
 */
function rejectRequest(
  message: Fields,
  side: Side,
  known: false | undefined,
): Undecoded {
  const { id } = message;
  const method = message.method as string;
  if (known === undefined) {
    const issues = [unknownMethod(method)];
    return createUndecoded(
      "method",
      issues,
      side,
      id,
      -32601,
      "Method not found",
    );
  }
  const shape = side.requestShape(method, message);
  const issues = explainMessage(message, method, shape);
  return createUndecoded("params", issues, side, id, -32602, "Invalid params");
}

function decodeNotification<Notification>(
  message: Fields,
  method: unknown,
  side: Side,
  options: DecodeOptions | undefined,
): Decoded<never, Notification> {
  if (typeof method !== "string")
    return createInvalid(
      side,
      explainRejected(message, notificationShape).issues,
    );
  if (message.jsonrpc !== "2.0") {
    const { issues } = explainRejected(message, notificationShape);
    return { ok: false, reason: "invalid", issues };
  }
  const right = side.checkNotification(method, message);
  if (right === true)
    return finish(
      {
        ok: true,
        kind: "notification",
        message: message as Notification & NotificationEnvelope,
      },
      side,
      options,
    );
  if (right === undefined)
    return { ok: false, reason: "method", issues: [unknownMethod(method)] };
  const shape = side.notificationShape(method, message);
  const issues = explainMessage(message, method, shape);
  return { ok: false, reason: "params", issues };
}

function decodeResponse(
  message: Fields,
  side: Side,
  options: DecodeOptions | undefined,
): Decoded<never, never> {
  const { jsonrpc, result, error, id } = message;
  if (result === undefined && error === undefined)
    return createInvalid(
      side,
      [createIssue("method, result or error", "none of them")],
      id,
    );
  if (result !== undefined && error !== undefined)
    return createInvalid(side, [
      createIssue("either result or error", "both of them"),
    ]);
  const known = isId(id);
  if (error !== undefined) {
    const right =
      jsonrpc === "2.0" &&
      (known || (id === undefined && !side.errorsNeedId)) &&
      isObject(error) &&
      Number.isInteger(error.code) &&
      typeof error.message === "string";
    if (right)
      return finish(
        {
          ok: true,
          kind: "error",
          message: message as unknown as ErrorMessage,
        },
        side,
        options,
      );
    // An error response is never answered with another error, because two peers
    // could send such errors endlessly.
    const { issues } = explainRejected(
      message,
      side.errorsNeedId ? errorShape : anyErrorShape,
    );
    return { ok: false, reason: "invalid", ...(known ? { id } : {}), issues };
  }
  if (jsonrpc !== "2.0" || !known || !isObject(result))
    return createInvalid(side, explainRejected(message, responseShape).issues);
  const method = options?.methodOf?.(id);
  if (method !== undefined && side.checkResult(method, result) === false) {
    const shape = object({ result: side.resultShape(method, result) });
    const { issues } = explainRejected(message, shape);
    return { ok: false, reason: "invalid", id, issues };
  }
  return finish(
    {
      ok: true,
      kind: "response",
      message: message as unknown as ResponseMessage,
    },
    side,
    options,
    method,
  );
}

/**
 * Applies the options `unknownKeys` and `formats` to a valid message. `method` is
 * the method of the request to which the message is the response.
 */
function finish<D extends DecodedMessage>(
  decoded: D,
  side: Side,
  options: DecodeOptions | undefined,
  method?: string,
): D | Undecoded {
  const refinement = options && getRefinement(options);
  return options && refinement
    ? refinement.refineMessage(decoded, side, options, method)
    : decoded;
}

function unknownMethod(method: string): Issue {
  return createIssue(
    "a known method",
    describeValue(method, true),
    createLocation(null, NO_NAMES, "method"),
  );
}

const id = () => union(string, integer);
const version = () => literal("2.0");
const anyObject = () => object({});
const requestShape = () => object({ jsonrpc: version, id, method: string });
const notificationShape = () => object({ jsonrpc: version, method: string });
const responseShape = () => object({ jsonrpc: version, id, result: anyObject });
const errorShape = () => object({ jsonrpc: version, id, error: errorBody });
const anyErrorShape = () =>
  object({ jsonrpc: version, id: optional(id), error: errorBody });
const errorBody = () => object({ code: integer, message: string });
