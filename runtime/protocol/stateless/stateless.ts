/**
 * Lifecycle without a handshake. Each request has the revision and the client's
 * capabilities in its `_meta`. The server stores nothing between requests.
 */
import type { Meta } from "../../json-rpc/messages/meta.js";

/** Methods that may be answered with an input-required result. */
export const INPUT_METHODS: readonly string[] = [
  "tools/call",
  "prompts/get",
  "resources/read",
];

/** Value of `resultType`: the result is final. */
export const COMPLETE = "complete";
/** Value of `resultType`: the server needs input before it can answer. */
export const INPUT_REQUIRED = "input_required";

export interface StatelessResult {
  readonly _meta?: Meta;
  readonly [name: string]: unknown;
}
