/**
 * The lifecycle without a handshake: each request says in `_meta` which
 * revision it speaks and what its sender can do, and the server keeps nothing
 * between requests.
 */
import type { Meta } from "../../json-rpc/messages/meta.js";

/** Requests that may be answered with what is needed first. */
export const ROUND_METHODS: readonly string[] = [
  "tools/call",
  "prompts/get",
  "resources/read",
];

/** The result is final. */
export const COMPLETE = "complete";
/** The result says what the server needs before it can answer. */
export const INPUT_REQUIRED = "input_required";

export interface StatelessResult {
  readonly _meta?: Meta;
  readonly [name: string]: unknown;
}
