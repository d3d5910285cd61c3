import type { HttpHeaders } from "../types.js";

/**
 * Error that `verify` throws to tell the client why a token is not accepted.
 * The client receives the message.
 */
export class AuthError extends Error {
  override readonly name: string = "AuthError";
  /**
   * HTTP status: 401 for an invalid token, 400 for a malformed request, or 503
   * if the token could not be checked. Errors with status 503 are also reported
   * to `onError`.
   */
  readonly status: number;
  /** Error code from RFC 6750 or RFC 9449, sent to the client. */
  readonly code: string;
  readonly headers: HttpHeaders;

  constructor(
    message: string,
    status = 401,
    code = "invalid_token",
    headers: HttpHeaders = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/**
 * Returns the thrown value if it is an `AuthError`, possibly from a second copy
 * of the runtime. Returns undefined for other values.
 */
export function authErrorOf(thrown: unknown): AuthError | undefined {
  const error = thrown as AuthError | undefined;
  return error?.name === "AuthError" ? error : undefined;
}
