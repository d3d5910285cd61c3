/** Each way in which a download can fail. */
export type FailureKind =
  | "time-out"
  | "truncated"
  | "too-large"
  | "not-found"
  | "status"
  | "redirect"
  | "unreachable"
  | "tls"
  | "proxy";

/** A failed attempt to get a file; `retry` says that another may succeed. */
export class DownloadFailure extends Error {
  override readonly name = "DownloadFailure";

  constructor(
    readonly kind: FailureKind,
    /** What happened: one sentence. */
    message: string,
    /** Why, as far as it is known: one sentence. */
    readonly why: string,
    readonly retry = false,
    /** How long the server asks to wait, in milliseconds. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens there: the connection was refused.",
  ECONNRESET: "The connection was closed by the other side.",
  EPIPE: "The connection was closed by the other side.",
  ENOTFOUND: "The name has no address (DNS).",
  EAI_AGAIN: "The name could not be looked up (DNS): no answer.",
  EHOSTUNREACH: "There is no route to the host.",
  ENETUNREACH: "The network can not be reached.",
  ETIMEDOUT: "The system gave up waiting for the connection.",
};

/** A failure of the connection, told from what Node throws. */
export function connectionFailure(error: unknown, host: string): Error {
  const { code, message } = firstError(error);
  if (code === undefined) return error as Error;
  const known = NETWORK[code];
  if (known === undefined && isTls(code))
    return new DownloadFailure(
      "tls",
      `${host} has no certificate that is trusted, or does not speak TLS.`,
      `${code}: ${message}`,
    );
  // A name that does not exist will not exist a second later.
  return new DownloadFailure(
    "unreachable",
    `${host} can not be reached.`,
    known ? `${code}: ${known}` : `${code}: ${message}`,
    code !== "ENOTFOUND",
  );
}

/** A URL as people are shown it: without a password. */
export function shownUrl(url: URL): string {
  if (!url.username && !url.password) return url.href;
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
}

/** Several addresses tried at once fail with one error that holds theirs. */
function firstError(error: unknown): NodeJS.ErrnoException {
  return error instanceof AggregateError && error.errors.length > 0
    ? (error.errors[0] as NodeJS.ErrnoException)
    : (error as NodeJS.ErrnoException);
}

function isTls(code: string): boolean {
  return /CERT|SSL|TLS|SIGNATURE|^EPROTO$|ISSUER/.test(code);
}
