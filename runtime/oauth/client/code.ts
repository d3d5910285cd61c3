/** Authorization code grant with PKCE (RFC 7636), for users with a browser. */
import { OAuthError } from "../errors.js";
import { isLoopbackHost } from "../web.js";
import { randomBase64Url, sha256 } from "../base64url.js";
import { abortable } from "../../limits/timer.js";
import {
  listenForRedirect,
  type LoopbackPorts,
  type RedirectListener,
} from "./loopback.js";
import { createRefusal } from "./token.js";
import type { Tokens } from "./types.js";
import type { Grant, GrantRequest } from "./options.js";

/** Default time that the user has to sign in, in milliseconds. */
const SIGN_IN_TIMEOUT = 300_000;

/**
 * Creates the authorization code grant, which {@link oauth} uses by default.
 * Several sign-ins at different issuers can be in progress concurrently.
 */
export function codeGrant(): Grant {
  const ports: LoopbackPorts = new Map();
  return {
    types: ["authorization_code"],
    asksUser: true,
    run: (request) => signInWithBrowser(request, ports),
  };
}

async function signInWithBrowser(
  request: GrantRequest,
  ports: LoopbackPorts,
): Promise<Tokens> {
  const { authorizationServer: server, options, resource, scopes } = request;
  const { open, signInTimeout = SIGN_IN_TIMEOUT } = options;
  const { issuer, authorizationEndpoint } = server;
  if (!open)
    throw new OAuthError(
      "no_user",
      "oauth() needs the option `open` to sign in a user",
    );
  if (authorizationEndpoint === undefined)
    throw new OAuthError(
      "no_metadata",
      `The metadata of ${issuer} has no authorization_endpoint`,
    );
  if (!server.hasPkce)
    throw new OAuthError("no_pkce", `${issuer} does not offer PKCE with S256`);
  const limit = AbortSignal.timeout(signInTimeout);
  const signal = AbortSignal.any([request.signal, limit]);
  const state = randomBase64Url(32);
  const verifier = randomBase64Url(32);
  const listener = await listenIfLoopback(request, state, ports);
  try {
    const redirectUri = listener?.uri ?? options.redirectUri ?? "";
    const client = await request.client(redirectUri);
    const page = new URL(authorizationEndpoint);
    const parameters = {
      response_type: "code",
      client_id: client.id,
      redirect_uri: redirectUri,
      state,
      code_challenge: await sha256(verifier),
      code_challenge_method: "S256",
      resource,
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
      // OpenID Connect Core, section 11: without `prompt=consent`, the
      // authorization server ignores `offline_access` and issues no refresh
      // token.
      ...(scopes.includes("offline_access") && { prompt: "consent" }),
    };
    for (const [name, value] of Object.entries(parameters))
      page.searchParams.set(name, value);
    const shown = Promise.resolve(open(page.href, { ...request, signal }));
    const first = Promise.race([
      shown.then((address) => address ?? waitForRedirect(listener)),
      ...(listener ? [listener.answer] : []),
    ]);
    const answer = await abortable(first, signal).catch((error: unknown) => {
      if (!limit.aborted) throw error;
      const text = `The user did not sign in within ${signInTimeout} ms`;
      throw new OAuthError("timeout", text);
    });
    return await request.token(client, {
      grant_type: "authorization_code",
      code: parseRedirect(answer, redirectUri, state, request),
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
  } finally {
    listener?.close();
  }
}

/**
 * Starts a local listener for the browser's redirect. Returns `undefined` if
 * the configured redirect URI is not a loopback address.
 */
async function listenIfLoopback(
  { options, lastRedirectUri }: GrantRequest,
  state: string,
  ports: LoopbackPorts,
): Promise<RedirectListener | undefined> {
  const { redirectUri } = options;
  if (redirectUri === undefined)
    // Try to reuse the port of the last sign-in: the existing client
    // registration contains a redirect URI with that port.
    return listenForRedirect(await lastRedirectUri(), state, false);
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === "http:" && isLoopbackHost(hostname)
    ? listenForRedirect(redirectUri, state, true, ports)
    : undefined;
}

function waitForRedirect(
  listener: RedirectListener | undefined,
): Promise<string> | string {
  if (listener) return listener.answer;
  const text =
    "`open` must return the URL that the browser was redirected to, because `redirectUri` is not a loopback address";
  throw new OAuthError("no_answer", text);
}

/**
 * Returns the authorization code from the redirect URL that the browser opened.
 * Verifies `state` and `iss` (RFC 9207) before using any other parameter.
 *
 * @throws OAuthError `wrong_answer` for an invalid response, or the error code
 *   that the authorization server sent.
 */
function parseRedirect(
  address: string,
  redirectUri: string,
  state: string,
  { authorizationServer: { issuer, saysIssuer } }: GrantRequest,
): string {
  const wrong = (problem: string): OAuthError =>
    new OAuthError(
      "wrong_answer",
      `The redirect of the browser is invalid: ${problem}`,
    );
  if (!URL.canParse(address)) throw wrong("the redirect is not a URL");
  const { origin, pathname, searchParams } = new URL(address);
  const expected = new URL(redirectUri);
  if (origin + pathname !== expected.origin + expected.pathname)
    throw wrong("the URL is not the redirect URI");
  if (searchParams.get("state") !== state)
    throw wrong("state is not the state of this sign-in");
  // RFC 6749, section 3.1: parameters must not be repeated. Otherwise two
  // programs could read different values of the same parameter.
  for (const name of ["state", "iss", "error", "code"])
    if (searchParams.getAll(name).length > 1)
      throw wrong(`${name} occurs twice`);
  const named = searchParams.get("iss");
  if (named === null ? saysIssuer : named !== issuer)
    throw wrong(named === null ? "iss is missing" : "iss names another issuer");
  const error = searchParams.get("error");
  if (error !== null)
    throw createRefusal(issuer, error, searchParams.get("error_description"));
  // Reject tokens in the redirect: no implicit flow was requested, and URLs
  // remain in the browser's history.
  for (const name of ["token", "id_token"])
    if (searchParams.has(name)) throw wrong(`${name} is not allowed`);
  const code = searchParams.get("code");
  if (!code) throw wrong("code is missing");
  return code;
}
