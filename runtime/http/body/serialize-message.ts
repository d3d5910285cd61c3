import { INTERNAL } from "../../json-rpc/messages/errors.js";
import type {
  ErrorResponse,
  Message,
} from "../../json-rpc/messages/messages.js";

/**
 * Serializes a message. If an error or a batch is too deep or too long as a
 * whole, an error without its data replaces it.
 *
 * @throws what JSON.stringify throws for a result; the call is then answered
 *   with an error.
 */
export function serializeMessage(message: Message): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    if (Array.isArray(message)) {
      const failed = { code: INTERNAL, message: "Internal error" };
      // Only responses are sent in batches.
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
