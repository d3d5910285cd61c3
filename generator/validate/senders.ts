/** Sender of each message of a recording: recorded, or inferred. */
import { mergeMethods } from "../emit/facts/methods.js";
import type { ProtocolModel, Sender } from "../model/types.js";
import { isObject } from "../../runtime/validation/guards.js";
import type { Side } from "../emit/context.js";
import { getPeer } from "../emit/facts/protocol-facts.js";
import type { Recorded } from "./recognize.js";

/**
 * Knowledge about the two sides of one recording. It grows with each message.
 */
export class Senders {
  /** Sender of each method that is not only embedded. */
  readonly byMethod: ReadonlyMap<string, Sender>;
  readonly #from: Side | undefined;
  /** Side from which the recording is seen, once it is known. */
  #outSide: Side | undefined;

  /**
   * @param from Sender of messages for which the recording does not name one.
   */
  constructor(model: ProtocolModel, from: Side | undefined) {
    this.byMethod = new Map(
      mergeMethods(model)
        .filter(({ embedded }) => !embedded)
        .map(({ method, sender }) => [method, sender]),
    );
    this.#from = from;
  }

  /**
   * Returns the recorded sender, or the one that follows from the method. A
   * response has no method: its sender follows from the request.
   */
  findSender({ value, direction }: Recorded): Side | undefined {
    if (direction === "client" || direction === "server") return direction;
    const recorded =
      direction === undefined
        ? this.#from
        : this.#outSide &&
          (direction === "out" ? this.#outSide : getPeer(this.#outSide));
    if (recorded) return recorded;
    const { method } = isObject(value) ? value : {};
    const known = this.byMethod.get(method as string);
    const sender = known === "either" ? undefined : known;
    if (sender && direction)
      this.#outSide = direction === "out" ? sender : getPeer(sender);
    return sender;
  }
}
