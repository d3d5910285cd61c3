/**
 * Taps (message observers) for the transports of clients that use the SDK or
 * the runtime.
 */
import type { Transport } from "../../../runtime/transport/transport.js";

/** Members that the transports of SDK v1 and SDK v2 have in common. */
interface Tappable {
  send(message: never, options?: never): Promise<void>;
  onmessage?: unknown;
}

type Message = Record<string, unknown>;

/** Callbacks that are called with the messages of a transport. */
export interface Taps {
  /**
   * Called with a copy of each message before the copy is sent. The callback
   * may change the copy.
   */
  readonly sent: (message: Message) => void;
  readonly received: (message: Message) => void;
}

/**
 * Adds message observers to a transport of the SDK and returns the transport.
 */
export function tap<T extends Tappable>(
  transport: T,
  { sent, received }: Taps,
): T {
  const send = transport.send.bind(transport);
  transport.send = (message: Message, options?: never) => {
    const copy = structuredClone(message);
    sent(copy);
    return send(copy as never, options);
  };
  type Listener = ((message: Message, extra?: unknown) => void) | undefined;
  let listener = transport.onmessage as Listener;
  Object.defineProperty(transport, "onmessage", {
    get: () =>
      listener &&
      ((message: Message, extra?: unknown) => {
        received(message);
        listener?.(message, extra);
      }),
    set: (next: Listener) => (listener = next),
  });
  return transport;
}

/**
 * Adds message observers to a transport of the runtime and returns the
 * transport.
 */
export function tapOurs(
  transport: Transport,
  { sent, received }: Taps,
): Transport {
  const { start, send } = transport;
  transport.start = (receiver) => {
    const { receive } = receiver;
    receiver.receive = (message, origin) => {
      received(message as Message);
      receive.call(receiver, message, origin);
    };
    return start.call(transport, receiver);
  };
  transport.send = (message, relatedRequestId) => {
    sent(JSON.parse(JSON.stringify(message)) as Message);
    send.call(transport, message, relatedRequestId);
  };
  return transport;
}

/**
 * Sets the revision that an SDK client requests, by changing its `initialize`
 * message.
 */
export function offer(message: Message, revision: string): void {
  if (message["method"] === "initialize")
    (message["params"] as Message)["protocolVersion"] = revision;
}
