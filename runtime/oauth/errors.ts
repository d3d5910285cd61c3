/**
 * Error of a failed authorization. Its message never contains a token,
 * authorization code, PKCE verifier or client secret.
 */
export class OAuthError extends Error {
  /**
   * Machine-readable reason of the failure. Either the error code that the
   * authorization server sent (RFC 6749, section 5.2), such as `invalid_grant`,
   * or one of these codes of this library:
   * - `unreachable`, `unsafe_address`, `timeout`: a request failed, was not
   *   allowed, or the user did not sign in in time.
   * - `no_server`, `no_metadata`, `other_resource`, `other_issuer`, `no_pkce`:
   *   discovery failed, or its result is not trustworthy.
   * - `no_client`, `no_user`, `no_port`, `no_answer`: client credentials,
   *   `open`, a port for the redirect, or the redirect itself is missing.
   * - `invalid_answer`, `wrong_answer`: the response of the token endpoint, or
   *   the redirect of the browser, is invalid.
   */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = "OAuthError";
    this.reason = reason;
  }
}
