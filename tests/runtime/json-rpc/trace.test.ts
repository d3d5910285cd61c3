/** W3C trace context in `_meta`: what is passed on. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { traceContext } from "../../../runtime/json-rpc/messages/trace.js";

const test = suite("trace context");

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const LATER = `cc-${TRACE}-00f067aa0ba902b7-01-more`;

for (const [what, meta, expected] of [
  ["nothing", undefined, {}],
  ["no object", "x", {}],
  [
    "other keys are left",
    { traceparent: PARENT, other: 1 },
    { traceparent: PARENT },
  ],
  [
    "all three",
    { traceparent: LATER, tracestate: "a=b", baggage: "c=d" },
    { traceparent: LATER, tracestate: "a=b", baggage: "c=d" },
  ],
  [
    "state without a parent",
    { tracestate: "a=b", baggage: "c=d" },
    { baggage: "c=d" },
  ],
  ["no texts", { traceparent: 1, baggage: [] }, {}],
  [
    "a trace of zeros",
    { traceparent: PARENT.replace(TRACE, "0".repeat(32)) },
    {},
  ],
  ["a parent of zeros", { traceparent: `00-${TRACE}-0000000000000000-01` }, {}],
  ["version ff", { traceparent: `ff${PARENT.slice(2)}` }, {}],
  ["upper case", { traceparent: PARENT.toUpperCase() }, {}],
  [
    "what no header holds",
    { traceparent: PARENT, tracestate: "a\nb", baggage: "\u00e9" },
    { traceparent: PARENT },
  ],
  [
    "as long as may be",
    { baggage: "b".repeat(8_192) },
    { baggage: "b".repeat(8_192) },
  ],
  [
    "too long",
    {
      traceparent: PARENT,
      tracestate: "b".repeat(513),
      baggage: "b".repeat(8_193),
    },
    { traceparent: PARENT },
  ],
] as const)
  test(what, () => {
    assert.equal(traceContext(meta), expected);
  });

test.run();
