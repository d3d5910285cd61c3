/**
 * Protection of an MCP server by access tokens, independent of how the tokens
 * are verified.
 */
import { AuthError } from "../../http/security/auth-error.js";
import { isObject } from "../../validation/guards.js";
import { requireSafeUrl } from "../web.js";
import { getTokenScopes } from "./claims.js";
import type {
  AuthScheme,
  HttpAuth,
  ResourceMetadata,
} from "../../http/security/auth.js";
import type { Fetch } from "../../http/client/received.js";
import type { HttpRequest } from "../../http/types.js";
import type { Principal } from "../../transport/transport.js";
import type { JsonDocument } from "../web.js";
import type { ExpectedClaims } from "./claims.js";

/** Options common to {@link jwt} and {@link introspection}. */
export interface ProtectedOptions {
  /**
   * Issuer identifier of the authorization server, exactly as in its metadata
   * (`issuer`) and its tokens (`iss`).
   */
  readonly issuer: string;
  /**
   * Accepted values of the token's `aud` claim. The claim must contain one of
   * these values. MCP's authorization specification requires the URL of the
   * server's endpoint as clients see it (RFC 8707).
   */
  readonly audience: string | readonly string[];
  /**
   * URL of this server as clients see it, for the protected resource metadata
   * (RFC 9728).
   * @default the first `audience` that is an `http` or `https` URL
   */
  readonly resource?: string | undefined;
  /**
   * Scopes that clients should request at first, listed as `scopes_supported`
   * in the metadata (RFC 9728). The server does not require these scopes: use
   * `needs` for that.
   */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Function that returns the scopes that a message requires, such as the
   * result of {@link scopesFor}.
   * @default no scopes are required
   */
  readonly needs?: HttpAuth["scopes"];
  /**
   * Additional scopes that each scope includes. With `{ "files": ["files:read"]
   * }`, a token with `files` also has `files:read`.
   */
  readonly implies?:
    { readonly [scope: string]: readonly string[] } | undefined;
  /**
   * Function that converts the claims of a valid token to the value of
   * `ctx.auth` in handlers. If the function returns `undefined`, the token is
   * rejected.
   * @default a principal with `subject`, `scopes`, `clientId` and `claims`
   */
  readonly principal?:
    | ((
        claims: JsonDocument,
      ) => Principal | undefined | Promise<Principal | undefined>)
    | undefined;
  /**
   * Additional members of the protected resource metadata (RFC 9728), such as
   * `resource_name`.
   */
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
  /**
   * Allowed clock difference between the issuer and this server, in seconds.
   * @default 60
   */
  readonly skew?: number | undefined;
  /**
   * Result of {@link dpopProofs}, to accept tokens that are bound to a key of
   * the client (RFC 9449).
   * @default key-bound tokens are rejected
   */
  readonly dpop?: ProofOfPossession | undefined;
  /**
   * Function that sends requests to the authorization server.
   * @default the global `fetch`
   */
  readonly fetch?: Fetch | undefined;
}

/**
 * Verifier of key-bound tokens: checks that the sender of a token holds the key
 * to which the token is bound.
 */
export interface ProofOfPossession {
  readonly scheme: AuthScheme;
  /** Whether tokens that are not bound to a key are rejected. */
  readonly required: boolean;
  /** Members that this verification adds to the protected resource metadata. */
  readonly metadata: { readonly [name: string]: unknown };
  /**
   * Verifies the DPoP proof of a request.
   *
   * @param thumbprint Thumbprint of the key to which the token is bound (RFC
   *   7638).
   * @throws AuthError when the request has no valid proof of that key.
   */
  check(
    request: HttpRequest,
    token: string,
    thumbprint: string,
    resource: string,
  ): Promise<void>;
}

/**
 * Validates the options that describe expected claims.
 *
 * @throws TypeError when `audience` is missing.
 * @throws RangeError when `skew` is negative.
 * @throws OAuthError `unsafe_address` when `issuer` is not a safe URL.
 */
export function parseExpectedClaims({
  issuer,
  audience,
  skew = 60,
}: ProtectedOptions): ExpectedClaims {
  requireSafeUrl(issuer, issuer, "issuer");
  const audiences = [audience].flat().filter((value) => value !== "");
  if (audiences.length === 0)
    throw new TypeError("The option `audience` is missing");
  if (!(skew >= 0))
    throw new RangeError("The option `skew` must not be negative");
  return { issuer, audiences, skew };
}

/**
 * Creates the `auth` option of an HTTP server from a function that verifies
 * tokens.
 *
 * @param claimsOf Returns the claims of a valid token; throws an AuthError for
 *   an invalid token.
 * @throws TypeError when `resource` is missing, or `scopes` contains
 *   `offline_access`.
 */
export function protectResource(
  options: ProtectedOptions,
  rules: ExpectedClaims,
  claimsOf: (token: string) => Promise<JsonDocument>,
): HttpAuth {
  const { dpop, needs, principal = createPrincipal } = options;
  const metadata = createResourceMetadata(options, rules);
  const { resource } = metadata;
  const bearer: AuthScheme = { name: "Bearer" };
  return {
    async verify(token, request) {
      const claims = await claimsOf(token);
      await checkBinding(claims.cnf, dpop, token, request, resource);
      const who = await principal(claims);
      // Test for any falsy value: programs without TypeScript may return `null`
      // instead of `undefined`.
      if (!who)
        throw new AuthError(
          "The token has no subject or is not accepted by this server",
        );
      return { ...who, scopes: addImpliedScopes(who.scopes, options.implies) };
    },
    ...(needs && { scopes: needs }),
    metadata,
    ...(dpop && { schemes: [...(dpop.required ? [] : [bearer]), dpop.scheme] }),
  };
}

function createResourceMetadata(
  { scopes, dpop, metadata, ...options }: ProtectedOptions,
  { issuer, audiences }: ExpectedClaims,
): ResourceMetadata {
  const resource = options.resource ?? audiences.find(isHttp);
  if (resource === undefined || !isHttp(resource)) {
    throw new TypeError(
      "resource must be the URL of the server, because no audience is an http or https URL",
    );
  }
  // The scope `offline_access` asks the authorization server for a refresh
  // token. It grants no permission on this server.
  if (scopes?.includes("offline_access")) {
    throw new TypeError(
      "scopes must not contain offline_access, which is a scope of the authorization server",
    );
  }
  return {
    resource,
    authorization_servers: [issuer],
    ...(scopes && { scopes_supported: scopes }),
    bearer_methods_supported: ["header"],
    ...dpop?.metadata,
    ...metadata,
  };
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/**
 * Returns the principal of a token. If the token has no `sub` claim, the
 * principal's subject is the client identifier.
 */
function createPrincipal(claims: JsonDocument): Principal | undefined {
  const { sub } = claims;
  const clientId = claims.client_id ?? claims.azp;
  const subject = sub ?? clientId;
  if (typeof subject !== "string" || subject === "") return undefined;
  // If a program adds required members to `Principal`, its own `principal`
  // function must provide them.
  const who: JsonDocument = {
    subject,
    scopes: getTokenScopes(claims),
    clientId,
    claims,
  };
  return who as Principal;
}

/**
 * Verifies the key binding of a token (`cnf` claim, RFC 7800).
 *
 * @throws AuthError when a bound token comes without a valid proof, or the
 *   server accepts only bound tokens and the token is not bound.
 */
async function checkBinding(
  bound: unknown,
  dpop: ProofOfPossession | undefined,
  token: string,
  request: HttpRequest,
  resource: string,
): Promise<void> {
  const shown = request.header("authorization")?.split(" ")[0]?.toLowerCase();
  const isProof = shown === dpop?.scheme.name.toLowerCase();
  if (bound === undefined) {
    if (isProof || dpop?.required) {
      throw new AuthError("The token is not bound to a key");
    }
    return;
  }
  const { jkt, ...others }: JsonDocument = isObject(bound) ? bound : {};
  if (typeof jkt !== "string" || Object.keys(others).length > 0) {
    throw new AuthError(
      "The token is bound by an unsupported confirmation method (cnf)",
    );
  }
  if (dpop === undefined) {
    throw new AuthError(
      "Tokens that are bound to a key are not accepted: the option `dpop` is not set",
    );
  }
  if (!isProof)
    throw new AuthError(
      "The token is bound to a key: send it with the DPoP scheme and a proof",
    );
  await dpop.check(request, token, jkt, resource);
}

function addImpliedScopes(
  scopes: readonly string[] = [],
  implies: ProtectedOptions["implies"] = {},
): readonly string[] {
  const all = new Set(scopes);
  // A `for` loop over a Set also visits scopes that are added during the loop.
  // Therefore, the loop also finds indirectly included scopes.
  for (const scope of all) {
    if (!Object.hasOwn(implies, scope)) continue;
    for (const implied of implies[scope] ?? []) all.add(implied);
  }
  return [...all];
}
