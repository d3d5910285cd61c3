/** The messages of a client, an official SDK's or ours, seen on their way. */
import type { Transport } from "../../../runtime/transport/transport.js";

/** What the transports of both generations of SDK have. */
interface Tappable {
  send(message: never, options?: never): Promise<void>;
  onmessage?: unknown;
}

type Message = Record<string, unknown>;

/** Who wants to see messages. */
export interface Taps {
  /** Gets the copy that goes out, and may change it. */
  readonly sent: (message: Message) => void;
  readonly received: (message: Message) => void;
}

/** The transport itself, which shows each message before it goes on. */
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

/** The same of a transport of ours. */
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
  transport.send = (message, about) => {
    sent(JSON.parse(JSON.stringify(message)) as Message);
    send.call(transport, message, about);
  };
  return transport;
}

/** Makes the SDK's handshake ask for a revision of ours. */
export function offer(message: Message, revision: string): void {
  if (message["method"] === "initialize")
    (message["params"] as Message)["protocolVersion"] = revision;
}
