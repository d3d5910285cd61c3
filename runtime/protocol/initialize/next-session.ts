import { isRequest } from "../../json-rpc/messages/messages.js";
import type { Connection } from "../connection/connection.js";
import type { Receiver } from "../../transport/transport.js";

/**
 * Returns a receiver that passes messages to the connection of the current
 * session. A second `initialize` request ends this connection and starts the
 * next session. For example, a bridge that uses one server process for all its
 * clients sends `initialize` for each client.
 *
 * @param accept Function that creates the connection of the next session.
 */
export function receiveSessions(
  first: Connection,
  accept: () => Connection,
): Receiver {
  let current = first;
  return {
    maxMessage: first.maxMessage,
    receive(message, origin) {
      if (beginsSession(current, message)) {
        current.closed(undefined, "The client has started a new session");
        current = accept();
        current.endpoint.health?.(current);
      }
      current.receive(message, origin);
    },
    failed: (id, problem) => current.failed(id, problem),
    unreadable: (problem) => current.unreadable(problem),
    ended: () => current.ended(),
    closed: (problem, text) => current.closed(problem, text),
  };
}

/**
 * Returns true for an `initialize` request after the handshake. Returns false
 * if the request names a revision without a handshake, so that a multi-version
 * server rejects the request.
 */
function beginsSession(connection: Connection, message: unknown): boolean {
  return (
    connection.phase !== "new" &&
    !connection.ending &&
    isRequest(message) &&
    message.method === "initialize" &&
    connection.endpoint.select(connection, message) === connection.endpoint
  );
}
