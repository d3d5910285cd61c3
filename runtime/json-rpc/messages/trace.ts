import { isObject } from "../../validation/guards.js";

/** W3C trace context, by the names that headers have for it. */
export type TraceContext = {
  traceparent?: string;
  tracestate?: string;
  baggage?: string;
};

/** W3C: two digits of version, trace, parent, flags; no id is all zeros. */
const TRACE_PARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(-[!-~]*)?$/;
/** What a header may hold. */
const PRINTABLE = /^[ -~]+$/;

/** Characters that W3C has programs pass on, at least; of more, none are. */
const LONGEST = { traceparent: 512, tracestate: 512, baggage: 8_192 };

/**
 * The trace context in `_meta`, such as `ctx.meta`, to be sent on in headers or in
 * other requests. What is not as W3C has it is left out.
 */
export function traceContext(meta: unknown): TraceContext {
  const given = isObject(meta) ? meta : {};
  const take = (name: keyof TraceContext, form: RegExp): TraceContext => {
    const value = given[name];
    return typeof value === "string" &&
      value.length <= LONGEST[name] &&
      form.test(value)
      ? { [name]: value }
      : {};
  };
  const parent = take("traceparent", TRACE_PARENT);
  return {
    ...parent,
    // It says nothing without the other.
    ...(parent.traceparent !== undefined && take("tracestate", PRINTABLE)),
    ...take("baggage", PRINTABLE),
  };
}
