import type { Message } from "../../json-rpc/messages/messages.js";
import type { Rate, RateLimit } from "../../limits/rate-limit.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type { SessionHandler } from "./handlers.js";
import type { QueuedMessage } from "./sessions/backlog.js";
import type { EventStore } from "./event-store.js";

/** State that the processes of one server share. */
export interface SharedState {
  /** Prefix of the ids that this process makes; unique among processes. */
  readonly mark: string;
  readonly events: EventStore;
  /** Returns the rate limit of a client over all processes. */
  limit(holder: string, rate: Rate): Pick<RateLimit, "take">;
  /**
   * Returns a handler for the sessions of all processes. `here` serves the
   * sessions of this process; an unused session ends after `idle` milliseconds.
   */
  join(server: ServerCore, idle: number, here?: SessionHandler): SessionHandler;
  /** Prefixes the ids that this process made in an outgoing message. */
  outgoing(message: Message): Message;
  /** Whether the client of the session listens to this process. */
  listens(session: string): boolean;
  /**
   * Registers a callback for messages that other processes relay to streams of
   * this one.
   */
  onRelay(
    take: (stream: string, message: unknown, from: unknown) => void,
  ): void;
  /**
   * Relays a message to a stream of another process; returns false if the
   * process is gone.
   */
  relay(stream: string, message: unknown, from: unknown): boolean;
  /**
   * Forwards the message to the process that the client listens to; returns
   * false if that is this process.
   */
  tell(session: string, message: QueuedMessage): boolean;
}
