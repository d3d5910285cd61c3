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
import { SESSION_HEADER } from "../headers.js";
import type { Reject, Rejection } from "../body/rejection.js";
import type { Guarded, HttpAuth, HttpCaller } from "./auth.js";
import type { HttpRequest } from "../types.js";
import type { Principal } from "../../transport/transport.js";

/** Rejection of a request that exceeds a rate limit or quota. */
export const TOO_MANY: Rejection = {
  status: 429,
  message: "Too many requests",
  headers: { "retry-after": "1" },
};

/** Maximum number of tokens that are remembered as valid. */
const MAX_TOKENS = 10_000;

/** Settings for identifying clients and limiting their requests. */
export interface CallerSettings extends Guarded, QuotaOptions {
  readonly address: (request: HttpRequest) => string | undefined;
  readonly report: (problem: Error) => void;
}

/** Identifies the clients of requests, and applies their rate limits. */
export class Callers {
  readonly #settings: CallerSettings;
  readonly #ledger: QuotaRegistry;
  /**
   * Tokens that were valid when they were last used. The rate limit for unknown
   * tokens must be applied before any asynchronous work. Web Crypto computes
   * digests asynchronously, so the tokens themselves are stored instead of
   * their digests.
   */
  readonly #tokens = new Set<string>();

  constructor(settings: CallerSettings) {
    this.#settings = settings;
    this.#ledger = new QuotaRegistry(settings);
  }

  /**
   * Identifies the client of a request and calls `next`. Calls `reject` instead
   * if the request is refused. Without a token, calls the function
   * synchronously.
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
          ? place.getSession(request.header(SESSION_HEADER))
          : this.#ledger.getQuota("subject", subject);
      if (!account.countRequests()) return reject(TOO_MANY);
      const { scheme } = shown ?? {};
      next({ principal, subject, account, scheme, needed: [] });
    };
    if (auth === undefined) return admit();
    const deny = (error: AuthError): void =>
      reject(unauthorized(this.#settings, shown?.scheme, error));
    // Requests without a known valid token are limited by client address, so
    // that one address cannot use up the limit of other clients.
    const counts =
      from !== undefined && !(shown && this.#tokens.has(shown.token));
    if (counts && !place.countRequests()) return reject(TOO_MANY);
    if (hasTokenInQuery(request)) {
      const text = "The token must be in the Authorization header";
      return deny(new AuthError(text, 400, "invalid_request"));
    }
    if (shown === undefined) {
      const headers = createChallenge(this.#settings);
      return reject({
        status: 401,
        message: "An access token is required",
        headers,
      });
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
   * Returns whether the token of the request still identifies the same client
   * and has the scopes that the request needs. Also resolves to true if the
   * server could not check the token, so that a fault of the server does not
   * end streams.
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

/**
 * Returns the principal of a token.
 *
 * @throws AuthError when the token is not valid.
 */
async function verified(
  auth: HttpAuth,
  token: string,
  request: HttpRequest,
): Promise<Principal> {
  const principal = await auth.verify(token, request);
  // In programs without TypeScript, `verify` may also return null.
  if (!principal) throw new AuthError("The token is not valid");
  return principal;
}

/**
 * Returns whether a check failed because of the server, and not because of the
 * token.
 */
function isOwnFault(problem: AuthError | undefined): boolean {
  return problem === undefined || problem.status === 503;
}
