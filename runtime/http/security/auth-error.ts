import type { HttpHeaders } from "../types.js";

/**
 * What `verify` throws when there is more to say than that a token is not valid.
 * The client reads the message.
 */
export class AuthError extends Error {
  override readonly name: string = "AuthError";
  /**
   * 401 for a token that is not valid, 400 for a request that is malformed, 503
   * when it could not be found out, which goes to `onError`.
   */
  readonly status: number;
  /** Error code of RFC 6750 or RFC 9449. */
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

/** An error that `verify` threw, when it is one; perhaps of another copy of the runtime. */
export function authErrorOf(thrown: unknown): AuthError | undefined {
  const error = thrown as AuthError | undefined;
  return error?.name === "AuthError" ? error : undefined;
}
