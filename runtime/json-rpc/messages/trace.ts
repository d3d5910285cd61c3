import { isObject } from "../../validation/guards.js";

/** W3C trace context. The member names equal the names of the HTTP headers. */
export type TraceContext = {
  traceparent?: string;
  tracestate?: string;
  baggage?: string;
};

/**
 * Pattern of a W3C `traceparent` header: version, trace id, parent id and flags
 * in hexadecimal digits. Ids that consist only of zeros are invalid.
 */
const TRACE_PARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(-[!-~]*)?$/;
/** Pattern of a valid value for a trace header: printable ASCII characters. */
const PRINTABLE = /^[ -~]+$/;

/**
 * Maximum lengths of trace headers, in characters. Longer values are dropped.
 * The W3C specification requires programs to propagate values up to these
 * lengths.
 */
const MAX_LENGTHS = { traceparent: 512, tracestate: 512, baggage: 8_192 };

/**
 * Returns the trace context that the `_meta` of a request contains. In a
 * handler, pass `ctx.meta`. To continue the trace, send the trace context in
 * HTTP headers or in the `_meta` of other requests. Values that the W3C
 * specification does not allow are left out.
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
    // The W3C specification forbids sending `tracestate` without `traceparent`.
    ...(parent.traceparent !== undefined && take("tracestate", PRINTABLE)),
    ...take("baggage", PRINTABLE),
  };
}
