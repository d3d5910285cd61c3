import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import * as tls from "node:tls";
import { connectionFailure, DownloadFailure, shownUrl } from "./failure.js";
import { proxyAuthorization } from "./proxy.js";

/** How one request is made. */
export interface GetOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly proxy: URL | null;
  /** Certificates trusted in place of the system's (PEM). */
  readonly ca?: string | undefined;
}

/**
 * One GET over a connection of its own; answers as soon as the head is there.
 * Redirects are the caller's business.
 */
export async function get(
  url: URL,
  options: GetOptions,
): Promise<IncomingMessage> {
  const { proxy, headers, signal } = options;
  const trust = options.ca === undefined ? {} : { ca: options.ca };
  if (!proxy)
    return answer(
      request(url, { headers, signal, agent: false, ...trust }),
      url.host,
    );
  if (url.protocol === "http:") return throughProxy(url, proxy, options);
  const socket = await encrypt(await tunnel(url, proxy, options), url, options);
  return answer(
    request(url, { headers, signal, createConnection: () => socket }),
    url.host,
  );
}

/** A proxy fetches plain HTTP itself, given the whole address as the path. */
async function throughProxy(
  url: URL,
  proxy: URL,
  { headers, signal }: GetOptions,
): Promise<IncomingMessage> {
  const response = await answer(
    request(proxy, {
      headers: { ...headers, host: url.host, ...proxyAuthorization(proxy) },
      path: shownUrl(url),
      auth: null,
      signal,
      agent: false,
    }),
    proxy.host,
  ).catch((error: unknown) => {
    throw asProxyFailure(error, proxy);
  });
  if (response.statusCode === 407) {
    response.destroy();
    throw refusedByProxy(proxy, 407);
  }
  return response;
}

/** For HTTPS a proxy only passes bytes on. */
function tunnel(url: URL, proxy: URL, { signal }: GetOptions): Promise<Socket> {
  const target = `${url.hostname}:${url.port || 443}`;
  const connect = request(proxy, {
    method: "CONNECT",
    path: target,
    headers: { host: target, ...proxyAuthorization(proxy) },
    auth: null,
    signal,
    agent: false,
  });
  return new Promise<Socket>((resolve, reject) => {
    connect.once("connect", (response, socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(refusedByProxy(proxy, response.statusCode ?? 0));
    });
    connect.once("error", (error) =>
      reject(connectionFailure(error, proxy.host)),
    );
    connect.end();
  }).catch((error: unknown) => {
    throw asProxyFailure(error, proxy);
  });
}

function encrypt(
  socket: Socket,
  url: URL,
  { ca, signal }: GetOptions,
): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const secure = tls.connect({
      socket,
      host,
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      ...(ca === undefined ? {} : { ca }),
    });
    const abort = (): void => void secure.destroy(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    secure.once("secureConnect", () => {
      signal.removeEventListener("abort", abort);
      resolve(secure);
    });
    secure.once("error", (error) => reject(connectionFailure(error, url.host)));
  });
}

function request(
  url: URL,
  // `null` keeps the user of a proxy's URL out of `Authorization`.
  options: Omit<RequestOptions, "auth"> & { auth?: null; ca?: string },
): ClientRequest {
  const client = url.protocol === "https:" ? https : http;
  return client.request(url, { method: "GET", ...options });
}

function answer(sent: ClientRequest, host: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once("response", resolve);
    sent.once("error", (error) => reject(connectionFailure(error, host)));
    sent.end();
  });
}

function refusedByProxy(proxy: URL, status: number): DownloadFailure {
  return new DownloadFailure(
    "proxy",
    `The proxy ${shownUrl(proxy)} refused.`,
    status === 407
      ? "HTTP 407: it asks for a user and a password."
      : `HTTP ${status} from the proxy.`,
    status >= 500,
  );
}

function asProxyFailure(error: unknown, proxy: URL): unknown {
  if (!(error instanceof DownloadFailure) || error.kind === "proxy")
    return error;
  return new DownloadFailure(
    "proxy",
    `The proxy ${shownUrl(proxy)} can not be used.`,
    error.why,
    error.retry,
  );
}
