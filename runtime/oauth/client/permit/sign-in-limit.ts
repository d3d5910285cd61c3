/** Limits how often one MCP server can cause sign-ins. */
import { OAuthError } from "../../errors.js";

/** Maximum number of sign-ins of one server within {@link SIGN_IN_WINDOW}. */
const MAX_SIGN_INS = 3;

/** Time after which a sign-in no longer counts, in milliseconds. */
const SIGN_IN_WINDOW = 600_000;

/**
 * Maximum number of step-up authorizations for the same scopes. Further
 * requests that lack permission then fail.
 */
const MAX_STEP_UPS = 3;

/**
 * Maximum number of different scope lists for which one server may cause
 * step-up authorizations.
 */
const MAX_STEP_UP_SCOPES = 100;

/** Counts the sign-ins and step-ups that one server has caused. */
export class SignInLimit {
  /** Times of the last sign-ins, as values of `performance.now`. */
  #starts: readonly number[] = [];
  readonly #stepUps = new Map<string, number>();

  /**
   * Counts a sign-in.
   *
   * @throws OAuthError `too_many_sign_ins` when the limit is reached.
   */
  start(server: string): void {
    const now = performance.now();
    const recent = this.#starts.filter((start) => now - start < SIGN_IN_WINDOW);
    if (recent.length >= MAX_SIGN_INS)
      throw new OAuthError(
        "too_many_sign_ins",
        `${server} has caused ${MAX_SIGN_INS} sign-ins within ${SIGN_IN_WINDOW / 60_000} minutes. Wait, or call signIn() of the OAuth client`,
      );
    this.#starts = [...recent, now];
  }

  /** Counts a step-up. Returns whether the step-up is allowed. */
  mayStepUp(scope: string): boolean {
    const count = this.#stepUps.get(scope) ?? 0;
    const known = count > 0 || this.#stepUps.size < MAX_STEP_UP_SCOPES;
    const isAllowed = known && count < MAX_STEP_UPS;
    if (isAllowed) this.#stepUps.set(scope, count + 1);
    return isAllowed;
  }
}
