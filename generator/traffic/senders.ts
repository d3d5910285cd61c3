/** Who sent each message of a recording: recorded, or inferred. */
import type { ProtocolModel } from "../model/types.js";
import { isObject } from "../../templates/runtime/validation/guards.js";
import { peerOf, type Side } from "../emit/protocol/protocol-facts.js";
import type { Recorded } from "./recognize.js";

/** What is known of the sides of one recording; it grows with each message. */
export class Senders {
  /** Who sends each method that travels by itself. */
  readonly byMethod: ReadonlyMap<string, Side | "either">;
  readonly #from: Side | undefined;
  /** Whose side the recording is seen from, once that is known. */
  #outSide: Side | undefined;

  /** @param from Who sent the messages that do not say so. */
  constructor(model: ProtocolModel, from: Side | undefined) {
    this.byMethod = sendersByMethod(model);
    this.#from = from;
  }

  /**
   * The recorded sender, or else what follows from the method. An answer has
   * none: it follows from the request that it answers.
   */
  senderOf({ value, way }: Recorded): Side | undefined {
    if (way === "client" || way === "server") return way;
    const recorded =
      way === undefined
        ? this.#from
        : this.#outSide &&
          (way === "out" ? this.#outSide : peerOf(this.#outSide));
    if (recorded) return recorded;
    const { method } = isObject(value) ? value : {};
    const known = this.byMethod.get(method as string);
    const sender = known === "either" ? undefined : known;
    if (sender && way) this.#outSide = way === "out" ? sender : peerOf(sender);
    return sender;
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
