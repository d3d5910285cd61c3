/** Error codes of JSON-RPC and MCP, and timeouts of requests. */

export const PARSE_FAILED = -32700;
export const INVALID_MESSAGE = -32600;
export const UNKNOWN_METHOD = -32601;
export const BAD_PARAMS = -32602;
export const INTERNAL = -32603;

/** Error code for a request whose HTTP headers contradict its message. */
export const HEADER_MISMATCH = -32020;

/**
 * Error code for a request that requires a capability which the client did not
 * declare.
 */
export const MISSING_CAPABILITY = -32021;

/**
 * Error code for a request whose protocol revision the server does not support.
 */
export const UNSUPPORTED_VERSION = -32022;

/**
 * Error code for a peer that exceeds a limit. MCP does not define this code.
 */
export const TOO_MANY_REQUESTS = 429;
export const TIMEOUT = 60_000;
export const MAX_TIMEOUT = 600_000;

/**
 * Maximum number of abandoned requests (cancelled or timed out) whose ids are
 * stored. A late response to a request with a stored id is not reported as an
 * error.
 */
export const MAX_ABANDONED = 10_000;
