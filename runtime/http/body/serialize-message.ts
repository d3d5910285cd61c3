import { INTERNAL } from "../../json-rpc/messages/errors.js";
import type {
  ErrorResponse,
  Message,
} from "../../json-rpc/messages/messages.js";

/**
 * A message as text. Where an answer can be serializeMessage in parts and not as a whole,
 * being too deep or too long, an error takes its place.
 *
 * @throws what JSON.stringify throws, for a result: its call is answered with
 *   an error then.
 */
export function serializeMessage(message: Message): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    if (Array.isArray(message)) {
      const failed = { code: INTERNAL, message: "Internal error" };
      // An array is a batch of responses.
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
