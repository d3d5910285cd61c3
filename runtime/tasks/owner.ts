/**
 * Determines the owners of tasks, and limits the request rate of each owner.
 */
import { tooManyRequests } from "../json-rpc/messages/errors.js";
import { isObject } from "../validation/guards.js";
import { RateLimit, type Rate } from "../limits/rate-limit.js";
import type { Call } from "../protocol/connection/call.js";
import type { Caller } from "../features/guard.js";

/**
 * Setting for the owner of a task: a function that returns the owner's name, or
 * `"anyone"` if callers cannot be distinguished. With `"anyone"`, a task
 * belongs to everyone who knows its id, and `tasks/list` is not available.
 */
export type TaskOwner = "anyone" | ((caller: Caller) => string);

export interface Owner {
  readonly name: string;
  /**
   * Whether the owner is a session or connection. The tasks of such an owner
   * end with the session or connection.
   */
  readonly connectionScoped: boolean;
  /**
   * Name to which quotas and rate limits apply. If the owner is a session, a
   * connection or `anyone`, this name identifies the client instead, usually by
   * network address, because one client may open many connections.
   */
  readonly holder: string;
}

/** Maximum number of owners whose rate limits are kept in memory. */
const MAX_OWNERS = 10_000;

const connectionOwners = /*@__PURE__*/ new WeakMap<object, string>();

/**
 * Returns the owner on whose behalf a request about tasks is sent. The user's
 * setting determines the owner. By default, the owner is the subject of the
 * token. Without a token, it is the session or connection.
 *
 * @throws Error if the token has no subject.
 */
export function findOwner(call: Call, setting: TaskOwner | undefined): Owner {
  const { auth, connection } = call;
  const { holder } = connection.traffic;
  if (setting === "anyone") {
    return { name: "", connectionScoped: false, holder: holder ?? "" };
  }
  if (setting !== undefined) return namedOwner(setting(call));
  if (auth === undefined) {
    let name = connectionOwners.get(connection);
    if (name === undefined) {
      name = `connection ${call.session?.id ?? crypto.randomUUID()}`;
      connectionOwners.set(connection, name);
    }
    return { name, connectionScoped: true, holder: holder ?? name };
  }
  const subject = isObject(auth) ? auth.subject : auth;
  if (typeof subject === "string") return namedOwner(`subject ${subject}`);
  throw new Error(
    "The client has no subject: set the option `owner` of tasks()",
  );
}

function namedOwner(name: string): Owner {
  return { name, connectionScoped: false, holder: name };
}

/** Rate limits for requests about tasks, one for each owner. */
export class OwnerRates {
  readonly #rate: Rate;
  readonly #rates = new Map<string, RateLimit>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /**
   * Counts a request towards the rate limit of the owner.
   *
   * @throws McpError 429 if the rate limit of the owner is exceeded.
   */
  count({ holder }: Owner): void {
    let rate = this.#rates.get(holder);
    if (rate === undefined) {
      const [oldest] = this.#rates.keys();
      if (this.#rates.size >= MAX_OWNERS && oldest !== undefined) {
        this.#rates.delete(oldest);
      }
      rate = new RateLimit(this.#rate.burst, this.#rate.perSecond);
      this.#rates.set(holder, rate);
    }
    if (!rate.take()) throw tooManyRequests();
  }
}
