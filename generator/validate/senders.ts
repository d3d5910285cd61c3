/** Who sent each message of a recording: recorded, or inferred. */
import { mergedMethods } from "../emit/facts/methods.js";
import type { ProtocolModel, Sender } from "../model/types.js";
import { isObject } from "../../runtime/validation/guards.js";
import type { Side } from "../emit/context.js";
import { peerOf } from "../emit/facts/protocol-facts.js";
import type { Recorded } from "./recognize.js";

/** What is known of the sides of one recording; it grows with each message. */
export class Senders {
  /** Who sends each method that travels by itself. */
  readonly byMethod: ReadonlyMap<string, Sender>;
  readonly #from: Side | undefined;
  /** Whose side the recording is seen from, once that is known. */
  #outSide: Side | undefined;

  /** @param from Who sent the messages that do not say so. */
  constructor(model: ProtocolModel, from: Side | undefined) {
    this.byMethod = new Map(
      mergedMethods(model)
        .filter(({ embedded }) => !embedded)
        .map(({ method, sender }) => [method, sender]),
    );
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
