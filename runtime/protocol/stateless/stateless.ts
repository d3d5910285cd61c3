/**
 * Lifecycle without a handshake. Each request names the revision and the
 * client's capabilities in its `_meta`. The server stores nothing about the
 * client between requests.
 */
import type { Meta } from "../../json-rpc/messages/meta.js";

/** Methods whose requests may be answered with an input-required result. */
export const INPUT_METHODS: readonly string[] = [
  "tools/call",
  "prompts/get",
  "resources/read",
];

/** Value of `resultType` for a final result. */
export const COMPLETE = "complete";
/**
 * Value of `resultType` if the server needs input before it can answer the
 * request.
 */
export const INPUT_REQUIRED = "input_required";

export interface StatelessResult {
  readonly _meta?: Meta;
  readonly [name: string]: unknown;
}
