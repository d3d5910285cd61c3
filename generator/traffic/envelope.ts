/** What JSON-RPC puts round a message, read from whatever was recorded. */
import { isObject } from "../../templates/runtime/validation/guards.js";
import type { MessageId } from "../../templates/runtime/validation/messages.js";

/** The members that tell what a message is; nothing of them is checked yet. */
export interface Envelope {
  readonly method?: unknown;
  readonly id?: unknown;
  readonly error?: unknown;
}

/** The value's envelope; what is no object has none of its members. */
export function envelopeOf(value: unknown): Envelope {
  return isObject(value) ? value : {};
}

/** Whether an answer can name it, however large the number. */
export function isId(id: unknown): id is MessageId {
  return typeof id === "string" || Number.isInteger(id);
}
