/** What is asked of authorization servers and for metadata, over the web. */
import { redirected, withoutSecrets } from "../http/client/redirect.js";
import { wholeText } from "../http/client/fetcher.js";
import { toBase64 } from "../json-rpc/messages/base64.js";
import { isObject } from "../validation/guards.js";
import { OAuthError } from "./errors.js";
import { JSON_TYPE } from "../http/headers.js";
import type { Fetch } from "../http/client/fetcher.js";

/** Longest document that is taken, in characters. */
const MAX_DOCUMENT = 262_144;

/** How long one request may take, in milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** A JSON object of which nothing is known yet. */
export type Document = { readonly [name: string]: unknown };

/** A request for a document. */
export interface DocumentRequest {
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
  /** What is sent, in a POST. Default: nothing is, in a GET. */
  readonly form?: URLSearchParams | undefined;
  readonly json?: object | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** What answered. */
export interface DocumentAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON object in it; undefined where there is none. */
  readonly document: Document | undefined;
}

/**
 * Asks an address that was found safe. Redirects are followed within its origin.
 *
 * @throws OAuthError `unreachable` when nothing answers in half a minute, the answer
 *   is longer than 256 Ki characters, or leads to another origin.
 */
export async function askDocument(
  url: string,
  {
    fetch: own = fetch as Fetch,
    signal,
    form,
    json,
    headers,
  }: DocumentRequest = {},
): Promise<DocumentAnswer> {
  const body = form ? String(form) : json && JSON.stringify(json);
  const limit = AbortSignal.timeout(REQUEST_TIMEOUT);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  const init: Parameters<Fetch>[1] = {
    method: body === undefined ? "GET" : "POST",
    headers: {
      accept: JSON_TYPE,
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
      ...(json && { "content-type": JSON_TYPE }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    signal: either,
    redirect: "manual",
  };
  try {
    const response = await redirected((to) => own(to, init), url, either);
    const text = await wholeText(response, MAX_DOCUMENT);
    const type = response.headers.get("content-type") ?? "";
    return {
      status: response.status,
      headers: response.headers,
      document: /[/+]json\b/i.test(type) ? documentIn(text) : undefined,
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    const why = limit.aborted
      ? `nothing answered within ${REQUEST_TIMEOUT} ms`
      : (error as Error).message;
    throw new OAuthError("unreachable", `${withoutSecrets(url)}: ${why}`);
  }
}

/** The JSON object in a text; undefined where there is none. */
export function documentIn(text: string): Document | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Credentials of a client, as a header has them (RFC 6749, 2.3.1). */
export function basicAuthorization(id: string, secret: string): string {
  const encoded = [id, secret].map((one) =>
    // As in a form, where a space is a plus.
    new URLSearchParams({ "": one }).toString().slice(1),
  );
  return `Basic ${toBase64(new TextEncoder().encode(encoded.join(":")))}`;
}

/**
 * An address that a server named, once it is known to be one that this program
 * may be made to ask: `https`, or a loopback address where the server that named
 * it is on this machine itself. A private address is refused likewise.
 *
 * @param from The address of the server that named it.
 * @throws OAuthError `unsafe_address` when it is not.
 */
export function safeAddress(url: unknown, from: string, what: string): URL {
  const at = typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
  const local = URL.canParse(from) && isPrivate(new URL(from).hostname);
  const safe =
    at &&
    // What has other characters would be shown otherwise than it is read.
    /^[!-~]+$/.test(String(url)) &&
    at.username + at.password === "" &&
    (local || !isPrivate(at.hostname)) &&
    (at.protocol === "https:" ||
      (at.protocol === "http:" && isLoopback(at.hostname)));
  if (safe) return at;
  const shown = at ? withoutSecrets(at.href) : JSON.stringify(url);
  const rule = "it has to be https, and no address of this network";
  throw new OAuthError("unsafe_address", `${what} is ${shown}: ${rule}`);
}

/** Whether a host, as `URL` spells it, is this machine. */
export function isLoopback(host: string): boolean {
  return /^((.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}

/** Whether a host is this machine or, by its address, in a private network. */
function isPrivate(host: string): boolean {
  return (
    isLoopback(host) ||
    // RFC 1918, RFC 6598 (shared), link-local and unspecified addresses, those of
    // protocols and of tests, and from 224 on multicast and the like.
    /^(0|10|192\.168|192\.0\.0|198\.1[89]|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[345]\d)\.[\d.]+$/.test(
      host,
    ) ||
    // Unspecified, unique local, link-local, site-local, multicast, IPv4 within IPv6.
    /^\[(::|f[cdf]|fe[89a-f]|64:ff9b:|2002:)/.test(host)
  );
}
