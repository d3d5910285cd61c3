import { setTimeout as pause } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { toolVersion } from "../../../support/package.js";
import { basicAuthorization, isAllowed, shownUrl } from "./address.js";
import { connectionFailure, type Failure } from "./failure.js";

/** Limits for the download of one file, which is smaller than a megabyte. */
export const LIMITS = {
  /**
   * Time limit for all attempts and the pauses between them, in milliseconds.
   */
  overallMs: 60_000,
  /** Maximum time without received data within one attempt, in milliseconds. */
  idleMs: 15_000,
  attempts: 4,
  redirects: 5,
  /**
   * Pause after the first attempt, in milliseconds. The pause doubles after
   * each subsequent attempt.
   */
  pauseMs: 500,
};

/** Options of a download: proxy, certificates and limits. */
export interface DownloadOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Readonly<typeof LIMITS> | undefined;
  /** Certificates (PEM) to trust instead of the system's certificates. */
  readonly ca?: string | undefined;
}

/**
 * Downloads a small file into memory. Uses the proxy of the environment,
 * follows redirects to HTTPS, and retries failures that may be temporary.
 *
 * @param maxBytes Maximum size of the file.
 * @returns The file, or the reason of the failure.
 * @throws The signal's reason if it was aborted.
 */
export async function download(
  url: URL,
  maxBytes: number,
  { env = process.env, signal, limits = LIMITS, ca }: DownloadOptions,
): Promise<Buffer | Failure> {
  signal?.throwIfAborted();
  const deadline = Date.now() + limits.overallMs;
  const overall = AbortSignal.timeout(limits.overallMs);
  const either = signal ? AbortSignal.any([signal, overall]) : overall;
  const proxy = proxyFor(url, env);
  if (proxy !== null && "why" in proxy) return proxy;
  const { idleMs } = limits;
  const tls = { timeout: idleMs, ...(ca === undefined ? {} : { ca }) };
  // Import dynamically, because commands that download nothing load this module
  // too.
  const { EnvHttpProxyAgent } = await import("undici");
  const agent = new EnvHttpProxyAgent({
    httpProxy: proxy?.href ?? "",
    httpsProxy: proxy?.href ?? "",
    noProxy: env["no_proxy"] || env["NO_PROXY"] || "",
    ...(proxy?.username ? { token: basicAuthorization(proxy) } : {}),
    connect: tls,
    requestTls: tls,
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    maxResponseSize: maxBytes,
  });
  // Destroy the agent on abort, because undici checks the signal of a request
  // only after it has a connection.
  const stop = (): void => void agent.destroy();
  either.addEventListener("abort", stop);
  try {
    // This loop replaces undici's RetryAgent, which keeps waiting after an
    // abort and does not report the number of attempts.
    for (let attempt = 1; ; attempt++) {
      const result = await tryOnce(url, agent, proxy, limits.redirects);
      if (Buffer.isBuffer(result)) return result;
      signal?.throwIfAborted();
      if (overall.aborted)
        return {
          code: "MCP031",
          message: `The download from ${url.host} took too long.`,
          why: `The file did not arrive within ${limits.overallMs / 1000} s, which is the limit for all attempts together.`,
        };
      const { retry = false, retryAfter = 0, why } = result;
      const wait = Math.max(limits.pauseMs * 2 ** (attempt - 1), retryAfter);
      if (!retry || attempt === limits.attempts || Date.now() + wait > deadline)
        return attempt === 1
          ? result
          : { ...result, why: `${why} All ${attempt} attempts failed.` };
      await pause(wait, undefined, { signal: either }).catch(() =>
        signal?.throwIfAborted(),
      );
    }
  } finally {
    either.removeEventListener("abort", stop);
    stop();
  }
}

/**
 * Returns the proxy for a URL from the environment variables, or null if none
 * is set. Returns a failure if the variable's value is invalid. Lower-case
 * variables take precedence, as in curl. The HTTP client undici handles
 * NO_PROXY.
 */
function proxyFor(url: URL, env: NodeJS.ProcessEnv): URL | Failure | null {
  const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const value = env[name] || env[name.toUpperCase()];
  if (!value) return null;
  const text = value.includes("://") ? value : `http://${value}`;
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  return {
    code: "MCP040",
    message: `The value of ${name.toUpperCase()} is not a usable proxy address.`,
    why: "The value of the variable is not a URL with http:// or https://.",
  };
}

/**
 * Makes one attempt to download the file. Returns the file, or the reason of
 * the failure.
 */
async function tryOnce(
  start: URL,
  dispatcher: Dispatcher,
  proxy: URL | null,
  maxRedirects: number,
): Promise<Buffer | Failure> {
  let url = start;
  let begun = false;
  try {
    const { request } = await import("undici");
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await request(url, {
        dispatcher,
        headers: {
          "user-agent": `mcp-codegen/${toolVersion()}`,
          ...(url.username ? { authorization: basicAuthorization(url) } : {}),
        },
      });
      const { statusCode, headers, body } = response;
      begun = statusCode === 200;
      if (begun) return Buffer.from(await body.arrayBuffer());
      void body.dump().catch(() => {});
      const { location } = headers;
      if (![301, 302, 303, 307, 308].includes(statusCode) || !location)
        return refusal(response, url);
      const to = URL.canParse(String(location), url.href)
        ? new URL(String(location), url)
        : null;
      if (!to || !isAllowed(to, start))
        return {
          code: "MCP037",
          message: `The redirect from ${shownUrl(url)} was not followed.`,
          why: to
            ? `The redirect leads to ${shownUrl(to)}, which does not use HTTPS.`
            : `The Location header is not a URL: ${JSON.stringify(location)}.`,
        };
      url = to;
    }
  } catch (error) {
    return connectionFailure(error, url, proxy, begun);
  }
  return {
    code: "MCP037",
    message: `${shownUrl(start)} redirects too many times.`,
    why: `At most ${maxRedirects} redirects are followed.`,
  };
}

/** Returns the failure for a response with any status except 200. */
function refusal(
  { statusCode, statusText, headers }: Dispatcher.ResponseData,
  url: URL,
): Failure {
  const why = `HTTP ${statusCode} ${statusText}`.trim();
  const isGone = statusCode === 404 || statusCode === 410;
  const after = String(headers["retry-after"] ?? "");
  return {
    code: isGone ? "MCP035" : "MCP036",
    message: `${url.host} did not send ${shownUrl(url)}.`,
    why: `${why}.`,
    retry: statusCode >= 500 || statusCode === 429 || statusCode === 408,
    // The `Retry-After` header contains a number of seconds or a date.
    retryAfter: Number(after) * 1000 || Date.parse(after) - Date.now() || 0,
  };
}
