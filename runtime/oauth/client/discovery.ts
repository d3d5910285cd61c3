/**
 * Discovery of the authorization server of an MCP server (RFC 9728, RFC 8414,
 * OpenID Connect Discovery).
 */
import { OAuthError } from "../errors.js";
import {
  createDocumentFetcher,
  fetchIssuerMetadata,
  isSameUrl,
  trimTrailingSlash,
  type FetchDocument,
} from "../issuer.js";
import { withoutSecrets } from "../../http/client/redirect.js";
import { describeUrl, requireSafeUrl, type JsonDocument } from "../web.js";
import type { OAuthOptions } from "./options.js";
import type { AuthorizationServer } from "./types.js";

/**
 * Result of discovery: the authorization server, and the resource for which to
 * request tokens.
 */
export interface AuthorizationTarget {
  readonly authorizationServer: AuthorizationServer;
  /**
   * Identifier of the resource, as in the MCP server's metadata. Sent as
   * `resource` in token requests (RFC 8707).
   */
  readonly resource: string;
  /** Scopes from the resource's metadata (`scopes_supported`). */
  readonly scopes: readonly string[] | undefined;
}

/**
 * Finds the authorization server of the MCP server at `url` and fetches the
 * metadata of the authorization server. Caches nothing, because an MCP server
 * may change to a different authorization server.
 *
 * @param metadata URL of the resource's metadata, if a `WWW-Authenticate`
 *   challenge contains one.
 * @throws OAuthError when no authorization server is found, or its metadata is
 *   not trustworthy.
 */
export async function findAuthorization(
  url: string,
  metadata: string | undefined,
  { fetch, credentials = [] }: OAuthOptions,
  signal: AbortSignal,
): Promise<AuthorizationTarget> {
  const ask = createDocumentFetcher({ fetch, signal });
  const resource = await fetchResourceMetadata(url, metadata, ask);
  if (resource === undefined) return getLegacyAuthorization(url, ask);
  const issuers = readStrings(resource.authorization_servers);
  const known = [credentials].flat().map(({ issuer }) => issuer);
  const issuer = issuers?.find((name) => known.includes(name)) ?? issuers?.[0];
  if (issuer === undefined)
    throw new OAuthError(
      "no_server",
      `The metadata of ${withoutSecrets(url)} names no authorization server`,
    );
  const authorizationServer = await fetchServerMetadata(issuer, url, ask);
  if (authorizationServer === undefined)
    throw new OAuthError(
      "no_metadata",
      `The authorization server ${issuer} publishes no metadata`,
    );
  return {
    authorizationServer,
    resource: resource.resource,
    scopes: readStrings(resource.scopes_supported),
  };
}

/**
 * Fetches the protected resource metadata (RFC 9728) of an MCP server. Returns
 * `undefined` if the server publishes no metadata and the `WWW-Authenticate`
 * challenge named no URL.
 *
 * @throws OAuthError `other_resource` when the metadata describes a different
 *   resource, or `no_metadata` when there is no document at the URL from the
 *   challenge.
 */
async function fetchResourceMetadata(
  url: string,
  named: string | undefined,
  ask: FetchDocument,
): Promise<(JsonDocument & { readonly resource: string }) | undefined> {
  const locations =
    named === undefined
      ? [...new Set([getMetadataUrl(url), getMetadataUrl(new URL(url).origin)])]
      : [requireSafeUrl(named, url, "The URL of the metadata").href];
  for (const location of locations) {
    const metadata = await ask(location);
    if (metadata === undefined) continue;
    const { resource } = metadata;
    const shown = describeUrl(location);
    const text = `The metadata at ${shown} is for the resource ${describeUrl(resource)}`;
    if (typeof resource !== "string" || !includesUrl(resource, url))
      throw new OAuthError(
        "other_resource",
        `${text}, not for ${withoutSecrets(url)}`,
      );
    const own = getMetadataUrl(resource);
    if (isSamePath(resource, url) || location === own)
      return { ...metadata, resource };
    // RFC 9728, section 3.3: on a shared host, the server at one path must not
    // claim the resource of the whole host. Therefore use only metadata that
    // the claimed resource itself publishes.
    const parent = await ask(own);
    if (typeof parent?.resource === "string")
      if (isSameUrl(parent.resource, resource))
        return { ...parent, resource: parent.resource };
    throw new OAuthError(
      "other_resource",
      `${text}, but that resource publishes no such metadata at ${own}`,
    );
  }
  if (named === undefined) return undefined;
  throw new OAuthError(
    "no_metadata",
    `The server publishes no resource metadata at ${describeUrl(locations[0])}`,
  );
}

/** Returns the well-known URL of a resource's metadata (RFC 9728, section 3). */
function getMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  const path = trimTrailingSlash(pathname);
  return `${origin}/.well-known/oauth-protected-resource${path}`;
}

function isSamePath(left: string, right: string): boolean {
  return isSameUrl(withoutSecrets(left), withoutSecrets(right));
}

/**
 * Returns whether a resource identifier is the URL of the MCP server, or a
 * parent path of that URL on the same origin.
 */
function includesUrl(resource: string, url: string): boolean {
  if (!URL.canParse(resource)) return false;
  const whole = new URL(resource);
  const part = new URL(url);
  const path = trimTrailingSlash(whole.pathname);
  return (
    whole.origin === part.origin &&
    whole.hash === "" &&
    (whole.search === "" || whole.search === part.search) &&
    (trimTrailingSlash(part.pathname) === path ||
      part.pathname.startsWith(`${path}/`))
  );
}

/**
 * Fetches and validates the metadata of an authorization server. Returns
 * `undefined` if the authorization server has no metadata.
 *
 * @throws OAuthError when the metadata names a different issuer, or contains a
 *   URL that is not safe.
 */
async function fetchServerMetadata(
  issuer: string,
  from: string,
  ask: FetchDocument,
  names: readonly string[] = [issuer],
): Promise<AuthorizationServer | undefined> {
  requireSafeUrl(issuer, from, "The issuer");
  const metadata = await fetchIssuerMetadata(issuer, ask, names);
  return (
    metadata && parseServerMetadata(metadata, String(metadata.issuer), from)
  );
}

function parseServerMetadata(
  metadata: JsonDocument,
  issuer: string,
  from: string,
): AuthorizationServer {
  const endpoint = (name: string): string | undefined =>
    metadata[name] === undefined
      ? undefined
      : requireSafeUrl(metadata[name], from, `${name} of ${issuer}`).href;
  const tokenEndpoint = endpoint("token_endpoint");
  if (tokenEndpoint === undefined)
    throw new OAuthError(
      "no_metadata",
      `The metadata of ${issuer} has no token_endpoint`,
    );
  const challenges = readStrings(metadata.code_challenge_methods_supported);
  return {
    issuer,
    tokenEndpoint,
    authorizationEndpoint: endpoint("authorization_endpoint"),
    registrationEndpoint: endpoint("registration_endpoint"),
    deviceEndpoint: endpoint("device_authorization_endpoint"),
    scopes: readStrings(metadata.scopes_supported) ?? [],
    resources: readStrings(metadata.protected_resources),
    methods: readStrings(metadata.token_endpoint_auth_methods_supported),
    grants: readStrings(metadata.grant_types_supported),
    hasPkce: challenges?.includes("S256") ?? false,
    takesDocuments: metadata.client_id_metadata_document_supported === true,
    saysIssuer:
      metadata.authorization_response_iss_parameter_supported === true,
  };
}

/**
 * Returns the fallback that the first MCP revision with authorization defines:
 * an MCP server without resource metadata is also the authorization server. If
 * there is no authorization server metadata either, the default endpoint paths
 * of that revision are used.
 */
async function getLegacyAuthorization(
  url: string,
  ask: FetchDocument,
): Promise<AuthorizationTarget> {
  const { origin: issuer, pathname } = new URL(url);
  requireSafeUrl(issuer, url, "The server");
  // Accept the issuer with and without a trailing slash. The issuer is only
  // derived from the URL here, and servers built with the official SDK add a
  // slash.
  const names = [issuer, `${issuer}/`];
  const metadata = await fetchServerMetadata(issuer, url, ask, names);
  const authorizationServer = metadata ?? {
    issuer,
    authorizationEndpoint: `${issuer}/authorize`,
    tokenEndpoint: `${issuer}/token`,
    registrationEndpoint: `${issuer}/register`,
    deviceEndpoint: undefined,
    scopes: [],
    resources: undefined,
    methods: undefined,
    grants: undefined,
    hasPkce: true,
    takesDocuments: false,
    saysIssuer: false,
  };
  const resource = issuer + trimTrailingSlash(pathname);
  return { authorizationServer, resource, scopes: undefined };
}

function readStrings(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === "string")
    ? (value as readonly string[])
    : undefined;
}
