import type { ErrorObject } from "./messages.js";

export const PARSE_FAILED = -32700;
export const INVALID_MESSAGE = -32600;
export const UNKNOWN_METHOD = -32601;
export const BAD_PARAMS = -32602;
export const INTERNAL = -32603;
/** Error code: the HTTP headers of a request contradict its message. */
export const HEADER_MISMATCH = -32020;
/**
 * Error code: the request needs a capability that the client did not declare.
 */
export const MISSING_CAPABILITY = -32021;
/** Error code: the server does not support the requested revision. */
export const UNSUPPORTED_VERSION = -32022;
/** Error code: the peer exceeds a limit. Not defined by MCP. */
export const TOO_MANY_REQUESTS = 429;

/**
 * Protocol error with a JSON-RPC code. If a handler throws it, its code,
 * message and data are sent to the peer. A request that the peer answers with
 * an error rejects with it.
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
    // Serialized here, so that data that JSON cannot represent fails where the
    // error is created, not when it is sent.
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
 * Returns true if a thrown value has the name of an error class. Compares
 * names, since a library's tools may throw errors of another copy of the
 * runtime.
 */
function isNamed(
  thrown: unknown,
  name: string,
): thrown is { readonly code?: unknown; readonly fault?: unknown } {
  return (thrown as Error | undefined)?.name === name;
}

/** Reason why a request ended without an answer of the peer. */
export type ConnectionFault =
  /** The timeout of the request expired. */
  | "timeout"
  /** The connection is closed, or was never opened. */
  | "closed"
  /**
   * The peer, or this side, did not declare the capability that the message
   * needs.
   */
  | "capability"
  /**
   * The lifecycle does not allow the message in the current phase of the
   * connection.
   */
  | "lifecycle"
  /**
   * The message does not exist in the revision of the peer, or no revision is
   * supported by both sides.
   */
  | "version"
  /**
   * The server needs input before it can answer, and no handler of this side
   * gave it.
   */
  | "input"
  /** The peer broke the protocol: it sent an invalid message or result. */
  | "invalid";

/** Error that this side raised itself. The peer did not send it. */
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

/**
 * Returns true if an error code exists only in revisions without a handshake.
 */
export function isStatelessCode(code: number): boolean {
  return (
    code === HEADER_MISMATCH ||
    code === MISSING_CAPABILITY ||
    code === UNSUPPORTED_VERSION
  );
}

/** Connections over which the errors of peers arrived. */
const peerErrors = /*@__PURE__*/ new WeakMap<McpError, object>();

/** Returns the error with which the peer of a connection answered a request. */
export function createPeerError(
  connection: object,
  { code, message, data }: ErrorObject,
): McpError {
  const error = new McpError(code, message, data);
  peerErrors.set(error, connection);
  return error;
}

/**
 * Returns true if the error that a handler threw is to be sent to its caller.
 * An error that this same peer sent, in answer to a request of the handler, is
 * not. The peer would mistake it for an error of this side.
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

/** Returns the error object to send for a value that a handler threw. */
export function toErrorObject(thrown: unknown): ErrorObject {
  const { code, message, data }: ErrorObject =
    thrown instanceof McpError
      ? thrown
      : { code: INTERNAL, message: "Internal error" };
  return { code, message, data };
}

/** Returns a thrown value as an Error, for hooks that accept only errors. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  try {
    return new Error(String(thrown));
  } catch {
    return new Error("Unknown error");
  }
}

/**
 * Returns the client's error for a server that supports none of the client's
 * revisions.
 */
export function noCommonVersionError(
  theirs: readonly unknown[],
  ours: readonly string[],
  cause?: unknown,
): ConnectionError {
  const text = `The server speaks ${theirs.join(", ") || "none"}, this client speaks ${ours.join(", ")}; generate the client with --rev ${[...theirs, ...ours].join(",")}`;
  return new ConnectionError("version", text, cause);
}

/**
 * Returns the client's error for a server that refuses a revision and does not
 * list the revisions it supports.
 */
export function unsupportedVersionError(
  ours: string,
  cause: Error,
): ConnectionError {
  const text = `The server does not speak ${ours}: ${cause.message}; generate this client with --rev all`;
  return new ConnectionError("version", text, cause);
}

/**
 * Returns the part of an error message that lists the revisions of this server
 * and how to generate a matching one.
 */
export function describeSupportedVersions(
  ours: readonly string[],
  requested?: unknown,
): string {
  const more =
    typeof requested === "string" ? `${ours.join()},${requested}` : "all";
  return `this server speaks ${ours.join(", ")}; generate it with --rev ${more}`;
}
