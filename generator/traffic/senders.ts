/** Who sent each message of a recording: recorded, or inferred. */
import type { ProtocolModel } from "../model/types.js";
import { envelopeOf, isId } from "./envelope.js";
import type { PendingRequests } from "./pending.js";
import type { Recorded } from "./recognize.js";
import { opposite, type Side } from "./way.js";

/** What is known of the sides of one recording; it grows with each message. */
export class Senders {
  /** Who sends each method that travels by itself. */
  readonly byMethod: ReadonlyMap<string, Side | "either">;
  readonly #pending: PendingRequests;
  readonly #from: Side | undefined;
  /** Whose side the recording is seen from, once that is known. */
  #outSide: Side | undefined;

  /** @param from Who sent the messages that do not say so. */
  constructor(
    model: ProtocolModel,
    pending: PendingRequests,
    from: Side | undefined,
  ) {
    this.byMethod = sendersByMethod(model);
    this.#pending = pending;
    this.#from = from;
  }

  /** The recorded sender, or else what follows from the message. */
  senderOf({ value, way, session }: Recorded): Side | undefined {
    if (way === "client" || way === "server") return way;
    const recorded =
      way === undefined
        ? this.#from
        : this.#outSide &&
          (way === "out" ? this.#outSide : opposite(this.#outSide));
    if (recorded) return recorded;
    const sender = this.#inferred(value, session);
    if (sender && way)
      this.#outSide = way === "out" ? sender : opposite(sender);
    return sender;
  }

  #inferred(value: unknown, session: string): Side | undefined {
    const { method, id } = envelopeOf(value);
    if (typeof method === "string") {
      const sender = this.byMethod.get(method);
      return sender === "either" ? undefined : sender;
    }
    if (!isId(id)) return undefined;
    const client = this.#pending.find(session, "client", id);
    const server = this.#pending.find(session, "server", id);
    // Under both ids, or that of a request of either side, it may be both's.
    if (client?.request === server?.request || (client && server))
      return undefined;
    return client ? "server" : "client";
  }
}

function sendersByMethod(
  model: ProtocolModel,
): ReadonlyMap<string, Side | "either"> {
  const senders = new Map<string, Side | "either">();
  for (const { method, sender, embedded } of model.methods) {
    if (embedded) continue;
    const known = senders.get(method);
    senders.set(method, known && known !== sender ? "either" : sender);
  }
  return senders;
}
