import { INTERNAL } from "../../json-rpc/constants.js";
import { sharedJson } from "../../json-rpc/shared-json.js";
import type {
  ErrorResponse,
  Message,
} from "../../json-rpc/messages/messages.js";

/**
 * Serializes a message. If several messages share the same `params` or
 * `result`, this shared object is serialized only once. If JSON.stringify fails
 * for an error response, the error is sent without its `data`. If it fails for
 * a batch, each response in the batch becomes an internal error.
 *
 * @throws the error of JSON.stringify for any other message; the caller then
 *   sends an error response instead.
 */
export function serializeMessage(message: Message): string {
  try {
    if (!Array.isArray(message) && !("error" in message)) {
      const [name, value] =
        "result" in message
          ? (["result", message.result] as const)
          : (["params", message.params] as const);
      const text = sharedJson(value);
      if (text !== undefined) {
        const rest = JSON.stringify({ ...message, [name]: undefined });
        return `${rest.slice(0, -1)},"${name}":${text}}`;
      }
    }
    return JSON.stringify(message);
  } catch (error) {
    if (Array.isArray(message)) {
      const failed = { code: INTERNAL, message: "Internal error" };
      // The runtime sends a batch only as the response to a batch, so each
      // message here is a response.
      const answers = message as readonly ErrorResponse[];
      return JSON.stringify(
        answers.map(({ id }) => ({ jsonrpc: "2.0", id, error: failed })),
      );
    }
    if (!("error" in message)) throw error;
    const { code, message: text } = message.error;
    return JSON.stringify({ ...message, error: { code, message: text } });
  }
}
