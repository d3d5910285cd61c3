/**
 * Stateless lifecycle, without a handshake. Each request names the revision and
 * the client's capabilities in its `_meta`. The server stores nothing about the
 * client between requests.
 */
import type { Meta } from "../../json-rpc/messages/meta.js";

/** Methods that a server may answer with an input-required result. */
export const INPUT_METHODS: readonly string[] = [
  "tools/call",
  "prompts/get",
  "resources/read",
];

/** Value of `resultType` for a final result. */
export const COMPLETE = "complete";
/** Value of `resultType` for a result with which the server asks for input. */
export const INPUT_REQUIRED = "input_required";

export interface StatelessResult {
  readonly _meta?: Meta;
  readonly [name: string]: unknown;
}
