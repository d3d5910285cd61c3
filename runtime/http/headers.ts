import type { HttpHeaders } from "./types.js";

export const VERSION_HEADER = "mcp-protocol-version";
export const METHOD_HEADER = "mcp-method";
export const NAME_HEADER = "mcp-name";
export const SESSION_HEADER = "mcp-session-id";
/** Header with the event after which a client resumes a stream. */
export const LAST_EVENT_HEADER = "last-event-id";
/** Prefix of parameter headers. */
export const PARAM_PREFIX = "mcp-param-";

export const JSON_TYPE = "application/json";
export const EVENTS_TYPE = "text/event-stream";

/** Headers of a response that is one message. */
export const JSON_HEADERS: HttpHeaders = { "content-type": JSON_TYPE };

/** Headers of an event stream, which proxies must not buffer. */
export const STREAM_HEADERS: HttpHeaders = {
  "content-type": EVENTS_TYPE,
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};
