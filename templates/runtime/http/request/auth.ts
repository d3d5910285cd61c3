import type { Account } from "../../connection/quota/ledger.js";
import type { RequestId } from "../../connection/json-rpc/messages.js";
import type { Refusal } from "../server/messages.js";
import type { HttpHeaders, HttpRequest } from "../types.js";

/** Who proved to send a request; handlers get it as `ctx.auth`. */
export interface Principal {
  /** Unique among principals; sessions are bound to it. */
  readonly subject: string;
  /** What the token allows. Default: nothing that needs a scope. */
  readonly scopes?: readonly string[] | undefined;
  readonly [name: string]: unknown;
}

/** Who sends a request. */
export interface HttpCaller {
  /** What handlers get as `ctx.auth`. */
  readonly principal: Principal | undefined;
  /** Who sessions belong to. */
  readonly subject: string | undefined;
  /** What it counts for. */
  readonly account: Account;
  /** Scopes that the request turned out to need. */
  needed: readonly string[];
}

/** How requests prove who sends them. */
export interface HttpAuth {
  /**
   * Who the bearer of a token is; undefined when it is not valid for this
   * server. It has to check that the token was issued for this server. What it
   * throws refuses the token too, and goes to `onError`. It is asked again, every
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
}

export interface ResourceMetadata {
  /** Address of this server's endpoint, as clients see it. */
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported?: readonly string[] | undefined;
  readonly [name: string]: unknown;
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** The token in an `Authorization` header. */
export function bearerOf(request: HttpRequest): string | undefined {
  const value = request.header("authorization");
  if (value === undefined) return undefined;
  return /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(value)?.[1];
}

/** Whether `path` is where the metadata is to be found. */
export function isMetadataPath(path: string, endpoint: string): boolean {
  return path === WELL_KNOWN || path === `${WELL_KNOWN}${endpoint}`;
}

/** The `WWW-Authenticate` header of a 401 or 403. */
export function challenge(
  { metadata }: HttpAuth,
  error?: "invalid_token" | "insufficient_scope",
  scopes: readonly string[] = metadata?.scopes_supported ?? [],
): HttpHeaders {
  const parts: string[] = [];
  if (error !== undefined) parts.push(`error="${error}"`);
  if (scopes.length > 0) parts.push(`scope="${scopes.join(" ")}"`);
  if (metadata !== undefined) {
    const { origin, pathname } = new URL(metadata.resource);
    const path = pathname === "/" ? "" : pathname;
    parts.push(`resource_metadata="${origin}${WELL_KNOWN}${path}"`);
  }
  const list = parts.length === 0 ? "" : ` ${parts.join(", ")}`;
  return { "www-authenticate": `Bearer${list}` };
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
  auth: HttpAuth | undefined,
  caller: HttpCaller,
  needed: readonly string[],
  id: RequestId | undefined,
  refuse: (refusal: Refusal) => void,
): boolean {
  caller.needed = needed;
  const missing = missingScopes(caller.principal, needed);
  if (auth === undefined || missing.length === 0) return false;
  const scopes = [...new Set(missing)];
  const headers = challenge(auth, "insufficient_scope", scopes);
  const message = `This needs the scope ${scopes.join(" ")}`;
  refuse({ status: 403, message, id, headers });
  return true;
}
