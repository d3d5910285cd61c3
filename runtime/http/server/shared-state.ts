import type { Message } from "../../json-rpc/messages/messages.js";
import type { Rate, RateLimit } from "../../limits/rate-limit.js";
import type { ServerCore } from "../../protocol/server-core.js";
import type { SessionHandler } from "./handlers.js";
import type { QueuedMessage } from "./backlog.js";
import type { EventStore } from "./event-store.js";

/** What the processes of one server have in common. */
export interface SharedState {
  /** Begins what this process names: no other process begins a name so. */
  readonly mark: string;
  readonly events: EventStore;
  /** The rate of a holder, over all processes. */
  limit(holder: string, rate: Rate): Pick<RateLimit, "take">;
  /**
   * Serves the sessions of all processes, beside those that are here; an unused
   * one ends after `idle` milliseconds.
   */
  join(server: ServerCore, idle: number, here?: SessionHandler): SessionHandler;
  /** A message of this side, its own names marked. */
  outgoing(message: Message): Message;
  /** Whether what belongs to no request of that session goes out here. */
  listens(session: string): boolean;
  /** Takes what other processes relay to streams of this one. */
  onRelay(
    take: (stream: string, message: unknown, from: unknown) => void,
  ): void;
  /**
   * Relays a message to a stream of another process; false when that is not
   * there.
   */
  relay(stream: string, message: unknown, from: unknown): boolean;
  /** Hands such a message to who sends it; false when that is nobody else. */
  tell(session: string, message: QueuedMessage): boolean;
}
