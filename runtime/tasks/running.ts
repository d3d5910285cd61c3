/** Tasks that run in this process, counted by whose limits hold. */
import { tooMany } from "../json-rpc/messages/errors.js";
import { Shares } from "../limits/quota-share.js";
import type { Call } from "../protocol/connection/call.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { Owner } from "./owner.js";

export class RunningTasks {
  readonly #max: number;
  readonly #counts = new Shares();

  /** `max`: how many an owner may have. */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Counts a task, whose params are kept until what this returns is called.
   *
   * @throws McpError 429 when there is no room for it.
   */
  begin({ holder }: Owner, params: Params, call: Call): () => void {
    const { traffic } = call.connection;
    const { length } = JSON.stringify(params);
    const full = this.#counts.of(holder) >= this.#max;
    if (full || !traffic.fits(length)) throw tooMany();
    const count = (times: 1 | -1): void => {
      this.#counts.add(holder, times);
      traffic.keep(times * length);
    };
    count(1);
    return () => count(-1);
  }
}
