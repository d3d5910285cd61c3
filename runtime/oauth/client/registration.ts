/**
 * Client identifiers for authorization servers: configured, stored or newly
 * registered.
 */
import { OAuthError } from "../errors.js";
import { requestDocument, parseDocument, isLoopbackHost } from "../web.js";
import { BASIC, POST, requireSuccess } from "./token.js";
import type {
  AuthorizationServer,
  OAuthClient,
  OAuthCredentials,
} from "./types.js";
import type { Grant, OAuthOptions } from "./options.js";
import type { OAuthStore } from "./stores/store.js";

/** Stored result of a dynamic registration (RFC 7591). */
interface StoredRegistration extends OAuthClient {
  readonly redirectUri: string | undefined;
  /** Expiry of the client secret, in milliseconds since 1970. */
  readonly expires?: number | undefined;
}

/** Inputs for `findOrRegisterClient`. */
export interface RegistrationContext {
  readonly server: AuthorizationServer;
  readonly store: OAuthStore;
  readonly options: OAuthOptions;
  readonly grant: Grant;
  readonly signal: AbortSignal;
}

/**
 * Returns the client for an authorization server. Tries the sources of client
 * identifiers in the order of MCP's specification: configured credentials, the
 * Client ID Metadata Document, a stored registration, a new dynamic
 * registration. Credentials of one issuer are never sent to another issuer.
 *
 * @param redirectUri Redirect URI that the client needs. If omitted, the
 *   redirect URI of the stored registration is kept.
 * @throws OAuthError `no_client` when the authorization server supports none of
 *   these sources.
 */
export async function findOrRegisterClient(
  registration: RegistrationContext,
  redirectUri: string | undefined,
): Promise<OAuthClient> {
  const { server, options, grant, store } = registration;
  const { issuer } = server;
  const given = [options.credentials ?? []].flat();
  const matching =
    given.find((credentials) => credentials.issuer === issuer) ??
    (await findUnboundCredentials(given, registration));
  if (matching) return matching;
  const { clientMetadataUrl } = options;
  if (clientMetadataUrl !== undefined && server.takesDocuments)
    return { id: clientMetadataUrl, method: "none" };
  const known = await readRegistration(store, issuer);
  const same = redirectUri === undefined || known?.redirectUri === redirectUri;
  if (known && same && !(Date.now() >= (known.expires ?? Infinity)))
    return known;
  const endpoint = server.registrationEndpoint;
  if (endpoint === undefined || !grant.asksUser) {
    const hint =
      given.length > 0
        ? ": the option credentials names other issuers only"
        : "";
    const text = `${issuer} requires a pre-registered client${hint}. Set the option \`credentials\` of oauth()`;
    throw new OAuthError("no_client", text);
  }
  const registered = await registerClient(endpoint, registration, redirectUri);
  // If two processes register at the same time, the store keeps the later
  // registration. The earlier registration stays valid at the issuer.
  const key = getClientKey(issuer);
  await store.swap(key, await store.get(key), JSON.stringify(registered));
  return registered;
}

/** Returns the redirect URI of the stored registration at an issuer. */
export async function lastRedirectUri(
  store: OAuthStore,
  issuer: string,
): Promise<string | undefined> {
  return (await readRegistration(store, issuer))?.redirectUri;
}

/**
 * Deletes a stored registration after the issuer has rejected the client as
 * unknown.
 */
export async function forgetClient(
  store: OAuthStore,
  issuer: string,
  id: string,
): Promise<void> {
  const key = getClientKey(issuer);
  const text = await store.get(key);
  if (text !== undefined && parseDocument(text)?.id === id)
    await store.swap(key, text, undefined);
}

/**
 * Reads a stored registration. Returns `undefined` if the stored value has an
 * unknown format, for example from a different version of the program.
 */
async function readRegistration(
  store: OAuthStore,
  issuer: string,
): Promise<StoredRegistration | undefined> {
  const known = parseDocument((await store.get(getClientKey(issuer))) ?? "");
  return typeof known?.id === "string"
    ? (known as unknown as StoredRegistration)
    : undefined;
}

/**
 * Returns the configured credentials that have no `issuer` option. The first
 * use binds the credentials to one issuer. Credentials that are bound to a
 * different issuer are not returned, because a malicious MCP server could
 * otherwise name its own issuer and receive the secret.
 */
async function findUnboundCredentials(
  given: readonly OAuthCredentials[],
  { store, server: { issuer } }: RegistrationContext,
): Promise<OAuthClient | undefined> {
  const unbound = given.find((credentials) => credentials.issuer === undefined);
  if (!unbound) return undefined;
  const key = `issuer of ${unbound.id}`;
  await store.swap(key, undefined, issuer);
  return (await store.get(key)) === issuer ? unbound : undefined;
}

/** Returns the store key of the registration at an issuer. */
function getClientKey(issuer: string): string {
  return `client of ${issuer}`;
}

async function registerClient(
  endpoint: string,
  { server, options, grant, signal }: RegistrationContext,
  redirectUri: string | undefined,
): Promise<StoredRegistration> {
  const { methods, grants = ["refresh_token"] } = server;
  const method =
    !methods || methods.includes("none")
      ? "none"
      : methods.find((name) => name === BASIC || name === POST);
  const native =
    redirectUri === undefined ||
    !redirectUri.startsWith("https:") ||
    isLoopbackHost(new URL(redirectUri).hostname);
  const answer = await requestDocument(endpoint, {
    fetch: options.fetch,
    signal,
    json: {
      client_name: options.clientName ?? "MCP client",
      ...(redirectUri !== undefined && { redirect_uris: [redirectUri] }),
      // Omit `refresh_token` if the issuer does not support this grant type,
      // because the issuer may then reject the registration.
      grant_types: [
        ...grant.types,
        ...grants.filter((type) => type === "refresh_token"),
      ],
      response_types: redirectUri === undefined ? [] : ["code"],
      token_endpoint_auth_method: method,
      // OpenID Connect Registration: only clients of type `native` may use
      // loopback redirect URIs.
      application_type: native ? "native" : "web",
      ...options.clientMetadata,
    },
  });
  const response = requireSuccess(answer, server.issuer);
  const { client_id: id, client_secret: secret } = response;
  const { client_secret_expires_at: expiry } = response;
  if (typeof id !== "string")
    throw new OAuthError(
      "invalid_answer",
      `${server.issuer} returned no client_id`,
    );
  const agreedMethod = response.token_endpoint_auth_method ?? method;
  return {
    id,
    redirectUri,
    ...(typeof agreedMethod === "string" && { method: agreedMethod }),
    ...(typeof secret === "string" && { secret }),
    // RFC 7591, section 3.2.1: 0 means that the secret never expires.
    ...(typeof expiry === "number" &&
      expiry > 0 && { expires: expiry * 1_000 }),
  };
}
