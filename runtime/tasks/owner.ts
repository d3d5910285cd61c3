/** Whose a task is. */
import { tooMany } from "../json-rpc/messages/errors.js";
import { isObject } from "../validation/guards.js";
import { RateLimit, type Rate } from "../limits/rate-limit.js";
import type { Call } from "../protocol/connection/call.js";
import type { Caller } from "../features/guard.js";

/**
 * Names the owner of the tasks that a caller asks for. `"anyone"`: callers
 * cannot be told apart, who knows the id of a task may have it, and there is no
 * `tasks/list`.
 */
export type TaskOwner = "anyone" | ((caller: Caller) => string);

export interface Owner {
  readonly name: string;
  /** Whether nobody can be this owner once the connection has ended. */
  readonly passing: boolean;
  /**
   * Whose limits hold: the owner's. One that is a connection, or anyone, is as
   * many as it likes: then those of the address hold, where it is known.
   */
  readonly holder: string;
}

/** Owners whose rate is remembered, at most. */
const MAX_OWNERS = 10_000;

const names = /*@__PURE__*/ new WeakMap<object, string>();

/** Who sends a request: whom its token names, else its session or connection. */
export function ownerOf(call: Call, setting: TaskOwner | undefined): Owner {
  const { auth, connection } = call;
  const { holder } = connection.traffic;
  if (setting === "anyone") {
    return { name: "", passing: false, holder: holder ?? "" };
  }
  if (setting !== undefined) return ownerNamed(setting(call));
  if (auth === undefined) {
    let name = names.get(connection);
    if (name === undefined) {
      name = `connection ${call.session?.id ?? crypto.randomUUID()}`;
      names.set(connection, name);
    }
    return { name, passing: true, holder: holder ?? name };
  }
  const subject = isObject(auth) ? auth.subject : auth;
  if (typeof subject === "string") return ownerNamed(`subject ${subject}`);
  throw new Error(
    "The sender has no subject: name the owner in tasks({ owner })",
  );
}

function ownerNamed(name: string): Owner {
  return { name, passing: false, holder: name };
}

/** Counts what owners do with tasks. */
export class OwnerRates {
  readonly #rate: Rate;
  readonly #rates = new Map<string, RateLimit>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** @throws McpError 429 when it is one too many. */
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
    if (!rate.take()) throw tooMany();
  }
}
