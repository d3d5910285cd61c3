/** Counts what a server sends, and cuts it off when it is too much. */
import { asError } from "../../json-rpc/messages/errors.js";
import { RateLimit } from "../../limits/rate-limit.js";
import { sizeOf } from "../../limits/json-size.js";
import type { Transport } from "../../transport/transport.js";

export interface TrafficLimits {
  /** Messages of one server a minute. Default: 60,000. */
  readonly messages?: number | undefined;
  /** Characters of JSON of one server a minute. Default: 256 Mi. */
  readonly characters?: number | undefined;
}

/** The same transport, which ends with an error beyond the limits. */
export function metered(
  transport: Transport,
  { messages = 60_000, characters = 256 * 1024 * 1024 }: TrafficLimits,
): Transport {
  const limits = { messages, characters };
  const { address } = transport;
  const again = transport.again?.bind(transport);
  const credentials = transport.credentials?.bind(transport);
  const rate = new RateLimit(messages, messages / 60);
  const sizes = new RateLimit(characters, characters / 60);
  // Each message of a batch is one.
  const within = (message: unknown): boolean =>
    rate.take(Array.isArray(message) ? message.length : 1) &&
    sizes.take(sizeOf(message));
  return {
    start(receiver) {
      let cut = false;
      const take = (message: unknown, pass: () => void): void => {
        if (cut) return;
        if (within(message)) return pass();
        cut = true;
        receiver.closed(new TooMuch());
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
    ...(again && { again: () => metered(again(), limits) }),
    ...(credentials && { credentials }),
    send: (message, about) => transport.send(message, about),
    unanswered: (about) => transport.unanswered?.(about),
    release: (about) => transport.release?.(about),
    close: () => transport.close(),
  };
}

/** A server sent more than it may. */
export class TooMuch extends Error {
  override readonly name: string = "TooMuch";

  constructor() {
    super("The server sends more than it may");
  }
}
