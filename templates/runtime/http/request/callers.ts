import { asError } from "../../connection/json-rpc/errors.js";
import { bearerOf, challenge, missingScopes } from "./auth.js";
import { fault } from "./fault.js";
import { Ledger } from "../../connection/quota/ledger.js";
import { networkOf } from "./network.js";
import type { Refusal } from "../server/messages.js";
import type { HttpSettings } from "./options.js";
import type { HttpCaller } from "./auth.js";
import type { HttpRequest } from "../types.js";
import type { Principal } from "../../transport/transport.js";

/** The refusal of a request that is one too many. */
export const TOO_MANY: Refusal = {
  status: 429,
  message: "Too many requests",
  headers: { "retry-after": "1" },
};

/** Valid tokens that are remembered, at most. */
const MAX_TOKENS = 10_000;

/** Finds out who sends a request, and whether they send too many. */
export class Callers {
  readonly #settings: HttpSettings;
  readonly #ledger: Ledger;
  /** Tokens that were valid when they were used last. */
  readonly #tokens = new Set<string>();

  constructor(settings: HttpSettings) {
    this.#settings = settings;
    this.#ledger = new Ledger(settings);
  }

  /** Calls `next` with the sender, or `refuse`; at once where it can. */
  identify(
    request: HttpRequest,
    next: (caller: HttpCaller) => void,
    refuse: (refusal: Refusal) => void,
  ): void {
    const { auth, address, report } = this.#settings;
    const from = address(request);
    const network = from === undefined ? "" : networkOf(from);
    const place = this.#ledger.of("address", network);
    const admit = (principal?: Principal): void => {
      const subject = principal?.subject;
      const account =
        subject === undefined ? place : this.#ledger.of("subject", subject);
      if (!account.pass()) return refuse(TOO_MANY);
      next({ principal, subject, account, needed: [] });
    };
    if (auth === undefined) return admit();
    const deny = (message: string, error?: "invalid_token"): void =>
      refuse({
        status: 401,
        message,
        headers: challenge(this.#settings, error),
      });
    const token = bearerOf(request);
    // Who has shown no valid token counts by address. Of senders without one,
    // one must not use up what the others have.
    const counts =
      from !== undefined && !(token !== undefined && this.#tokens.has(token));
    if (counts && !place.pass()) return refuse(TOO_MANY);
    if (token === undefined) return deny("A bearer token is needed");
    void Promise.resolve()
      .then(() => auth.verify(token, request))
      .then(
        (principal) => {
          // Programs without types may say null.
          if (!principal) {
            this.#tokens.delete(token);
            return deny("The token is not valid", "invalid_token");
          }
          if (counts) place.pass(-1);
          this.#remember(token);
          admit(principal);
        },
        (error: unknown) => {
          report(asError(error));
          deny("The token could not be checked", "invalid_token");
        },
      )
      .catch((error: unknown) => fault(error, refuse, this.#settings));
  }

  /**
   * Whether the request's token is still that of its sender, with the scopes that
   * it needs. When that could not be found out it is taken to be: the next look
   * may tell.
   */
  async isStill(
    request: HttpRequest,
    { subject, needed }: HttpCaller,
  ): Promise<boolean> {
    const { auth, report } = this.#settings;
    try {
      const token = bearerOf(request) ?? "";
      const principal = await auth?.verify(token, request);
      return (
        principal?.subject === subject &&
        missingScopes(principal, needed).length === 0
      );
    } catch (error) {
      report(asError(error));
      return true;
    }
  }

  #remember(token: string): void {
    if (this.#settings.rate === undefined) return;
    const [oldest] = this.#tokens;
    if (this.#tokens.size >= MAX_TOKENS && oldest !== undefined) {
      this.#tokens.delete(oldest);
    }
    this.#tokens.add(token);
  }
}
