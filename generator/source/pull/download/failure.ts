import type { pullError } from "../pull-errors.js";

/** Reason why an attempt to download a file failed. */
export interface Failure {
  readonly code: Parameters<typeof pullError>[0];
  readonly message: string;
  readonly why: string;
  /** Whether another attempt can succeed. */
  readonly retry?: boolean;
  /**
   * Time that the server asks the client to wait before a retry, in
   * milliseconds.
   */
  readonly retryAfter?: number;
}

/**
 * Converts an exception of undici or Node.js to a failure.
 *
 * @param begun Whether the status line and headers of a response had already
 *   arrived.
 * @throws The exception itself if it has no `code`, because it is then not a
 *   connection failure.
 */
export function connectionFailure(
  error: unknown,
  { host }: URL,
  proxy: URL | null,
  begun: boolean,
): Failure {
  // When several addresses fail, Node.js throws one error that contains the
  // errors of all addresses.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message, port, hostname } = first as NodeJS.ErrnoException & {
    readonly port?: number;
    readonly hostname?: string;
  };
  if (code === undefined) throw error;
  const why = `${code}: ${message}`;
  const failure = (as: Failure["code"], what: string, retry = false) => ({
    code: as,
    message: what,
    why,
    retry,
  });
  // Do not retry after ENOTFOUND: the host name will still be unknown.
  const retry = code !== "ENOTFOUND";
  const [, status] = /Proxy response \((\d+)\)/.exec(message) ?? [];
  if (status !== undefined)
    return {
      code: "MCP040",
      message: `The proxy refused the connection to ${host}.`,
      why:
        status === "407"
          ? "HTTP 407: the proxy requires a user name and a password."
          : `HTTP ${status} from the proxy.`,
      retry: Number(status) >= 500,
    };
  if (proxy && (hostname === proxy.hostname || port === Number(proxy.port)))
    return failure(
      "MCP040",
      `Cannot connect to the proxy ${proxy.host}.`,
      retry,
    );
  if (/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code))
    return failure("MCP031", `${host} sent no data in time.`, true);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE")
    return failure("MCP033", `The response of ${host} is too large.`);
  if (begun)
    return failure(
      "MCP032",
      `${host} closed the connection before the end of the file.`,
      true,
    );
  if (/CERT|SSL|TLS|SIGNATURE|^EPROTO$|ISSUER/.test(code))
    return failure(
      "MCP039",
      `${host} has no trusted certificate, or does not support TLS.`,
    );
  return failure("MCP038", `Cannot reach ${host}.`, retry);
}
