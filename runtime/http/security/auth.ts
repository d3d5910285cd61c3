import type { Account } from "../../limits/quota-registry.js";
import type { AuthError } from "./auth-error.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";
import type { Refusal } from "../body/messages.js";
import type { HttpHeaders, HttpRequest } from "../types.js";
import type { Principal } from "../../transport/transport.js";

/** Who sends a request. */
export interface HttpCaller {
  /** What handlers get as `ctx.auth`. */
  readonly principal: Principal | undefined;
  /** Who sessions belong to. */
  readonly subject: string | undefined;
  /** What it counts for. */
  readonly account: Account;
  /** The scheme that its token came in. */
  readonly scheme?: AuthScheme | undefined;
  /** Scopes that the request turned out to need. */
  needed: readonly string[];
}

/** How requests prove who sends them. */
export interface HttpAuth {
  /**
   * Who the bearer of a token is; undefined when it is not valid for this
   * server. It has to check that the token was issued for this server. What it
   * throws refuses the token too: an `AuthError` says to the client why, anything
   * else goes to `onError`. It is asked again, every
   * `keepAlive` milliseconds, while a stream is open, which ends once its token
   * is not valid any more, or lacks a scope. So does its session, unless the same
   * principal has used it with a valid token when as much time has passed again.
   */
  verify(
    token: string,
    request: HttpRequest,
  ): Principal | undefined | Promise<Principal | undefined>;
  /**
   * Scopes that a message needs. Each message of a batch is asked about alone.
   * What it throws refuses the message, and goes to `onError`. A GET or a DELETE
   * needs those of the message that opened its session. Default: none.
   */
  scopes?(message: unknown): readonly string[];
  /**
   * Protected resource metadata (RFC 9728), which is served to clients and
   * named when a token is asked for.
   */
  readonly metadata?: ResourceMetadata | undefined;
  /**
   * Schemes of `Authorization` in which a token may come, best known first.
   * Default: `Bearer` alone.
   */
  readonly schemes?: readonly AuthScheme[] | undefined;
}

/** A scheme of the header `Authorization`. */
export interface AuthScheme {
  /** Such as `Bearer` or `DPoP`. */
  readonly name: string;
  /** What a challenge says of it, such as `algs="ES256"`. */
  readonly params?: string | undefined;
}

export interface ResourceMetadata {
  /** Address of this server's endpoint, as clients see it. */
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported?: readonly string[] | undefined;
  readonly [name: string]: unknown;
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

const BEARER: AuthScheme = { name: "Bearer" };

function schemesOf(auth: HttpAuth | undefined): readonly AuthScheme[] {
  return auth?.schemes ?? [BEARER];
}

/** The token in an `Authorization` header, and its scheme. */
export function credentialsOf(
  request: HttpRequest,
  auth: HttpAuth,
): { readonly scheme: AuthScheme; readonly token: string } | undefined {
  const value = request.header("authorization") ?? "";
  const [, name = "", token] =
    /^([A-Za-z]+) +([A-Za-z0-9._~+/-]+=*) *$/.exec(value) ?? [];
  const scheme = schemesOf(auth).find(
    (one) => one.name.toLowerCase() === name.toLowerCase(),
  );
  return token && scheme ? { scheme, token } : undefined;
}

/** Whether there is a token in the address, from where it gets into logs. */
export function hasTokenInQuery({ target }: HttpRequest): boolean {
  const [, query] = target.split("?");
  return new URLSearchParams(query).has("access_token");
}

/** Where an endpoint is, and who may use it. */
export interface Guarded {
  readonly auth: HttpAuth | undefined;
  readonly path: string;
  readonly ssePath: string;
}

/**
 * The metadata, when `at` is where they are to be found: RFC 9728 puts them before
 * the path of the resource. In front of that may stand what a proxy or a router
 * left of a longer path.
 */
export function metadataAt(
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
 * The address of the metadata, as clients see it. What the resource has in front
 * of the endpoint's path was taken off by a proxy or a router, and they hand on
 * nothing else.
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
 * The `WWW-Authenticate` header of a refusal: for the scheme in which a token came,
 * and the names of those that a client could use instead.
 */
export function challenge(
  { auth, path }: Guarded,
  used?: AuthScheme,
  { code, message }: Partial<Pick<AuthError, "code" | "message">> = {},
  scopes: readonly string[] = auth?.metadata?.scopes_supported ?? [],
): HttpHeaders {
  const params: string[] = [];
  if (code !== undefined) params.push(`error="${code}"`);
  // RFC 6750 takes no quotes, no backslashes, and ASCII alone.
  const text = message?.replace(/[^ !#-[\]-~]/g, "?");
  if (text !== undefined) params.push(`error_description="${text}"`);
  if (scopes.length > 0) params.push(`scope="${scopes.join(" ")}"`);
  if (auth?.metadata !== undefined) {
    const address = metadataAddress(auth.metadata, path);
    params.push(`resource_metadata="${address}"`);
  }
  const schemes = schemesOf(auth);
  const from = used ? schemes.indexOf(used) : 0;
  const parts = schemes.slice(from).map(({ name, params: own }, at) => {
    const list = [...(at === 0 ? params : []), ...(own ? [own] : [])];
    return list.length === 0 ? name : `${name} ${list.join(", ")}`;
  });
  return { "www-authenticate": parts.join(", ") };
}

/** What a refused request is answered. */
export function unauthorized(
  settings: Guarded,
  used: AuthScheme | undefined,
  error: AuthError,
): Refusal {
  const { status, message, headers } = error;
  const asked = status === 503 ? {} : challenge(settings, used, error);
  return { status, message, headers: { ...asked, ...headers } };
}

/** Scopes that a message needs, or those of a batch. */
export function neededScopes(
  auth: HttpAuth,
  message: unknown,
): readonly string[] {
  const messages: readonly unknown[] = Array.isArray(message)
    ? message
    : [message];
  return messages.flatMap((one) => auth.scopes?.(one) ?? []);
}

/** Those of the scopes that a principal does not have. */
export function missingScopes(
  principal: Principal | undefined,
  needed: readonly string[],
): readonly string[] {
  return needed.filter((scope) => !principal?.scopes?.includes(scope));
}

/**
 * Refuses a request whose sender lacks some of the scopes it needs, as RFC 6750
 * has it; false when it lacks none.
 */
export function lacksScopes(
  settings: Guarded,
  caller: HttpCaller,
  needed: readonly string[],
  id: RequestId | undefined,
  refuse: (refusal: Refusal) => void,
): boolean {
  caller.needed = needed;
  if (settings.auth === undefined) return false;
  const { principal, scheme } = caller;
  const missing = missingScopes(principal, needed);
  if (missing.length === 0) return false;
  // What a client was granted for other requests it would lose by asking for
  // these alone.
  const offered = settings.auth.metadata?.scopes_supported ?? [];
  const kept = offered.filter((scope) => principal?.scopes?.includes(scope));
  const all = [...new Set([...kept, ...needed])];
  const error = { code: "insufficient_scope" };
  const headers = challenge(settings, scheme, error, all);
  const message = `This needs the scope ${[...new Set(missing)].join(" ")}`;
  refuse({ status: 403, message, id, headers });
  return true;
}
