/**
 * Authorization failed. No token, code, verifier or secret is in it.
 */
export class OAuthError extends Error {
  /**
   * Why, in one word: of this program, such as `unreachable` or `refused`, or as
   * the authorization server says it (RFC 6749, 5.2), such as `invalid_grant`.
   */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = "OAuthError";
    this.reason = reason;
  }
}
