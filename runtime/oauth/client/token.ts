/** The token endpoint: RFC 6749 and OAuth 2.1. */
import { OAuthError } from "../errors.js";
import {
  askDocument,
  basicAuthorization,
  type DocumentAnswer,
  type Document,
} from "../web.js";
import type { OAuthOptions } from "./options.js";
import type { AuthorizationServer, OAuthClient, Tokens } from "./types.js";

/** How long before its end a token is renewed at most, in milliseconds. */
const RENEWED_BEFORE = 10_000;

/** Ways to prove with a secret who a client is. */
export const BASIC = "client_secret_basic";
export const POST = "client_secret_post";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/**
 * Asks for tokens in the name of a client.
 *
 * @throws OAuthError with the server's reason when it refuses.
 */
export async function requestTokens(
  server: AuthorizationServer,
  client: OAuthClient,
  parameters: { readonly [name: string]: string },
  options: OAuthOptions,
  signal: AbortSignal,
): Promise<Tokens> {
  const { answer, proven } = await askAs(
    server.tokenEndpoint,
    server,
    client,
    parameters,
    options,
    signal,
  );
  const found = successOf(answer, server.issuer);
  // RFC 6749, 5.1: tokens are in an answer of 200, and in no other.
  if (answer.status !== 200) {
    const text = `${server.issuer} answered ${answer.status}, not 200`;
    throw new OAuthError("invalid_answer", text);
  }
  return tokensIn(found, client.id, proven);
}

/** Sends a form to an endpoint of a server's, with what proves who the client is. */
export async function askAs(
  endpoint: string,
  server: AuthorizationServer,
  client: OAuthClient,
  parameters: { readonly [name: string]: string },
  { fetch, dpop }: OAuthOptions,
  signal: AbortSignal,
): Promise<{ answer: DocumentAnswer; proven: boolean }> {
  for (let again = false; ; again = true) {
    const form = new URLSearchParams(parameters);
    const headers = {
      ...(await proofOf(client, server, form)),
      ...(dpop && { dpop: await dpop.proof("POST", endpoint) }),
    };
    const asked = { fetch, signal, form, headers };
    const answer = await askDocument(endpoint, asked);
    const nonce = answer.headers.get("dpop-nonce");
    if (nonce !== null) dpop?.nonce(endpoint, nonce);
    const { error } = answer.document ?? {};
    const wanted = dpop && nonce !== null && error === "use_dpop_nonce";
    if (again || !wanted) return { answer, proven: dpop !== undefined };
  }
}

/** Says in the form who asks; the headers that belong to it. */
async function proofOf(
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
  // RFC 8414: where no ways are listed, it is this one.
  const basic = methods === undefined || methods.includes(BASIC);
  if ((method ?? (basic ? BASIC : POST)) === BASIC) {
    return { authorization: basicAuthorization(id, secret) };
  }
  form.set("client_id", id);
  form.set("client_secret", secret);
  return {};
}

/**
 * The document of an answer that is none of an error.
 *
 * @throws OAuthError with the server's reason, or `invalid_answer`.
 */
export function successOf(
  { status, document }: DocumentAnswer,
  issuer: string,
): Document {
  if (status >= 200 && status < 300 && document) return document;
  const { error, error_description: why } = document ?? {};
  if (typeof error === "string") throw refusedBy(issuer, error, why);
  const text = `${issuer} answered ${status} without a document`;
  throw new OAuthError("invalid_answer", text);
}

/** What an authorization server says when it refuses. */
export function refusedBy(
  issuer: string,
  error: string,
  why: unknown,
): OAuthError {
  // RFC 6749: printable ASCII; a log is not to show anything else.
  const shown = (text: string): string =>
    text.replace(/[^ -~]/g, "?").slice(0, 200);
  const said = typeof why === "string" ? `: ${shown(why)}` : "";
  const reason = shown(error);
  return new OAuthError(reason, `${issuer} refused: ${reason}${said}`);
}

function tokensIn(found: Document, clientId: string, proven: boolean): Tokens {
  const { access_token: accessToken, token_type: type } = found;
  const { expires_in: seconds, refresh_token: refreshToken, scope } = found;
  const bound = String(type).toLowerCase() === "dpop";
  const known = bound || String(type).toLowerCase() === "bearer";
  // What has other characters would end a header, or begin another one.
  if (!isToken(accessToken) || !known || bound !== proven) {
    const wanted = proven ? "token that is bound to its key" : "bearer token";
    throw new OAuthError("invalid_answer", `The answer has no ${wanted}`);
  }
  const lifetime = Number.parseFloat(String(seconds ?? 0)) * 1_000;
  // RFC 6749, 5.1: what is left out is left out, and never null.
  const isReadable =
    seconds !== null &&
    lifetime >= 0 &&
    Number.isFinite(lifetime) &&
    (refreshToken === undefined || isToken(refreshToken)) &&
    (scope === undefined || typeof scope === "string");
  if (!isReadable) {
    const text =
      "expires_in, refresh_token or scope in the answer cannot be read";
    throw new OAuthError("invalid_answer", text);
  }
  const early = Math.min(RENEWED_BEFORE, lifetime / 10);
  return {
    clientId,
    accessToken,
    type: bound ? "DPoP" : "Bearer",
    ...(seconds !== undefined && { expires: Date.now() + lifetime - early }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(scope !== undefined && { scopes: scopesIn(scope) }),
  };
}

function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}

/** The scopes in a text, each once. */
export function scopesIn(text: string | undefined): readonly string[] {
  return [...new Set(text?.split(" ").filter(Boolean))];
}
