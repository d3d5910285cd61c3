/**
 * Determines the sender of each message in a recording. The recording states
 * the sender, or the sender is inferred from the method.
 */
import { mergeMethods } from "../emit/facts/methods.js";
import type { ProtocolModel, Sender } from "../model/types.js";
import { isObject } from "../../runtime/validation/guards.js";
import type { Side } from "../emit/context.js";
import { getPeer } from "../emit/facts/protocol-facts.js";
import type { Recorded } from "./recognize.js";

/**
 * Senders of the messages in one recording. Each message may reveal more about
 * the client and the server.
 */
export class Senders {
  /**
   * Sender of each method. Methods of requests that occur only inside results
   * are left out.
   */
  readonly byMethod: ReadonlyMap<string, Sender>;
  readonly #from: Side | undefined;
  /**
   * Side that made the recording. Messages with direction `out` come from this
   * side. Undefined until a message reveals whether it is the client or the
   * server.
   */
  #outSide: Side | undefined;

  /**
   * Prepares to determine the senders in a recording.
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
