import type { ErrorObject } from "./messages.js";

export const PARSE_FAILED = -32700;
export const INVALID_MESSAGE = -32600;
export const UNKNOWN_METHOD = -32601;
export const BAD_PARAMS = -32602;
export const INTERNAL = -32603;
/** The headers of a request are not what its message says. */
export const HEADER_MISMATCH = -32020;
/** The request needs a capability that its client has not declared. */
export const MISSING_CAPABILITY = -32021;
/** The revision that the request asked for is not served. */
export const UNSUPPORTED_VERSION = -32022;
/** The peer asks too often; a code of our own. */
export const TOO_MANY_REQUESTS = 429;

/**
 * An error of the protocol: thrown by a handler it is sent to the peer with
 * this code, message and data; received from the peer it rejects the request.
 */
export class McpError extends Error {
  override readonly name: string = "McpError";
  /** JSON-RPC error code, an integer. */
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    if (!Number.isInteger(code)) {
      throw new RangeError(`Not an error code: ${code}`);
    }
    // Throws for the author of the error, and not when it is sent.
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
 * Errors are known by what they are: a library's tools may throw those of another
 * copy of the runtime.
 */
function isNamed(
  thrown: unknown,
  name: string,
): thrown is { readonly code?: unknown; readonly fault?: unknown } {
  return (thrown as Error | undefined)?.name === name;
}

/** Why a request ended without an answer of the peer. */
export type ConnectionFault =
  /** No answer in time. */
  | "timeout"
  /** The connection is closed, or was never opened. */
  | "closed"
  /** The peer, or this side, has not declared the capability that is needed. */
  | "capability"
  /** The lifecycle does not allow the message at this point. */
  | "lifecycle"
  /** The peer speaks another revision. */
  | "version"
  /** This side did not give the input that the peer asked for first. */
  | "input"
  /** The peer broke the protocol: a message or a result that is not valid. */
  | "invalid";

/** An error that this side raised by itself; the peer never sent it. */
export class ConnectionError extends Error {
  override readonly name: string = "ConnectionError";
  readonly fault: ConnectionFault;

  constructor(fault: ConnectionFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
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

/** Whether an error code exists only where there is no handshake. */
export function isModern(code: number): boolean {
  return (
    code === HEADER_MISMATCH ||
    code === MISSING_CAPABILITY ||
    code === UNSUPPORTED_VERSION
  );
}

/** Errors that peers sent, each with the connection that it came over. */
const peerErrors = /*@__PURE__*/ new WeakMap<McpError, object>();

/** The error that a connection's peer answered with. */
export function answeredError(
  connection: object,
  { code, message, data }: ErrorObject,
): McpError {
  const error = new McpError(code, message, data);
  peerErrors.set(error, connection);
  return error;
}

/**
 * Whether what a handler threw is meant for its caller. An error that this very
 * peer sent, as the answer to a question, is not: to the peer it would look
 * like an error of this side.
 */
export function isForPeer(
  thrown: unknown,
  connection: object,
): thrown is McpError {
  return thrown instanceof McpError && peerErrors.get(thrown) !== connection;
}

/** Returns the error of a request that is one too many. */
export function tooMany(text = "Too many requests"): McpError {
  return new McpError(TOO_MANY_REQUESTS, text);
}

/** The error object that goes on the wire for whatever a handler threw. */
export function toErrorObject(thrown: unknown): ErrorObject {
  const { code, message, data }: ErrorObject =
    thrown instanceof McpError
      ? thrown
      : { code: INTERNAL, message: "Internal error" };
  return { code, message, data };
}

/** `thrown` as an Error, for hooks that take one. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  try {
    return new Error(String(thrown));
  } catch {
    return new Error("Unknown error");
  }
}

/** A client's error when it has no revision in common with the server. */
export function noneInCommon(
  theirs: readonly unknown[],
  ours: readonly string[],
  cause?: unknown,
): ConnectionError {
  const text = `The server speaks ${theirs.join(", ") || "none"}, this client ${ours.join(", ")}; generate it with --rev ${[...theirs, ...ours].join(",")}`;
  return new ConnectionError("version", text, cause);
}

/** A client's error when the server does not say which revisions it speaks. */
export function notSpoken(ours: string, cause: Error): ConnectionError {
  const text = `The server does not speak ${ours}: ${cause.message}; generate this client with --rev all`;
  return new ConnectionError("version", text, cause);
}

/** How a server's error for an unsupported version says what it speaks. */
export function served(ours: readonly string[], asked?: unknown): string {
  const more = typeof asked === "string" ? `${ours.join()},${asked}` : "all";
  return `this server speaks ${ours.join(", ")}; generate it with --rev ${more}`;
}
