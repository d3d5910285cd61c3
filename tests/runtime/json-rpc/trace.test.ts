/** Tests of the W3C trace context in `_meta`. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { traceContext } from "../../../runtime/json-rpc/messages/trace.js";

const test = suite("trace context");

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const LATER = `cc-${TRACE}-00f067aa0ba902b7-01-more`;

for (const [what, meta, expected] of [
  ["that is missing", undefined, {}],
  ["that is a string", "x", {}],
  [
    "with other keys",
    { traceparent: PARENT, other: 1 },
    { traceparent: PARENT },
  ],
  [
    "with all three keys",
    { traceparent: LATER, tracestate: "a=b", baggage: "c=d" },
    { traceparent: LATER, tracestate: "a=b", baggage: "c=d" },
  ],
  [
    "with a state but no parent",
    { tracestate: "a=b", baggage: "c=d" },
    { baggage: "c=d" },
  ],
  ["with values that are not strings", { traceparent: 1, baggage: [] }, {}],
  [
    "with a trace id of zeros",
    { traceparent: PARENT.replace(TRACE, "0".repeat(32)) },
    {},
  ],
  [
    "with a parent id of zeros",
    { traceparent: `00-${TRACE}-0000000000000000-01` },
    {},
  ],
  ["of version ff", { traceparent: `ff${PARENT.slice(2)}` }, {}],
  ["in upper case", { traceparent: PARENT.toUpperCase() }, {}],
  [
    "with values invalid in headers",
    { traceparent: PARENT, tracestate: "a\nb", baggage: "\u00e9" },
    { traceparent: PARENT },
  ],
  [
    "of the maximum length",
    { baggage: "b".repeat(8_192) },
    { baggage: "b".repeat(8_192) },
  ],
  [
    "above the maximum length",
    {
      traceparent: PARENT,
      tracestate: "b".repeat(513),
      baggage: "b".repeat(8_193),
    },
    { traceparent: PARENT },
  ],
] as const)
  test(`traceContext returns the valid members of a trace context ${what}`, () => {
    assert.equal(traceContext(meta), expected);
  });

test.run();
