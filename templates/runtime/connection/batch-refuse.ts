import type { Connection } from "./connection.js";

/** Refuses an array of messages, each of its requests by its id. */
export function refuseBatch(
  connection: Connection,
  messages: readonly unknown[],
): void {
  connection.refuse("This revision has no batches", messages);
}
