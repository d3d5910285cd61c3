import { asError } from "../../connection/json-rpc/errors.js";
import { bearerOf, challenge } from "./auth.js";
import { fault } from "./fault.js";
import { RateLimit } from "../../connection/rate.js";
import type { Refusal } from "../server/messages.js";
import type { HttpSettings } from "./options.js";
import type { HttpCaller } from "./auth.js";
import type { HttpRequest } from "../types.js";

const NO_CALLER: HttpCaller = { principal: undefined, subject: undefined };

/** Principals and addresses whose rate is remembered, at most. */
const MAX_RATES = 10_000;

/** Finds out who sends a request, and whether they send too many. */
export class Callers {
  readonly #settings: HttpSettings;
  readonly #rates = new Map<string, RateLimit>();

  constructor(settings: HttpSettings) {
    this.#settings = settings;
  }

  /** Calls `next` with the sender, or `refuse`; at once where it can. */
  identify(
    request: HttpRequest,
    next: (caller: HttpCaller) => void,
    refuse: (refusal: Refusal) => void,
  ): void {
    const { auth, rate, report } = this.#settings;
    if (auth === undefined && rate === undefined) return next(NO_CALLER);
    const count = (caller: HttpCaller, pass: () => void): void => {
      if (rate === undefined || this.#mayPass(request, caller, rate)) {
        return pass();
      }
      const headers = { "retry-after": "1" };
      refuse({ status: 429, message: "Too many requests", headers });
    };
    const admit = (caller: HttpCaller): void =>
      count(caller, () => next(caller));
    if (auth === undefined) return admit(NO_CALLER);
    const token = bearerOf(request);
    // Who guesses tokens is limited by address.
    const deny = (message: string, error?: "invalid_token"): void =>
      count(NO_CALLER, () =>
        refuse({
          status: 401,
          message,
          headers: challenge(this.#settings, error),
        }),
      );
    if (token === undefined) return deny("A bearer token is needed");
    void Promise.resolve()
      .then(() => auth.verify(token, request))
      .then(
        (principal) =>
          // Programs without types may say null.
          principal
            ? admit({ principal, subject: principal.subject })
            : deny("The token is not valid", "invalid_token"),
        (error: unknown) => {
          report(asError(error));
          deny("The token could not be checked", "invalid_token");
        },
      )
      .catch((error: unknown) => fault(error, refuse, this.#settings));
  }

  /**
   * Whether the request's token is still that of its sender. When that could not
   * be found out it is taken to be: the next look may tell.
   */
  async isStill(request: HttpRequest, caller: HttpCaller): Promise<boolean> {
    const { auth, report } = this.#settings;
    try {
      const token = bearerOf(request) ?? "";
      const principal = await auth?.verify(token, request);
      return principal?.subject === caller.subject;
    } catch (error) {
      report(asError(error));
      return true;
    }
  }

  #mayPass(
    { address }: HttpRequest,
    { subject }: HttpCaller,
    { burst, perSecond }: { burst: number; perSecond: number },
  ): boolean {
    const key = subject === undefined ? `a ${address}` : `s ${subject}`;
    let limit = this.#rates.get(key);
    if (limit === undefined) {
      limit = new RateLimit(burst, perSecond);
      if (this.#rates.size >= MAX_RATES) {
        const [oldest] = this.#rates.keys();
        if (oldest !== undefined) this.#rates.delete(oldest);
      }
      this.#rates.set(key, limit);
    }
    return limit.take();
  }
}
