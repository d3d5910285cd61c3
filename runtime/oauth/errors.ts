import { cleanText } from "../limits/text.js";

/** Maximum length of a message of an `OAuthError`, in characters. */
const MAX_OAUTH_MESSAGE = 500;

/** Maximum length of a reason of an `OAuthError`, in characters. */
const MAX_OAUTH_REASON = 100;

/**
 * Error of a failed authorization. Its message never contains a token,
 * authorization code, PKCE verifier, client secret, or the query of a server's
 * URL. Text of a peer is shortened, and its control characters are replaced.
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
   * - `no_consent`, `other_server`, `other_audience`: the MCP server may not get
   *   a token of the authorization server.
   * - `too_many_sign_ins`: the MCP server required too many sign-ins.
   * - `no_client`, `no_user`, `no_port`, `no_answer`: client credentials,
   *   the option `open` (which asks the user), a port for the redirect, or the
   *   redirect itself is missing, in this order.
   * - `invalid_answer`, `wrong_answer`: the response of the token endpoint, or
   *   the redirect of the browser, is invalid.
   */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(cleanText(message, MAX_OAUTH_MESSAGE));
    this.name = "OAuthError";
    this.reason = cleanText(reason, MAX_OAUTH_REASON);
  }
}
