import type { IncomingMessage } from "node:http";
import { redirectTarget } from "./address.js";
import { readBody } from "./body.js";
import { DownloadFailure, shownUrl } from "./failure.js";
import { get } from "./get.js";
import {
  LIMITS,
  pauseAfter,
  retryAfter,
  startTimer,
  wait as waitOnClock,
  type DownloadLimits,
  type Wait,
} from "./limits.js";
import { proxyFor } from "./proxy.js";

/** What to get, and within which bounds. */
export interface DownloadOptions {
  /** More than this is refused. */
  readonly maxBytes: number;
  readonly userAgent: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: DownloadLimits | undefined;
  readonly wait?: Wait | undefined;
  /** Certificates trusted in place of the system's (PEM). */
  readonly ca?: string | undefined;
}

/**
 * Gets a small file whole, in memory: through the environment's proxy,
 * following redirects to HTTPS, trying again where that may help.
 *
 * @throws DownloadFailure; the signal's reason when it was aborted.
 */
export async function download(
  url: URL,
  options: DownloadOptions,
): Promise<Buffer> {
  const { signal, limits = LIMITS, wait = waitOnClock } = options;
  signal?.throwIfAborted();
  const overall = startTimer(limits.overallMs, () => late(url, limits));
  const either = signal
    ? AbortSignal.any([signal, overall.signal])
    : overall.signal;
  try {
    for (let attempt = 1; ; attempt++) {
      const failure = await tryOnce(url, either, options).catch(
        (error: unknown) => {
          signal?.throwIfAborted();
          overall.signal.throwIfAborted();
          if (error instanceof DownloadFailure) return error;
          throw error;
        },
      );
      if (!(failure instanceof DownloadFailure)) return failure;
      if (!failure.retry || attempt >= limits.attempts)
        throw counted(failure, attempt);
      await wait(pauseAfter(attempt, failure, limits), either).catch(() => {
        signal?.throwIfAborted();
        throw counted(failure, attempt);
      });
    }
  } finally {
    overall.clear();
  }
}

async function tryOnce(
  start: URL,
  signal: AbortSignal,
  options: DownloadOptions,
): Promise<Buffer> {
  const { limits = LIMITS, env, ca } = options;
  const headers = { "user-agent": options.userAgent, accept: "*/*" };
  const seen = [start];
  const idle = startTimer(limits.idleMs, () => silent(start, limits));
  const either = AbortSignal.any([signal, idle.signal]);
  try {
    for (;;) {
      const url = seen[seen.length - 1] as URL;
      const proxy = proxyFor(url, env);
      const response = await get(url, { headers, signal: either, proxy, ca });
      idle.restart();
      const location = redirectOf(response);
      if (location === null)
        return await readBody(checked(response, url, proxy), url, {
          maxBytes: options.maxBytes,
          onChunk: () => idle.restart(),
        });
      response.destroy();
      seen.push(redirectTarget(location, seen, limits.redirects));
    }
  } catch (error) {
    idle.signal.throwIfAborted();
    throw error;
  } finally {
    idle.clear();
  }
}

function redirectOf({ statusCode, headers }: IncomingMessage): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode ?? 0)
    ? (headers.location ?? null)
    : null;
}

/** Only a plain 200 brings the file. */
function checked(
  response: IncomingMessage,
  url: URL,
  proxy: URL | null,
): IncomingMessage {
  const status = response.statusCode ?? 0;
  if (status === 200) return response;
  response.destroy();
  const via = proxy ? ` (through the proxy ${shownUrl(proxy)})` : "";
  const why = `HTTP ${status} ${response.statusMessage ?? ""}`.trim() + via;
  if (status === 404 || status === 410)
    throw new DownloadFailure(
      "not-found",
      `There is no file ${shownUrl(url)}.`,
      `${why}.`,
    );
  throw new DownloadFailure(
    "status",
    `${url.host} did not send ${shownUrl(url)}.`,
    `${why}.`,
    status >= 500 || status === 429 || status === 408,
    retryAfter(response.headers["retry-after"], Date.now()),
  );
}

function late(url: URL, { overallMs }: DownloadLimits): DownloadFailure {
  return new DownloadFailure(
    "time-out",
    `${url.host} took too long.`,
    `The file was not there after ${seconds(overallMs)}, all attempts together.`,
  );
}

function silent(url: URL, { idleMs }: DownloadLimits): DownloadFailure {
  return new DownloadFailure(
    "time-out",
    `${url.host} fell silent.`,
    `Nothing came for ${seconds(idleMs)}.`,
    true,
  );
}

function counted(failure: DownloadFailure, attempts: number): Error {
  if (attempts === 1) return failure;
  return new DownloadFailure(
    failure.kind,
    failure.message,
    `${failure.why} It was tried ${attempts} times.`,
  );
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}
