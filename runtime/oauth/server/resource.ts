/** What protects a server with tokens, however they are checked. */
import { AuthError } from "../../http/security/auth-error.js";
import { isObject } from "../../validation/guards.js";
import { safeAddress } from "../web.js";
import { scopesOf } from "./claims.js";
import type {
  AuthScheme,
  HttpAuth,
  ResourceMetadata,
} from "../../http/security/auth.js";
import type { Fetch } from "../../http/client/fetcher.js";
import type { HttpRequest } from "../../http/types.js";
import type { Principal } from "../../transport/transport.js";
import type { Document } from "../web.js";
import type { ClaimRules } from "./claims.js";

/** Options of {@link jwt} and {@link introspection} alike. */
export interface ProtectedOptions {
  /**
   * The authorization server, letter by letter as it names itself: `issuer` in its
   * metadata, `iss` in its tokens.
   */
  readonly issuer: string;
  /**
   * What a token must be meant for, `aud`: one of these. As the specification has
   * it, that is the address of the server's endpoint as clients see it.
   */
  readonly audience: string | readonly string[];
  /** That address, where no audience is it. Default: the first that is one. */
  readonly resource?: string | undefined;
  /**
   * Scopes that a client asks for at first, as the metadata lists them. They
   * are not required: that is what `needs` is for.
   */
  readonly scopes?: readonly string[] | undefined;
  /** Scopes that a message needs, such as `scopesFor(…)` gives. Default: none. */
  readonly needs?: HttpAuth["scopes"];
  /** Scopes that another has in it: `{ "files": ["files:read"] }`. */
  readonly implies?:
    { readonly [scope: string]: readonly string[] } | undefined;
  /**
   * What handlers get as `ctx.auth`, of the claims of a valid token; undefined
   * refuses it. Default: subject, scopes, `clientId` and `claims`.
   */
  readonly principal?:
    | ((
        claims: Document,
      ) => Principal | undefined | Promise<Principal | undefined>)
    | undefined;
  /** More members of the metadata, such as `resource_name`. */
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
  /** How far clocks may differ, in seconds. Default: 60. */
  readonly skew?: number | undefined;
  /** Takes tokens that are bound to a key of the client, as `dpop()` gives it. */
  readonly dpop?: ProofOfPossession | undefined;
  /** Asks the authorization server. Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** How the bearer of a token proves to have the key that it is bound to. */
export interface ProofOfPossession {
  readonly scheme: AuthScheme;
  /** Whether tokens that are bound to no key are refused. */
  readonly required: boolean;
  /** What it adds to the metadata. */
  readonly metadata: { readonly [name: string]: unknown };
  /** @throws AuthError when the request has no proof of the key with that digest. */
  check(
    request: HttpRequest,
    token: string,
    thumbprint: string,
    resource: string,
  ): Promise<void>;
}

/** @throws TypeError for options that cannot be meant. */
export function claimRules({
  issuer,
  audience,
  skew = 60,
}: ProtectedOptions): ClaimRules {
  safeAddress(issuer, issuer, "issuer");
  const audiences = [audience].flat().filter((one) => one !== "");
  if (audiences.length === 0) throw new TypeError("audience is missing");
  if (!(skew >= 0)) throw new RangeError("skew must not be negative");
  return { issuer, audiences, skew };
}

/**
 * Protects a server: `claimsOf` gives the claims of a token that is valid.
 *
 * @throws TypeError for options that cannot be meant.
 */
export function protectedBy(
  options: ProtectedOptions,
  rules: ClaimRules,
  claimsOf: (token: string) => Promise<Document>,
): HttpAuth {
  const { dpop, needs, principal = principalOf } = options;
  const metadata = metadataOf(options, rules);
  const { resource } = metadata;
  const bearer: AuthScheme = { name: "Bearer" };
  return {
    async verify(token, request) {
      const claims = await claimsOf(token);
      await checkBinding(claims.cnf, dpop, token, request, resource);
      const who = await principal(claims);
      // Programs without types may say null.
      if (!who) throw new AuthError("The token is of nobody");
      return { ...who, scopes: withImplied(who.scopes, options.implies) };
    },
    ...(needs && { scopes: needs }),
    metadata,
    ...(dpop && { schemes: [...(dpop.required ? [] : [bearer]), dpop.scheme] }),
  };
}

function metadataOf(
  { scopes, dpop, metadata, ...options }: ProtectedOptions,
  { issuer, audiences }: ClaimRules,
): ResourceMetadata {
  const resource = options.resource ?? audiences.find(isHttp);
  if (resource === undefined || !isHttp(resource)) {
    throw new TypeError(
      "resource must be the http address of the server, since no audience is",
    );
  }
  // It is between the client and the authorization server.
  if (scopes?.includes("offline_access")) {
    throw new TypeError("offline_access is no scope of a server");
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

/** Who a token is of. Without a subject it is the client's own. */
function principalOf(claims: Document): Principal | undefined {
  const { sub } = claims;
  const clientId = claims.client_id ?? claims.azp;
  const subject = sub ?? clientId;
  if (typeof subject !== "string" || subject === "") return undefined;
  // Who adds members to the interface has `principal` give them.
  const who: Document = {
    subject,
    scopes: scopesOf(claims),
    clientId,
    claims,
  };
  return who as Principal;
}

/** A token that is bound to a key is worth nothing without the key. */
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
  const { jkt, ...others }: Document = isObject(bound) ? bound : {};
  if (typeof jkt !== "string" || Object.keys(others).length > 0) {
    throw new AuthError("The token is bound in a way that is unknown here");
  }
  if (dpop === undefined) {
    throw new AuthError("Tokens that are bound to a key are not taken");
  }
  if (!isProof) throw new AuthError("The token needs a proof of its key");
  await dpop.check(request, token, jkt, resource);
}

function withImplied(
  scopes: readonly string[] = [],
  implies: ProtectedOptions["implies"] = {},
): readonly string[] {
  const all = new Set(scopes);
  // A set is walked through to what is added meanwhile.
  for (const scope of all) {
    if (!Object.hasOwn(implies, scope)) continue;
    for (const one of implies[scope] ?? []) all.add(one);
  }
  return [...all];
}
