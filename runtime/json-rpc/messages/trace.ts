import { isObject } from "../../validation/guards.js";

/** W3C trace context. Member names are those of the HTTP headers. */
export type TraceContext = {
  traceparent?: string;
  tracestate?: string;
  baggage?: string;
};

/**
 * Pattern of a W3C `traceparent`: version, trace id, parent id and flags in
 * hexadecimal digits. An id must not be all zeros.
 */
const TRACE_PARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(-[!-~]*)?$/;
/** Pattern of a valid header value. */
const PRINTABLE = /^[ -~]+$/;

/**
 * Maximum lengths in characters. W3C requires programs to propagate at least
 * this much; longer values are dropped.
 */
const MAX_LENGTHS = { traceparent: 512, tracestate: 512, baggage: 8_192 };

/**
 * Returns the trace context in `_meta`, such as `ctx.meta`, for use in HTTP
 * headers or other requests. Values that W3C does not allow are left out.
 */
export function traceContext(meta: unknown): TraceContext {
  const values = isObject(meta) ? meta : {};
  const take = (name: keyof TraceContext, pattern: RegExp): TraceContext => {
    const value = values[name];
    return typeof value === "string" &&
      value.length <= MAX_LENGTHS[name] &&
      pattern.test(value)
      ? { [name]: value }
      : {};
  };
  const parent = take("traceparent", TRACE_PARENT);
  return {
    ...parent,
    // W3C: `tracestate` must not be sent without `traceparent`.
    ...(parent.traceparent !== undefined && take("tracestate", PRINTABLE)),
    ...take("baggage", PRINTABLE),
  };
}
