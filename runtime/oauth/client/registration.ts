/** Who the client is, for an authorization server. */
import { OAuthError } from "../errors.js";
import { askDocument, documentIn, isLoopback } from "../web.js";
import { BASIC, POST, successOf } from "./token.js";
import type {
  AuthorizationServer,
  OAuthClient,
  OAuthCredentials,
} from "./types.js";
import type { Grant, OAuthOptions } from "./options.js";
import type { OAuthStore } from "./stores/store.js";

/** A client that registered itself, as it is kept. */
interface Registered extends OAuthClient {
  readonly redirectUri: string | undefined;
  /** In milliseconds since 1970. */
  readonly expires?: number | undefined;
}

/** What a registration needs. */
export interface Registration {
  readonly server: AuthorizationServer;
  readonly store: OAuthStore;
  readonly options: OAuthOptions;
  readonly grant: Grant;
  readonly signal: AbortSignal;
}

/**
 * The client in the order of the specification: credentials that were given, the
 * document that describes it, what was registered before, a new registration. What
 * one issuer gave is never shown to another.
 *
 * @param redirectUri Where the client comes back to; without, it is the client
 *   of before.
 * @throws OAuthError `no_client` when the server knows none of these ways.
 */
export async function clientFor(
  registration: Registration,
  redirectUri: string | undefined,
): Promise<OAuthClient> {
  const { server, options, grant, store } = registration;
  const { issuer } = server;
  const given = [options.credentials ?? []].flat();
  const own =
    given.find((one) => one.issuer === issuer) ??
    (await ofFirstIssuer(given, registration));
  if (own) return own;
  const { clientMetadataUrl } = options;
  if (clientMetadataUrl !== undefined && server.takesDocuments)
    return { id: clientMetadataUrl, method: "none" };
  const known = await registered(store, issuer);
  const same = redirectUri === undefined || known?.redirectUri === redirectUri;
  if (known && same && !(Date.now() >= (known.expires ?? Infinity)))
    return known;
  const endpoint = server.registrationEndpoint;
  if (endpoint === undefined || !grant.asksUser) {
    const why = given.length > 0 ? ": those given are of another" : "";
    const text = `${issuer} needs credentials of a client${why}`;
    throw new OAuthError("no_client", text);
  }
  const made = await register(endpoint, registration, redirectUri);
  // Of two that register at once, the later one is kept; both are valid.
  const key = clientKey(issuer);
  await store.swap(key, await store.get(key), JSON.stringify(made));
  return made;
}

/** Where the client that registered with an issuer came back to. */
export async function lastRedirectUri(
  store: OAuthStore,
  issuer: string,
): Promise<string | undefined> {
  return (await registered(store, issuer))?.redirectUri;
}

/** A client that its issuer does not know any more is of no use. */
export async function forgetClient(
  store: OAuthStore,
  issuer: string,
  id: string,
): Promise<void> {
  const key = clientKey(issuer);
  const text = await store.get(key);
  if (text !== undefined && documentIn(text)?.id === id)
    await store.swap(key, text, undefined);
}

/** What another version of the program wrote counts as nothing. */
async function registered(
  store: OAuthStore,
  issuer: string,
): Promise<Registered | undefined> {
  const known = documentIn((await store.get(clientKey(issuer))) ?? "");
  return typeof known?.id === "string"
    ? (known as unknown as Registered)
    : undefined;
}

/**
 * Credentials that do not say whose they are belong to the issuer that was shown
 * them first: any server can name another one, and would get at the secret.
 */
async function ofFirstIssuer(
  given: readonly OAuthCredentials[],
  { store, server: { issuer } }: Registration,
): Promise<OAuthClient | undefined> {
  const free = given.find((one) => one.issuer === undefined);
  if (!free) return undefined;
  const key = `issuer of ${free.id}`;
  await store.swap(key, undefined, issuer);
  return (await store.get(key)) === issuer ? free : undefined;
}

/** Registrations belong to their issuer. */
function clientKey(issuer: string): string {
  return `client of ${issuer}`;
}

async function register(
  endpoint: string,
  { server, options, grant, signal }: Registration,
  redirectUri: string | undefined,
): Promise<Registered> {
  const { methods, grants = ["refresh_token"] } = server;
  const method =
    !methods || methods.includes("none")
      ? "none"
      : methods.find((one) => one === BASIC || one === POST);
  const native =
    redirectUri === undefined ||
    !redirectUri.startsWith("https:") ||
    isLoopback(new URL(redirectUri).hostname);
  const answer = await askDocument(endpoint, {
    fetch: options.fetch,
    signal,
    json: {
      client_name: options.clientName ?? "MCP client",
      ...(redirectUri !== undefined && { redirect_uris: [redirectUri] }),
      // An issuer without refresh tokens may refuse who wants them.
      grant_types: [
        ...grant.types,
        ...grants.filter((type) => type === "refresh_token"),
      ],
      response_types: redirectUri === undefined ? [] : ["code"],
      token_endpoint_auth_method: method,
      // OpenID Connect: one that is not `native` may not come back to loopback.
      application_type: native ? "native" : "web",
      ...options.clientMetadata,
    },
  });
  const found = successOf(answer, server.issuer);
  const { client_id: id, client_secret: secret } = found;
  const { client_secret_expires_at: end } = found;
  if (typeof id !== "string")
    throw new OAuthError(
      "invalid_answer",
      `${server.issuer} gave no client_id`,
    );
  const agreed = found.token_endpoint_auth_method ?? method;
  return {
    id,
    redirectUri,
    ...(typeof agreed === "string" && { method: agreed }),
    ...(typeof secret === "string" && { secret }),
    // RFC 7591: 0 means never.
    ...(typeof end === "number" && end > 0 && { expires: end * 1_000 }),
  };
}
