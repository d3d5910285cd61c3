import type { Message } from "../../json-rpc/messages/messages.js";
import type { Rate, RateLimit } from "../../limits/rate-limit.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type { SessionHandler } from "./handlers.js";
import type { QueuedMessage } from "./sessions/backlog.js";
import type { EventStore } from "./sessions/event-store.js";

/** State that the processes of one server share. */
export interface SharedState {
  /**
   * Prefix of the ids that this process generates. Each process has a different
   * prefix.
   */
  readonly mark: string;
  readonly events: EventStore;
  /** Whether the store answered the last request of this process. */
  readonly isReady: boolean;
  /**
   * Returns the rate limit of a client. The limit counts the client's requests
   * to all processes.
   */
  limit(holder: string, rate: Rate): Pick<RateLimit, "take">;
  /**
   * Returns a handler for the sessions of all processes. `here` is the handler
   * for the sessions of this process. An unused session ends after `idle`
   * milliseconds.
   */
  join(server: ServerCore, idle: number, here?: SessionHandler): SessionHandler;
  /**
   * Returns a copy of an outgoing message. Ids that this process generated get
   * the prefix of this process, so that they differ from the ids of other
   * processes.
   */
  outgoing(message: Message): Message;
  /**
   * Returns whether this process has the stream on which the client of a
   * session listens.
   */
  listens(session: string): boolean;
  /**
   * Registers a callback for messages that a different process has relayed to a
   * stream in this process.
   */
  onRelay(
    take: (stream: string, message: unknown, from: unknown) => void,
  ): void;
  /**
   * Relays a message to a stream in a different process; returns false if that
   * process no longer runs.
   */
  relay(stream: string, message: unknown, from: unknown): boolean;
  /**
   * Passes a message to the process that holds the client's open stream.
   * Returns false if the session should queue the message itself.
   */
  tell(session: string, message: QueuedMessage): boolean;
}
