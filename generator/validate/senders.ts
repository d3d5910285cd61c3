/**
 * Determines the sender of each message in a recording. The recording states
 * it, or it is inferred from the method.
 */
import { mergeMethods } from "../emit/facts/methods.js";
import type { ProtocolModel, Sender } from "../model/types.js";
import { isObject } from "../../runtime/validation/guards.js";
import type { Side } from "../emit/context.js";
import { getPeer } from "../emit/facts/protocol-facts.js";
import type { Recorded } from "./recognize.js";

/**
 * Facts about the two sides of one recording. More facts become known with each
 * message.
 */
export class Senders {
  /**
   * Sender of each method, except methods that are only sent inside results.
   */
  readonly byMethod: ReadonlyMap<string, Sender>;
  readonly #from: Side | undefined;
  /**
   * Side that recorded the messages, which sends the messages with direction
   * `out`. Undefined until a message shows which side it is.
   */
  #outSide: Side | undefined;

  /**
   * Creates the facts about a recording.
   *
   * @param from Sender of all messages whose sender the recording does not
   *   name.
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
   * Returns the sender that the recording states, or the sender that follows
   * from the method. Returns undefined for a response without a stated sender,
   * because a response has no method.
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
