import { setTimeout as pause } from "node:timers/promises";
import { EnvHttpProxyAgent, request, type Dispatcher } from "undici";
import { toolVersion } from "../../../support/package.js";
import { basicAuthorization, isAllowed, shownUrl } from "./address.js";
import { connectionFailure, type Failure } from "./failure.js";

/** How long and how often one file is tried, which is well under a megabyte. */
export const LIMITS = {
  /** All attempts and pauses together. */
  overallMs: 60_000,
  /** Silence within one attempt. */
  idleMs: 15_000,
  attempts: 4,
  redirects: 5,
  /** Pause after the first attempt; it doubles with each further one. */
  pauseMs: 500,
};

/** By which way, and within which bounds; tests have their own. */
export interface DownloadOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Readonly<typeof LIMITS> | undefined;
  /** Certificates trusted in place of the system's (PEM). */
  readonly ca?: string | undefined;
}

/**
 * Gets a small file whole, in memory: through the environment's proxy,
 * following redirects to HTTPS, trying again where that may help.
 *
 * @param maxBytes more than this is refused
 * @returns the file, or why it did not come
 * @throws the signal's reason when it was aborted.
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
  // undici looks at a request's own signal only once it has a connection.
  const stop = (): void => void agent.destroy();
  either.addEventListener("abort", stop);
  try {
    // undici's RetryAgent waits on when it is aborted, and does not say how
    // often it has tried.
    for (let attempt = 1; ; attempt++) {
      const result = await tryOnce(url, agent, proxy, limits.redirects);
      if (Buffer.isBuffer(result)) return result;
      signal?.throwIfAborted();
      if (overall.aborted)
        return {
          code: "MCP031",
          message: `${url.host} took too long.`,
          why: `The file was not there after ${limits.overallMs / 1000} s, all attempts together.`,
        };
      const { retry = false, retryAfter = 0, why } = result;
      const wait = Math.max(limits.pauseMs * 2 ** (attempt - 1), retryAfter);
      if (!retry || attempt === limits.attempts || Date.now() + wait > deadline)
        return attempt === 1
          ? result
          : { ...result, why: `${why} It was tried ${attempt} times.` };
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
 * The proxy that the environment names for an address, or null; lower case
 * wins, as for curl. To which hosts it does not apply is undici's to know.
 */
function proxyFor(url: URL, env: NodeJS.ProcessEnv): URL | Failure | null {
  const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const value = env[name] || env[name.toUpperCase()];
  if (!value) return null;
  const text = value.includes("://") ? value : `http://${value}`;
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  return {
    code: "MCP040",
    message: `${name.toUpperCase()} names no proxy that can be used.`,
    why: "Its value is no URL with http:// or https://.",
  };
}

/** The file, or why it did not come. */
async function tryOnce(
  start: URL,
  dispatcher: Dispatcher,
  proxy: URL | null,
  maxRedirects: number,
): Promise<Buffer | Failure> {
  let url = start;
  let begun = false;
  try {
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
          message: `${shownUrl(url)} redirects to where it is not followed.`,
          why: to
            ? `${shownUrl(to)} is not HTTPS.`
            : `It names no address: ${JSON.stringify(location)}.`,
        };
      url = to;
    }
  } catch (error) {
    return connectionFailure(error, url, proxy, begun);
  }
  return {
    code: "MCP037",
    message: `${shownUrl(start)} leads too far.`,
    why: `Only ${maxRedirects} redirects are followed.`,
  };
}

/** Only a plain 200 brings the file. */
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
    // Seconds or a date.
    retryAfter: Number(after) * 1000 || Date.parse(after) - Date.now() || 0,
  };
}
