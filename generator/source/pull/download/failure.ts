import type { pullError } from "../pull-errors.js";

type Code = Parameters<typeof pullError>[0];

/** A failed attempt to get a file. */
export class DownloadFailure extends Error {
  override readonly name = "DownloadFailure";

  constructor(
    readonly code: Code,
    /** What happened: one sentence. */
    message: string,
    /** Why, as far as it is known. */
    public why: string,
    /** Whether another attempt may succeed. */
    readonly retry = false,
    /** How long the server asks to wait, in milliseconds. */
    readonly retryAfter = 0,
  ) {
    super(message);
  }
}

/**
 * What undici and Node throw, as a failure that is reported; errors without
 * a code are no failure of the connection and stay as they are.
 *
 * @param begun the head of a response was there already
 */
export function connectionFailure(
  error: unknown,
  { host }: URL,
  proxy: URL | null,
  begun: boolean,
): unknown {
  // Several addresses tried at once fail with one error that holds theirs.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message, port, hostname } = first as NodeJS.ErrnoException & {
    readonly port?: number;
    readonly hostname?: string;
  };
  if (error instanceof DownloadFailure || code === undefined) return error;
  const why = `${code}: ${message}`;
  const failure = (as: Code, what: string, retry: boolean) =>
    new DownloadFailure(as, what, why, retry);
  // A name that does not exist will not exist a second later.
  const retry = code !== "ENOTFOUND";
  const [, status] = /Proxy response \((\d+)\)/.exec(message) ?? [];
  if (status !== undefined)
    return new DownloadFailure(
      "MCP040",
      `The proxy for ${host} refused.`,
      status === "407"
        ? "HTTP 407: it asks for a user and a password."
        : `HTTP ${status} from the proxy.`,
      Number(status) >= 500,
    );
  if (proxy && (hostname === proxy.hostname || port === Number(proxy.port)))
    return failure("MCP040", `The proxy ${proxy.host} can not be used.`, retry);
  if (/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code))
    return failure("MCP031", `${host} fell silent.`, true);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE")
    return failure("MCP033", `${host} sent too much.`, false);
  if (begun) return failure("MCP032", `${host} broke off.`, true);
  if (/CERT|SSL|TLS|SIGNATURE|^EPROTO$|ISSUER/.test(code))
    return failure(
      "MCP039",
      `${host} has no certificate that is trusted, or does not speak TLS.`,
      false,
    );
  return failure("MCP038", `${host} can not be reached.`, retry);
}
