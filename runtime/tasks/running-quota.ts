/**
 * Quota of running tasks: it limits how many tasks of one owner run in this
 * process at the same time.
 */
import { tooManyRequests } from "../json-rpc/messages/errors.js";
import { QuotaShares } from "../limits/quota-share.js";
import type { Call } from "../protocol/connection/call.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { Owner } from "./owner.js";

export class RunningTaskQuota {
  readonly #max: number;
  readonly #counts = new QuotaShares();

  /**
   * @param max Maximum number of tasks of one owner that run at the same time.
   *   Sessions of one network address share this limit: each session may use
   *   half of the number that the other sessions leave free.
   */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Counts a running task and the length of its params towards the quotas. Call
   * the returned function when the task has ended, to subtract both again.
   *
   * @throws McpError 429 if a quota would be exceeded.
   */
  reserve({ holder, name }: Owner, params: Params, call: Call): () => void {
    const { traffic } = call.connection;
    const { length } = JSON.stringify(params);
    const fits = this.#counts.fitsAlone(holder, 1, this.#max, name);
    if (!fits || !traffic.fits(length)) throw tooManyRequests();
    const count = (times: 1 | -1): void => {
      this.#counts.add(holder, times, name);
      traffic.keep(times * length);
    };
    count(1);
    return () => count(-1);
  }
}
