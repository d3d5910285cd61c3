import { asError } from "../../json-rpc/messages/errors.js";
import { AuthError, authErrorOf } from "./auth-error.js";
import {
  createChallenge,
  getCredentials,
  hasTokenInQuery,
  getMissingScopes,
  unauthorized,
} from "./auth.js";
import { rejectFault } from "../body/fault.js";
import {
  QuotaRegistry,
  type QuotaOptions,
} from "../../limits/quota-registry.js";
import { getNetwork } from "./network.js";
import type { Reject, Rejection } from "../body/rejection.js";
import type { Guarded, HttpAuth, HttpCaller } from "./auth.js";
import type { HttpRequest } from "../types.js";
import type { Principal } from "../../transport/transport.js";

/** Rejection of a request that exceeds a limit. */
export const TOO_MANY: Rejection = {
  status: 429,
  message: "Too many requests",
  headers: { "retry-after": "1" },
};

/** Maximum number of valid tokens that are remembered. */
const MAX_TOKENS = 10_000;

/** Settings that identify clients and limit their requests. */
export interface CallerSettings extends Guarded, QuotaOptions {
  readonly address: (request: HttpRequest) => string | undefined;
  readonly report: (problem: Error) => void;
}

/** Identifies the clients of requests, and applies their rate limits. */
export class Callers {
  readonly #settings: CallerSettings;
  readonly #ledger: QuotaRegistry;
  /** Tokens that were valid when they were last used. */
  readonly #tokens = new Set<string>();

  constructor(settings: CallerSettings) {
    this.#settings = settings;
    this.#ledger = new QuotaRegistry(settings);
  }

  /**
   * Calls `next` with the client, or `reject`; synchronously without a token.
   */
  identify(
    request: HttpRequest,
    next: (caller: HttpCaller) => void,
    reject: Reject,
  ): void {
    const { auth, address, report } = this.#settings;
    const from = address(request);
    const network = from === undefined ? "" : getNetwork(from);
    const place = this.#ledger.getQuota("address", network);
    const shown = auth && getCredentials(request, auth);
    const admit = (principal?: Principal): void => {
      const subject = principal?.subject;
      const account =
        subject === undefined
          ? place
          : this.#ledger.getQuota("subject", subject);
      if (!account.countRequests()) return reject(TOO_MANY);
      const { scheme } = shown ?? {};
      next({ principal, subject, account, scheme, needed: [] });
    };
    if (auth === undefined) return admit();
    const deny = (error: AuthError): void =>
      reject(unauthorized(this.#settings, shown?.scheme, error));
    // Clients without a valid token are limited by address, so that one of them
    // cannot use up the limit of the others.
    const counts =
      from !== undefined && !(shown && this.#tokens.has(shown.token));
    if (counts && !place.countRequests()) return reject(TOO_MANY);
    if (hasTokenInQuery(request)) {
      const text = "A token belongs in the header Authorization";
      return deny(new AuthError(text, 400, "invalid_request"));
    }
    if (shown === undefined) {
      const headers = createChallenge(this.#settings);
      return reject({ status: 401, message: "A token is needed", headers });
    }
    const { token } = shown;
    void Promise.resolve()
      .then(() => verified(auth, token, request))
      .then(
        (principal) => {
          if (counts) place.countRequests(-1);
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
      .catch((error: unknown) => rejectFault(error, reject, this.#settings));
  }

  /**
   * Whether the request's token still identifies its client and has the scopes
   * that the request needs. Assumes so if the check itself fails.
   */
  async isStillValid(
    request: HttpRequest,
    { subject, needed }: HttpCaller,
  ): Promise<boolean> {
    const { auth, report } = this.#settings;
    const shown = auth && getCredentials(request, auth);
    if (!shown) return false;
    try {
      const principal = await verified(auth, shown.token, request);
      return (
        principal.subject === subject &&
        getMissingScopes(principal, needed).length === 0
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

/** Whether the server, not the token, is the reason that a check failed. */
function isOwnFault(problem: AuthError | undefined): boolean {
  return problem === undefined || problem.status === 503;
}
