/**
 * Error of a failed authorization. Its message never contains a token,
 * authorization code, PKCE verifier or client secret.
 */
export class OAuthError extends Error {
  /**
   * Machine-readable reason. Either a code of this library, such as
   * `unreachable` or `refused`, or the error code that the authorization server
   * sent (RFC 6749, section 5.2), such as `invalid_grant`.
   */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = "OAuthError";
    this.reason = reason;
  }
}
