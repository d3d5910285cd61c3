import type { ClientQuota } from "../../limits/quota-registry.js";
import type { AuthError } from "./auth-error.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";
import type { Reject, Rejection } from "../body/rejection.js";
import type { HttpHeaders, HttpRequest } from "../types.js";
import type { Principal } from "../../transport/transport.js";

/** Client that sent a request, as identified by the server. */
export interface HttpCaller {
  /** Value of `ctx.auth` in handlers. */
  readonly principal: Principal | undefined;
  /**
   * Subject of the principal. Sessions that the client opens belong to this
   * subject.
   */
  readonly subject: string | undefined;
  /**
   * Quota of the client: counts its memory and its requests over all its
   * connections.
   */
  readonly account: ClientQuota;
  /** Authentication scheme of the token. */
  readonly scheme?: AuthScheme | undefined;
  /** Scopes that the request needs. */
  needed: readonly string[];
}

/** Settings for the authentication of requests to a server. */
export interface HttpAuth {
  /**
   * Returns the principal of a token; returns undefined if the token is not
   * valid. The function must check that the token was issued for this server.
   * If it throws an `AuthError`, the token is rejected and the client receives
   * the message. If it throws a different error, the token is rejected and the
   * error is reported to `onError`.
   *
   * While a stream is open, the token is verified again every `keepAlive`
   * milliseconds. The stream ends once its token is no longer valid or lacks a
   * scope. The session of the stream ends too, unless the principal uses the
   * session with a valid token within the next `keepAlive` milliseconds.
   */
  verify(
    token: string,
    request: HttpRequest,
  ): Principal | undefined | Promise<Principal | undefined>;
  /**
   * Returns the scopes that a message needs. Called for each message of a
   * batch. If the function throws, the message is rejected and the error is
   * reported to `onError`. A GET or DELETE request needs the scopes of the
   * message that opened its session.
   *
   * @default no scopes are needed
   */
  scopes?(message: unknown): readonly string[];
  /**
   * Protected resource metadata (RFC 9728). Challenges contain the URL of the
   * metadata.
   */
  readonly metadata?: ResourceMetadata | undefined;
  /**
   * Authentication schemes that the `Authorization` header may use, the most
   * common one first.
   *
   * @default only `Bearer`
   */
  readonly schemes?: readonly AuthScheme[] | undefined;
}

/** Authentication scheme of the `Authorization` header. */
export interface AuthScheme {
  /** Name of the scheme, such as `Bearer` or `DPoP`. */
  readonly name: string;
  /** Parameters of the scheme in a challenge, such as `algs="ES256"`. */
  readonly params?: string | undefined;
}

export interface ResourceMetadata {
  /** URL of the MCP endpoint, as clients see it. */
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported?: readonly string[] | undefined;
  readonly [name: string]: unknown;
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

const BEARER: AuthScheme = { name: "Bearer" };

function getSchemes(auth: HttpAuth | undefined): readonly AuthScheme[] {
  return auth?.schemes ?? [BEARER];
}

/**
 * Returns the token in the `Authorization` header and its scheme. Returns
 * undefined if there is no token, or if the server does not support the scheme.
 */
export function getCredentials(
  request: HttpRequest,
  auth: HttpAuth,
): { readonly scheme: AuthScheme; readonly token: string } | undefined {
  const value = request.header("authorization") ?? "";
  const [, name = "", token] =
    /^([A-Za-z]+) +([A-Za-z0-9._~+/-]+=*) *$/.exec(value) ?? [];
  const scheme = getSchemes(auth).find(
    (one) => one.name.toLowerCase() === name.toLowerCase(),
  );
  return token && scheme ? { scheme, token } : undefined;
}

/**
 * Returns whether the query of the URL contains a token. Such tokens are
 * rejected, because logs would contain them.
 */
export function hasTokenInQuery({ target }: HttpRequest): boolean {
  const [, query] = target.split("?");
  return new URLSearchParams(query).has("access_token");
}

/**
 * Authentication of an MCP server, with the paths of its endpoint and of its
 * legacy SSE stream.
 */
export interface Guarded {
  readonly auth: HttpAuth | undefined;
  readonly path: string;
  readonly ssePath: string;
}

/**
 * Returns the protected resource metadata if it is served at the path `at`. RFC
 * 9728 puts the well-known path before the path of the resource. A proxy or
 * router may have added a prefix before both paths.
 */
export function findMetadata(
  at: string,
  { auth, path, ssePath }: Guarded,
): ResourceMetadata | undefined {
  if (auth?.metadata === undefined) return undefined;
  const from = at.lastIndexOf(WELL_KNOWN);
  if (from < 0) return undefined;
  const { pathname } = new URL(auth.metadata.resource);
  const known = ["", path, ssePath, pathname].map(withoutSlash);
  const rest = withoutSlash(at.slice(from + WELL_KNOWN.length));
  return known.includes(rest) ? auth.metadata : undefined;
}

/**
 * Returns the URL of the protected resource metadata, as clients see it. If a
 * proxy or router serves the endpoint below a path prefix, the path of the URL
 * starts with this prefix, too.
 */
function metadataAddress({ resource }: ResourceMetadata, path: string): string {
  const { origin, pathname } = new URL(resource);
  const whole = withoutSlash(pathname);
  const own = withoutSlash(path);
  const inner = whole.endsWith(own) ? own : whole;
  const before = whole.slice(0, whole.length - inner.length);
  return `${origin}${before}${WELL_KNOWN}${inner}`;
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

/**
 * Creates the `WWW-Authenticate` header: a challenge for the scheme `used`,
 * then one for each later scheme in the list of supported schemes. Only the
 * first challenge contains the error.
 */
export function createChallenge(
  { auth, path }: Guarded,
  used?: AuthScheme,
  { code, message }: Partial<Pick<AuthError, "code" | "message">> = {},
  scopes: readonly string[] = auth?.metadata?.scopes_supported ?? [],
): HttpHeaders {
  const params: string[] = [];
  if (code !== undefined) params.push(`error="${code}"`);
  // In `error_description`, RFC 6750 allows only printable ASCII without quotes
  // and backslashes.
  const text = message?.replace(/[^ !#-[\]-~]/g, "?");
  if (text !== undefined) params.push(`error_description="${text}"`);
  if (scopes.length > 0) params.push(`scope="${scopes.join(" ")}"`);
  if (auth?.metadata !== undefined) {
    const address = metadataAddress(auth.metadata, path);
    params.push(`resource_metadata="${address}"`);
  }
  const schemes = getSchemes(auth);
  const from = used ? schemes.indexOf(used) : 0;
  const parts = schemes.slice(from).map(({ name, params: own }, at) => {
    const list = [...(at === 0 ? params : []), ...(own ? [own] : [])];
    return list.length === 0 ? name : `${name} ${list.join(", ")}`;
  });
  return { "www-authenticate": parts.join(", ") };
}

/** Creates the rejection of a request whose token was not accepted. */
export function unauthorized(
  settings: Guarded,
  used: AuthScheme | undefined,
  error: AuthError,
): Rejection {
  const { status, message, headers } = error;
  const asked = status === 503 ? {} : createChallenge(settings, used, error);
  return { status, message, headers: { ...asked, ...headers } };
}

/** Returns the scopes that a message or a batch needs. */
export function getNeededScopes(
  auth: HttpAuth,
  message: unknown,
): readonly string[] {
  const messages: readonly unknown[] = Array.isArray(message)
    ? message
    : [message];
  return messages.flatMap((one) => auth.scopes?.(one) ?? []);
}

/** Returns the needed scopes that a principal lacks. */
export function getMissingScopes(
  principal: Principal | undefined,
  needed: readonly string[],
): readonly string[] {
  return needed.filter((scope) => !principal?.scopes?.includes(scope));
}

/**
 * If the client lacks scopes, rejects the request with the 403 response of RFC
 * 6750. Returns whether the request was rejected.
 */
export function rejectMissingScopes(
  settings: Guarded,
  caller: HttpCaller,
  needed: readonly string[],
  id: RequestId | undefined,
  reject: Reject,
): boolean {
  caller.needed = needed;
  if (settings.auth === undefined) return false;
  const { principal, scheme } = caller;
  const missing = getMissingScopes(principal, needed);
  if (missing.length === 0) return false;
  // The challenge also lists the scopes that the client already has. Otherwise
  // the client would request a new token without these scopes.
  const offered = settings.auth.metadata?.scopes_supported ?? [];
  const kept = offered.filter((scope) => principal?.scopes?.includes(scope));
  const all = [...new Set([...kept, ...needed])];
  const error = { code: "insufficient_scope" };
  const headers = createChallenge(settings, scheme, error, all);
  const message = `The request requires the scope ${[...new Set(missing)].join(" ")}`;
  reject({ status: 403, message, id, headers });
  return true;
}
