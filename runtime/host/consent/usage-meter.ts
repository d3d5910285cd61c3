/**
 * Traffic limits of a server. The connection is closed when the server exceeds
 * a limit.
 */
import { asError } from "../../json-rpc/messages/errors.js";
import { RateLimit } from "../../limits/rate-limit.js";
import { jsonSize } from "../../limits/json-size.js";
import type { Transport } from "../../transport/transport.js";

export interface TrafficLimits {
  /**
   * Maximum number of messages from one server per minute.
   * @default 60_000
   */
  readonly messages?: number | undefined;
  /**
   * Maximum number of characters of JSON from one server per minute.
   * @default 268_435_456
   */
  readonly characters?: number | undefined;
}

/**
 * Wraps a transport so that it closes with an error when the server exceeds a
 * traffic limit.
 */
export function limitTraffic(
  transport: Transport,
  { messages = 60_000, characters = 256 * 1024 * 1024 }: TrafficLimits,
): Transport {
  const limits = { messages, characters };
  const { address, name } = transport;
  const again = transport.again?.bind(transport);
  const credentials = transport.credentials?.bind(transport);
  const rate = new RateLimit(messages, messages / 60);
  const sizes = new RateLimit(characters, characters / 60);
  // Each message in a JSON-RPC batch counts separately towards the limit.
  const within = (message: unknown): boolean =>
    rate.take(Array.isArray(message) ? message.length : 1) &&
    sizes.take(jsonSize(message));
  return {
    start(receiver) {
      let cut = false;
      const take = (message: unknown, pass: () => void): void => {
        if (cut) return;
        if (within(message)) return pass();
        cut = true;
        receiver.closed(new TrafficLimitError());
        const close = async (): Promise<void> => transport.close();
        close().catch((error: unknown) =>
          receiver.failed(undefined, asError(error)),
        );
      };
      return transport.start({
        maxMessage: receiver.maxMessage,
        failed: (id, problem) => receiver.failed(id, problem),
        waiting: (id) => receiver.waiting?.(id),
        unreadable: (problem, text) =>
          take(text, () => receiver.unreadable(problem, text)),
        ended: () => receiver.ended(),
        closed: (problem, text) => {
          if (!cut) receiver.closed(problem, text);
        },
        receive: (message, origin) =>
          take(message, () => receiver.receive(message, origin)),
      });
    },
    address,
    name,
    ...(again && { again: () => limitTraffic(again(), limits) }),
    ...(credentials && { credentials }),
    send: (message, relatedRequestId) =>
      transport.send(message, relatedRequestId),
    unanswered: (relatedRequestId) => transport.unanswered?.(relatedRequestId),
    release: (relatedRequestId) => transport.release?.(relatedRequestId),
    close: () => transport.close(),
  };
}

/**
 * Error of a connection that was closed because the server exceeded a traffic
 * limit.
 */
export class TrafficLimitError extends Error {
  override readonly name: string = "TrafficLimitError";

  constructor() {
    super("The server exceeded its limit of messages or characters per minute");
  }
}
