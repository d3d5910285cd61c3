/**
 * HTTP requests for OAuth: to authorization servers, and for metadata
 * documents.
 */
import { redirected, withoutSecrets } from "../http/client/redirect.js";
import { wholeText } from "../http/client/received.js";
import { toBase64 } from "../json-rpc/messages/base64.js";
import { isObject } from "../validation/guards.js";
import { OAuthError } from "./errors.js";
import { JSON_TYPE } from "../http/headers.js";
import type { Fetch } from "../http/client/received.js";

/** Maximum length of a response, in characters. */
const MAX_DOCUMENT = 262_144;

/** Timeout of a single request, in milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** Minimum length of a secret that is removed from messages, in characters. */
const MIN_SECRET = 4;

/** JSON object whose members have not been validated. */
export type JsonDocument = { readonly [name: string]: unknown };

/** Options of a request for a JSON document. */
export interface DocumentRequest {
  /**
   * Function that sends the request.
   * @default the global `fetch`
   */
  readonly fetch?: Fetch | undefined;
  /** Signal that cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Body of a POST request, sent as a form. Without `form` and `json`, a GET
   * request is sent.
   */
  readonly form?: URLSearchParams | undefined;
  readonly json?: object | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
  /**
   * Secrets in the request. They are replaced by `[redacted]` in error messages
   * and in the error texts of the response.
   */
  readonly secrets?: readonly string[] | undefined;
}

/** Response to a request for a JSON document. */
export interface DocumentResponse {
  readonly status: number;
  readonly headers: Headers;
  /**
   * JSON object in the response body; `undefined` if the body is not a JSON
   * object.
   */
  readonly document: JsonDocument | undefined;
}

/**
 * Requests a JSON document. The caller must have checked the URL with {@link
 * requireSafeUrl}. Redirects are followed within the same origin only.
 *
 * @throws OAuthError `unreachable` when the request fails or takes longer than
 *   30 seconds, when the response exceeds 262,144 characters, or when it
 *   redirects to another origin.
 */
export async function requestDocument(
  url: string,
  {
    fetch: send = fetch as Fetch,
    signal,
    form,
    json,
    headers,
    secrets = [],
  }: DocumentRequest = {},
): Promise<DocumentResponse> {
  const body = form ? String(form) : json && JSON.stringify(json);
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
  const combined = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const init: Parameters<Fetch>[1] = {
    method: body === undefined ? "GET" : "POST",
    headers: {
      accept: JSON_TYPE,
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
      ...(json && { "content-type": JSON_TYPE }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    signal: combined,
    redirect: "manual",
  };
  try {
    const response = await redirected((to) => send(to, init), url, combined);
    const text = await wholeText(response, MAX_DOCUMENT);
    const type = response.headers.get("content-type") ?? "";
    return {
      status: response.status,
      headers: response.headers,
      document: /[/+]json\b/i.test(type)
        ? hideSecrets(parseDocument(text), secrets)
        : undefined,
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    const why = timeout.aborted
      ? `no response within ${REQUEST_TIMEOUT} ms`
      : withoutTexts((error as Error).message, secrets);
    throw new OAuthError("unreachable", `${withoutSecrets(url)}: ${why}`);
  }
}

/** Removes the secrets of a request from the error texts of its response. */
function hideSecrets(
  document: JsonDocument | undefined,
  secrets: readonly string[],
): JsonDocument | undefined {
  if (!document || secrets.length === 0) return document;
  const { error, error_description: description } = document;
  return {
    ...document,
    ...(typeof error === "string" && { error: withoutTexts(error, secrets) }),
    ...(typeof description === "string" && {
      error_description: withoutTexts(description, secrets),
    }),
  };
}

/**
 * Replaces secrets, and their percent-encoded forms, in a text. Ignores very
 * short secrets, because ordinary words may contain them.
 */
function withoutTexts(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= MIN_SECRET)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((shown, secret) => shown.replaceAll(secret, "[redacted]"), text);
}

/**
 * Parses a JSON object; returns `undefined` if the text is not a JSON object.
 */
export function parseDocument(text: string): JsonDocument | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the `Authorization` header of a client that authenticates with HTTP
 * Basic (RFC 6749, section 2.3.1).
 */
export function encodeBasicAuth(id: string, secret: string): string {
  const encoded = [id, secret].map((value) =>
    // RFC 6749 requires form encoding of the client id and the secret. In form
    // encoding, a space is written as a plus sign.
    new URLSearchParams({ "": value }).toString().slice(1),
  );
  return `Basic ${toBase64(new TextEncoder().encode(encoded.join(":")))}`;
}

/**
 * Checks a URL that a server named, before a request is sent to it (protection
 * against SSRF). Requires `https` and refuses private addresses. Private
 * addresses are allowed if the server that named the URL also has a private
 * address. `http` is allowed for loopback addresses only.
 *
 * @param from URL of the server that named the checked URL.
 * @throws OAuthError `unsafe_address` when the URL is not allowed.
 */
export function requireSafeUrl(
  url: unknown,
  from: string,
  subject: string,
): URL {
  const parsed =
    typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
  const local = URL.canParse(from) && isPrivateHost(new URL(from).hostname);
  const safe =
    parsed &&
    // Reject characters outside printable ASCII: they could make the URL that
    // the user sees differ from the parsed URL.
    /^[!-~]+$/.test(String(url)) &&
    parsed.username + parsed.password === "" &&
    (local || !isPrivateHost(parsed.hostname)) &&
    (parsed.protocol === "https:" ||
      (parsed.protocol === "http:" && isLoopbackHost(parsed.hostname)));
  if (safe) return parsed;
  const shown = describeUrl(url);
  const rule =
    "the URL must be https (http only for localhost), and not an address of a private network";
  throw new OAuthError("unsafe_address", `${subject} is ${shown}: ${rule}`);
}

/**
 * Returns a URL for an error message, without its credentials and its query.
 * Returns any other value as JSON text.
 */
export function describeUrl(url: unknown): string {
  return typeof url === "string" && URL.canParse(url)
    ? withoutSecrets(url)
    : String(JSON.stringify(url));
}

/**
 * Returns whether a host name, as normalized by `URL`, is a loopback address.
 */
export function isLoopbackHost(host: string): boolean {
  return /^((.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}

/**
 * Returns whether a host is a loopback address or an IP address of a private or
 * reserved network.
 */
function isPrivateHost(host: string): boolean {
  return (
    isLoopbackHost(host) ||
    // IPv4: unspecified, private (RFC 1918), shared (RFC 6598), link-local,
    // protocol and benchmark addresses, and everything from 224.0.0.0 up
    // (multicast, reserved).
    /^(0|10|192\.168|192\.0\.0|198\.1[89]|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[345]\d)\.[\d.]+$/.test(
      host,
    ) ||
    // IPv6: unspecified, unique local, link-local, site-local and multicast
    // addresses, and IPv4 addresses embedded in IPv6.
    /^\[(::|f[cdf]|fe[89a-f]|64:ff9b:|2002:)/.test(host)
  );
}
