import type { Message } from "../json-rpc/messages/messages.js";
import type { Receiver, Transport } from "./transport.js";

/**
 * Returns two connected transports, for tests and for a client and server in
 * the same program. Messages are serialized to JSON and parsed, as on a
 * network.
 */
export function memory(): [Transport, Transport] {
  const first = new Memory();
  const second = new Memory();
  first.other = second;
  second.other = first;
  return [first, second];
}

class Memory implements Transport {
  other!: Memory;
  readonly #queue: string[] = [];
  #receiver: Receiver | undefined;
  #closed = false;

  start(receiver: Receiver): void {
    this.#receiver = receiver;
    this.#schedule();
  }

  send(message: Message): void {
    if (!this.other.#closed) this.other.#take(JSON.stringify(message));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#receiver?.closed();
    const { other } = this;
    queueMicrotask(() => other.#ended());
  }

  #take(text: string): void {
    this.#queue.push(text);
    if (this.#queue.length === 1) this.#schedule();
  }

  #schedule(): void {
    queueMicrotask(() => {
      if (this.#receiver === undefined || this.#closed) return;
      for (const text of this.#queue.splice(0)) {
        this.#receiver.receive(JSON.parse(text));
      }
    });
  }

  #ended(): void {
    if (!this.#closed) this.#receiver?.ended();
  }
}
