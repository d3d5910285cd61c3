/**
 * Sessions of a server that follow each other on one transport. A bridge may
 * keep one server process for many clients, each of which sends `initialize`.
 */
import { isRequest } from "../../json-rpc/messages/messages.js";
import { getMeta, VERSION } from "../../json-rpc/messages/meta.js";
import type { Connection } from "./connection.js";
import type { Receiver, Transport } from "../../transport/transport.js";

/**
 * Serves a transport with one connection for each session, and returns the
 * connection of the first session. A second `initialize` request ends the
 * current connection: its running requests are cancelled and not answered.
 *
 * @param accept Function that creates the connection of a session.
 */
export async function serveSessions(
  transport: Transport,
  accept: (transport: Transport) => Connection,
): Promise<Connection> {
  let current: Connection;
  const begin = (start: Transport["start"]): Connection => {
    const connection = accept({
      start,
      send: (message, relatedRequestId) =>
        transport.send(message, relatedRequestId),
      unanswered: (relatedRequestId) =>
        transport.unanswered?.(relatedRequestId),
      release: (relatedRequestId) => transport.release?.(relatedRequestId),
      // A session that was replaced does not close the transport.
      close: () => (connection === current ? transport.close() : undefined),
    });
    current = connection;
    return connection;
  };
  const receiver: Receiver = {
    get maxMessage() {
      return current.maxMessage;
    },
    receive(message, origin) {
      const again = current.phase !== "new" && !current.ending;
      if (again && isHandshake(message)) {
        current.closed(undefined, "The client has started a new session");
        void begin(() => {}).open();
      }
      current.receive(message, origin);
    },
    failed: (id, problem) => current.failed(id, problem),
    unreadable: (problem) => current.unreadable(problem),
    ended: () => current.ended(),
    closed: (problem, text) => current.closed(problem, text),
  };
  const first = begin(() => transport.start(receiver));
  await first.open();
  return first;
}

/**
 * Returns true for an `initialize` request. A request that names a revision
 * without a handshake in its `_meta` is not a handshake.
 */
function isHandshake(message: unknown): boolean {
  return (
    isRequest(message) &&
    message.method === "initialize" &&
    getMeta(message.params)[VERSION] === undefined
  );
}
