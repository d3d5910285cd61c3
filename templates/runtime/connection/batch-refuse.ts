import { ConnectionError, INVALID_MESSAGE } from "./errors.js";
import { isRequest } from "./messages.js";
import type { Connection } from "./connection.js";
import type { RequestId } from "./messages.js";

/** Refuses an array of messages, each of its requests by its id. */
export function refuseBatch(
  connection: Connection,
  messages: readonly unknown[],
): void {
  const requests = messages.filter(isRequest);
  refuseRequests(connection, requests, "This revision has no batches");
}

export function refuseRequests(
  connection: Connection,
  requests: readonly { readonly id: RequestId }[],
  message: string,
): void {
  if (requests.length === 0) return connection.refuse(message);
  connection.report(new ConnectionError("invalid", message));
  for (const { id } of requests) {
    const error = { code: INVALID_MESSAGE, message };
    connection.send({ jsonrpc: "2.0", id, error }, id);
  }
}
