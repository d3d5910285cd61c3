/** Requests to the token endpoint (RFC 6749, OAuth 2.1). */
import { cleanText } from "../../limits/text.js";
import { OAuthError } from "../errors.js";
import {
  requestDocument,
  encodeBasicAuth,
  type DocumentRequest,
  type DocumentResponse,
  type JsonDocument,
} from "../web.js";
import type { OAuthOptions } from "./options.js";
import type { TokenPermit } from "./permit/permit.js";
import type { AuthorizationServer, OAuthClient, Tokens } from "./types.js";

/**
 * Maximum time between the renewal of a token and its expiry, in milliseconds.
 */
const MAX_EARLY_RENEWAL = 10_000;

/**
 * Methods of client authentication with a secret
 * (`token_endpoint_auth_method`).
 */
export const BASIC = "client_secret_basic";
export const POST = "client_secret_post";

/** Token request parameters that have secret values. */
const SECRET_PARAMETERS: readonly string[] = [
  "code",
  "code_verifier",
  "device_code",
  "refresh_token",
  "client_secret",
  "client_assertion",
  "assertion",
  "subject_token",
];

/** Maximum length of a server's error code in a message, in characters. */
const MAX_ERROR_CODE = 100;

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/**
 * Sends a request to the token endpoint and returns the tokens.
 *
 * @throws OAuthError with the error code of the authorization server when it
 *   refuses, or `invalid_answer` when its response is invalid.
 */
export async function requestTokens(
  permit: TokenPermit,
  client: OAuthClient,
  parameters: { readonly [name: string]: string },
  options: OAuthOptions,
  signal: AbortSignal,
): Promise<Tokens> {
  const server = permit.authorizationServer;
  const { answer, proven } = await postAsClient(
    permit,
    server.tokenEndpoint,
    client,
    parameters,
    options,
    signal,
  );
  const response = requireSuccess(answer, server.issuer);
  // RFC 6749, section 5.1: a successful token response has status 200.
  if (answer.status !== 200) {
    const text = `${server.issuer} responded with status ${answer.status} instead of 200`;
    throw new OAuthError("invalid_answer", text);
  }
  return parseTokens(response, client.id, server, proven);
}

/** Returns whether an endpoint has the same origin as the token endpoint. */
export function hasOriginOfTokens(
  endpoint: string,
  { tokenEndpoint }: AuthorizationServer,
): boolean {
  return new URL(endpoint).origin === new URL(tokenEndpoint).origin;
}

/**
 * Returns whether the issuer still names the token endpoint that issued the
 * tokens. This check protects the refresh token: a malicious issuer could first
 * name the endpoint of an honest issuer, and later its own endpoint.
 */
export function isFromEndpoint(
  { endpoint }: Tokens,
  { tokenEndpoint }: AuthorizationServer,
): boolean {
  return endpoint === tokenEndpoint;
}

/**
 * Sends a form to an endpoint of the authorization server, with client
 * authentication and a DPoP proof if configured. Repeats the request once if
 * the server requires a DPoP nonce.
 */
export async function postAsClient(
  permit: TokenPermit,
  endpoint: string,
  client: OAuthClient,
  parameters: { readonly [name: string]: string },
  { fetch, dpop }: OAuthOptions,
  signal: AbortSignal,
): Promise<{ answer: DocumentResponse; proven: boolean }> {
  for (let again = false; ; again = true) {
    const form = new URLSearchParams(parameters);
    const headers = {
      ...(await authenticateClient(client, permit.authorizationServer, form)),
      ...(dpop && { dpop: await dpop.proof("POST", endpoint) }),
    };
    const secrets = client.secret === undefined ? [] : [client.secret];
    const documentRequest = { fetch, signal, form, headers, secrets };
    const answer = await postForm(permit, endpoint, documentRequest);
    const nonce = answer.headers.get("dpop-nonce");
    if (nonce !== null) dpop?.nonce(endpoint, nonce);
    const { error } = answer.document ?? {};
    const wanted = dpop && nonce !== null && error === "use_dpop_nonce";
    if (again || !wanted) return { answer, proven: dpop !== undefined };
  }
}

/**
 * Sends a form to an endpoint that issues tokens. Adds the resource of the
 * permit to the form. Every form with credentials must name this resource, so
 * it must be sent with this function.
 */
export function postForm(
  permit: TokenPermit,
  endpoint: string,
  request: DocumentRequest & { readonly form: URLSearchParams },
): Promise<DocumentResponse> {
  const { form, secrets = [] } = request;
  form.set("resource", permit.resource);
  const sent = SECRET_PARAMETERS.flatMap((name) => form.getAll(name));
  return requestDocument(endpoint, {
    ...request,
    secrets: [...secrets, ...sent],
  });
}

/**
 * Authenticates the client of a token request: adds its credentials to the
 * form, or returns them as headers.
 */
async function authenticateClient(
  { id, secret, assertion, method }: OAuthClient,
  { methods, issuer }: AuthorizationServer,
  form: URLSearchParams,
): Promise<{ [name: string]: string }> {
  if (assertion) {
    form.set("client_id", id);
    form.set("client_assertion_type", ASSERTION_TYPE);
    form.set("client_assertion", await assertion(id, issuer));
    return {};
  }
  if (secret === undefined || method === "none") {
    form.set("client_id", id);
    return {};
  }
  // RFC 8414, section 2: if the metadata lists no methods, the default is
  // `client_secret_basic`.
  const basic = methods === undefined || methods.includes(BASIC);
  if ((method ?? (basic ? BASIC : POST)) === BASIC) {
    return { authorization: encodeBasicAuth(id, secret) };
  }
  form.set("client_id", id);
  form.set("client_secret", secret);
  return {};
}

/**
 * Returns the JSON document of a successful response.
 *
 * @throws OAuthError with the error code of the authorization server, or
 *   `invalid_answer` when the response contains no JSON object.
 */
export function requireSuccess(
  { status, document }: DocumentResponse,
  issuer: string,
): JsonDocument {
  if (status >= 200 && status < 300 && document) return document;
  const { error, error_description: why } = document ?? {};
  if (typeof error === "string") throw createRefusal(issuer, error, why);
  const text = `${issuer} responded with status ${status} and without a JSON object`;
  throw new OAuthError("invalid_answer", text);
}

/**
 * Creates the error for a response in which the authorization server refuses a
 * request.
 */
export function createRefusal(
  issuer: string,
  error: string,
  why: unknown,
): OAuthError {
  const suffix = typeof why === "string" ? `: ${why}` : "";
  const reason = cleanText(error, MAX_ERROR_CODE);
  return new OAuthError(reason, `${issuer} refused: ${reason}${suffix}`);
}

function parseTokens(
  response: JsonDocument,
  clientId: string,
  { tokenEndpoint: endpoint }: AuthorizationServer,
  proven: boolean,
): Tokens {
  const { access_token: accessToken, token_type: type } = response;
  const { expires_in: seconds, refresh_token: refreshToken, scope } = response;
  const scheme = typeof type === "string" ? type.toLowerCase() : "";
  const bound = scheme === "dpop";
  const known = bound || scheme === "bearer";
  // Reject access tokens with characters other than printable ASCII: in a
  // header, such characters could end the value or inject a second header.
  if (!isTokenText(accessToken) || !known || bound !== proven) {
    const wanted = proven ? "token that is bound to its key" : "bearer token";
    throw new OAuthError(
      "invalid_answer",
      `The token response has no ${wanted}`,
    );
  }
  // RFC 6749, section 5.1: optional members of a response are omitted, never
  // `null`.
  const lifetime =
    typeof seconds === "object"
      ? Number.NaN
      : Number.parseFloat(String(seconds ?? 0)) * 1_000;
  const isReadable =
    lifetime >= 0 &&
    Number.isFinite(lifetime) &&
    (refreshToken === undefined || isTokenText(refreshToken)) &&
    (scope === undefined || typeof scope === "string");
  if (!isReadable) {
    const text =
      "expires_in, refresh_token or scope in the token response is invalid";
    throw new OAuthError("invalid_answer", text);
  }
  const early = Math.min(MAX_EARLY_RENEWAL, lifetime / 10);
  return {
    clientId,
    endpoint,
    accessToken,
    type: bound ? "DPoP" : "Bearer",
    ...(seconds !== undefined && { expires: Date.now() + lifetime - early }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(scope !== undefined && { scopes: parseScopes(scope) }),
  };
}

function isTokenText(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}

/** Splits a list of scopes at spaces and removes duplicates. */
export function parseScopes(text: string | undefined): readonly string[] {
  return [...new Set(text?.split(" ").filter(Boolean))];
}
