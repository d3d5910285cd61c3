import type { HttpHeaders } from "./types.js";

export const VERSION_HEADER = "mcp-protocol-version";
export const METHOD_HEADER = "mcp-method";
export const NAME_HEADER = "mcp-name";
export const SESSION_HEADER = "mcp-session-id";
/**
 * Name of the request header with the id of the last received event, for
 * resuming a stream.
 */
export const LAST_EVENT_HEADER = "last-event-id";
/** Prefix of the names of headers that repeat tool arguments. */
export const PARAM_PREFIX = "mcp-param-";

export const JSON_TYPE = "application/json";
export const EVENTS_TYPE = "text/event-stream";

/** HTTP headers of a response that contains one JSON message. */
export const JSON_HEADERS: HttpHeaders = { "content-type": JSON_TYPE };

/**
 * HTTP headers of an event stream. They tell proxies not to buffer the stream.
 */
export const STREAM_HEADERS: HttpHeaders = {
  "content-type": EVENTS_TYPE,
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};
