/** Limits, delays and timeouts of the HTTP client. */

/** Maximum number of redirects per request. */
export const MAX_REDIRECTS = 5;
export const MAX_ATTEMPTS = 3;

/**
 * Interval at which the client reports that a request still waits for the user
 * to sign in, in milliseconds.
 */
export const WAITING_EVERY = 250;

/**
 * Number of times that the client may open the session's GET stream without
 * waiting. Further attempts are limited to one per second.
 */
export const LISTENS_AT_ONCE = 3;

/** Maximum number of pages of `tools/list` that are read to find one tool. */
export const MAX_PAGES = 1_000;

/** Maximum time to wait for the server to end the session, in milliseconds. */
export const SESSION_END_TIMEOUT = 2_000;

/**
 * Time until the client reconnects if the server sends no `retry`, in
 * milliseconds.
 */
export const RETRY = 1_000;

/**
 * Minimum time until the next connection, in milliseconds. Applies after a
 * connection without events, and after an immediate reconnect.
 */
export const MIN_RETRY = 100;

/**
 * Maximum back-off of the client, in milliseconds. The server may ask for a
 * longer time.
 */
export const MAX_RETRY = 30_000;

/**
 * Maximum number of consecutive reconnects that do not open an event stream.
 */
export const MAX_RECONNECTS = 5;

/**
 * Time after which the client closes an idle connection, in milliseconds. Most
 * servers close idle connections after 5 seconds or later. The client closes
 * them earlier, so that it does not use a connection that the server is
 * closing.
 */
export const IDLE_SOCKET = 4_000;

/**
 * Time limit for repeating a request after a connection error, in milliseconds
 * since the request was sent. An error within this time means that the server
 * had already closed the idle connection, so the request is repeated. A later
 * error may have been caused by the request itself.
 */
export const CLOSED_IDLE = 1_000;

/**
 * Maximum length of an unneeded response that the client reads to its end, in
 * characters. After the end, the connection can be used again.
 */
export const MAX_DISCARDED = 65_536;
