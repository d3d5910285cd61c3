import { asError } from "../../json-rpc/messages/errors.js";
import { AuthError, authErrorOf } from "./auth-error.js";
import {
  challenge,
  credentialsOf,
  hasTokenInQuery,
  missingScopes,
  unauthorized,
} from "./auth.js";
import { fault } from "../body/fault.js";
import { Ledger } from "../../limits/quota-registry.js";
import { networkOf } from "./network.js";
import type { Refusal } from "../body/messages.js";
import type { HttpSettings } from "../server/options.js";
import type { HttpAuth, HttpCaller } from "./auth.js";
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
    const shown = auth && credentialsOf(request, auth);
    const admit = (principal?: Principal): void => {
      const subject = principal?.subject;
      const account =
        subject === undefined ? place : this.#ledger.of("subject", subject);
      if (!account.pass()) return refuse(TOO_MANY);
      const { scheme } = shown ?? {};
      next({ principal, subject, account, scheme, needed: [] });
    };
    if (auth === undefined) return admit();
    const deny = (error: AuthError): void =>
      refuse(unauthorized(this.#settings, shown?.scheme, error));
    // Who has shown no valid token counts by address. Of senders without one,
    // one must not use up what the others have.
    const counts =
      from !== undefined && !(shown && this.#tokens.has(shown.token));
    if (counts && !place.pass()) return refuse(TOO_MANY);
    if (hasTokenInQuery(request)) {
      const text = "A token belongs in the header Authorization";
      return deny(new AuthError(text, 400, "invalid_request"));
    }
    if (shown === undefined) {
      const headers = challenge(this.#settings);
      return refuse({ status: 401, message: "A token is needed", headers });
    }
    const { token } = shown;
    void Promise.resolve()
      .then(() => verified(auth, token, request))
      .then(
        (principal) => {
          if (counts) place.pass(-1);
          this.#remember(token);
          admit(principal);
        },
        (error: unknown) => {
          const problem = authErrorOf(error);
          if (isOwnFault(problem)) report(asError(error));
          else this.#tokens.delete(token);
          deny(problem ?? new AuthError("The token could not be checked"));
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
    const shown = auth && credentialsOf(request, auth);
    if (!shown) return false;
    try {
      const principal = await verified(auth, shown.token, request);
      return (
        principal.subject === subject &&
        missingScopes(principal, needed).length === 0
      );
    } catch (error) {
      if (!isOwnFault(authErrorOf(error))) return false;
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

/** @throws AuthError for a token that is not valid. */
async function verified(
  auth: HttpAuth,
  token: string,
  request: HttpRequest,
): Promise<Principal> {
  const principal = await auth.verify(token, request);
  // Programs without types may say null.
  if (!principal) throw new AuthError("The token is not valid");
  return principal;
}

/** Whether it is this side's that a token could not be checked. */
function isOwnFault(problem: AuthError | undefined): boolean {
  return problem === undefined || problem.status === 503;
}
