import {
  HEADER_MISMATCH,
  INTERNAL,
  MISSING_CAPABILITY,
  TOO_MANY_REQUESTS,
  UNSUPPORTED_VERSION,
} from "../constants.js";
import { cleanText } from "../../limits/text.js";
import type { ErrorObject } from "./messages.js";

/** Maximum length of the message of a `ConnectionError`, in characters. */
const MAX_ERROR_TEXT = 10_000;

/**
 * Protocol error with a JSON-RPC code. If a handler throws an `McpError`, its
 * code, message and data are sent to the peer. If the peer answers a request
 * with an error, the promise of the request rejects with an `McpError`.
 */
export class McpError extends Error {
  override readonly name: string = "McpError";
  /** JSON-RPC error code, an integer. */
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    if (!Number.isInteger(code)) {
      throw new RangeError(`Error code ${code} is not an integer`);
    }
    // Serialize the data now: if JSON cannot represent the data, the
    // constructor throws. Without this call, the mistake would appear only when
    // the error is sent.
    JSON.stringify(data);
    this.code = code;
    this.data = data;
  }

  static override [Symbol.hasInstance](thrown: unknown): boolean {
    return (
      super[Symbol.hasInstance](thrown) ||
      (this === McpError &&
        isNamed(thrown, "McpError") &&
        Number.isInteger(thrown.code))
    );
  }
}

/**
 * Returns true if a thrown value has the name of an error class. The name is
 * compared instead of using `instanceof`, because a library may throw errors of
 * a second copy of the runtime.
 */
function isNamed(
  thrown: unknown,
  name: string,
): thrown is { readonly code?: unknown; readonly fault?: unknown } {
  return (thrown as Error | undefined)?.name === name;
}

/** Kind of problem that a `ConnectionError` reports. */
export type ConnectionFault =
  /** The timeout of the request expired. */
  | "timeout"
  /** The connection is closed, or was never opened. */
  | "closed"
  /**
   * The message requires a capability that the peer or this side did not
   * declare.
   */
  | "capability"
  /**
   * The lifecycle does not allow the message in the current phase of the
   * connection, such as before the handshake.
   */
  | "lifecycle"
  /**
   * The message does not exist in the negotiated revision, or the two sides
   * have no revision in common.
   */
  | "version"
  /**
   * The server requires input before it can answer, and no handler of the
   * client has provided the input.
   */
  | "input"
  /** The peer broke the protocol: it sent an invalid message or result. */
  | "invalid";

/**
 * Error that this side (client or server) raised itself. An error that the peer
 * sent is an `McpError` instead. The message may quote text of the peer; control
 * characters in the message, except line breaks, are replaced.
 */
export class ConnectionError extends Error {
  override readonly name: string = "ConnectionError";
  readonly fault: ConnectionFault;

  constructor(fault: ConnectionFault, message: string, cause?: unknown) {
    super(cleanLines(message), cause === undefined ? undefined : { cause });
    this.fault = fault;
  }

  static override [Symbol.hasInstance](thrown: unknown): boolean {
    return (
      super[Symbol.hasInstance](thrown) ||
      (this === ConnectionError &&
        isNamed(thrown, "ConnectionError") &&
        typeof thrown.fault === "string")
    );
  }
}

/**
 * Adds a sentence to the description of a closed connection. The sentence
 * precedes the log of the server, if the description contains a log.
 */
export function addSentence(text: string, sentence: string): string {
  return text.replace(
    /(?=; the end of its log:\n)|$/,
    () => sentence && `. ${sentence}`,
  );
}

function cleanLines(text: string): string {
  const lines = text.slice(0, MAX_ERROR_TEXT).split("\n");
  return lines.map((line) => cleanText(line, MAX_ERROR_TEXT)).join("\n");
}

/**
 * Returns true if an error code exists only in stateless revisions (without a
 * handshake).
 */
export function isStatelessCode(code: number): boolean {
  return (
    code === HEADER_MISMATCH ||
    code === MISSING_CAPABILITY ||
    code === UNSUPPORTED_VERSION
  );
}

/**
 * Errors that were received from a peer, each with the connection over which it
 * was received.
 */
const peerErrors = /*@__PURE__*/ new WeakMap<McpError, object>();

/**
 * Creates the error for a request that the peer answered with an error. Stores
 * the connection over which the error was received, for `isForPeer`.
 */
export function createPeerError(
  connection: object,
  { code, message, data }: ErrorObject,
): McpError {
  const error = new McpError(code, message, data);
  peerErrors.set(error, connection);
  return error;
}

/**
 * Returns true if an error that a handler threw must be sent to the peer as a
 * JSON-RPC error. Returns false if the handler had received the error from the
 * same peer, as the answer to a request. The peer could otherwise not tell
 * which side caused the error.
 */
export function isForPeer(
  thrown: unknown,
  connection: object,
): thrown is McpError {
  return thrown instanceof McpError && peerErrors.get(thrown) !== connection;
}

/** Returns the error for a request that exceeds a limit. */
export function tooManyRequests(text = "Too many requests"): McpError {
  return new McpError(TOO_MANY_REQUESTS, text);
}

/**
 * Converts a value that a handler threw to the JSON-RPC error object that is
 * sent to the peer.
 */
export function toErrorObject(thrown: unknown): ErrorObject {
  const { code, message, data }: ErrorObject =
    thrown instanceof McpError
      ? thrown
      : { code: INTERNAL, message: "Internal error" };
  return { code, message, data };
}

/** Converts a thrown value to an Error, for hooks that accept only errors. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  try {
    return new Error(String(thrown));
  } catch {
    return new Error("Unknown error");
  }
}

/**
 * Creates the error for a client that has no revision in common with the
 * server.
 */
export function noCommonVersionError(
  theirs: readonly unknown[],
  ours: readonly string[],
  cause?: unknown,
): ConnectionError {
  const text = `The server supports ${theirs.join(", ") || "no revision"}, but this client supports ${ours.join(", ")}; generate the client with --rev ${[...theirs, ...ours].join(",")}`;
  return new ConnectionError("version", text, cause);
}

/**
 * Creates the error for a client whose revision the server refused without
 * listing the supported revisions.
 */
export function unsupportedVersionError(
  ours: string,
  cause: Error,
): ConnectionError {
  const text = `The server does not support ${ours}: ${cause.message}; generate this client with --rev all`;
  return new ConnectionError("version", text, cause);
}

/**
 * Returns text for an error message: the revisions that this server supports.
 * If the client requested another revision, the text says how to generate a
 * server for it.
 */
export function describeSupportedVersions(
  ours: readonly string[],
  requested: unknown,
): string {
  const text = `this server supports ${ours.join(", ")}`;
  return typeof requested !== "string" || ours.includes(requested)
    ? text
    : `${text}; generate the server with --rev ${ours.join()},${requested}`;
}
