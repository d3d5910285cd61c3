/** The authorization code grant with PKCE, for a user with a browser. */
import { OAuthError } from "../errors.js";
import { isLoopback } from "../web.js";
import { randomText, sha256 } from "../base64url.js";
import { abortable } from "../../limits/timer.js";
import { listenForRedirect, type RedirectListener } from "./loopback.js";
import { refusedBy } from "./token.js";
import type { Tokens } from "./types.js";
import type { Grant, GrantRequest } from "./options.js";

/** How long the user may take, in milliseconds. */
const SIGN_IN_TIMEOUT = 300_000;

/** The grant of {@link oauth} where no other is given. */
export const codeGrant: Grant = {
  types: ["authorization_code"],
  asksUser: true,
  run: signIn,
};

async function signIn(request: GrantRequest): Promise<Tokens> {
  const { authorizationServer: server, options, resource, scopes } = request;
  const { open, signInTimeout = SIGN_IN_TIMEOUT } = options;
  const { issuer, authorizationEndpoint } = server;
  if (!open) throw new OAuthError("no_user", "oauth() needs `open` to sign in");
  if (authorizationEndpoint === undefined)
    throw new OAuthError("no_metadata", `${issuer} has no page to sign in`);
  if (!server.hasPkce)
    throw new OAuthError("no_pkce", `${issuer} does not offer PKCE with S256`);
  const limit = AbortSignal.timeout(signInTimeout);
  const signal = AbortSignal.any([request.signal, limit]);
  const state = randomText(32);
  const verifier = randomText(32);
  const listener = await listening(request, state);
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
      // OpenID Connect: without consent, no refresh token is given out.
      ...(scopes.includes("offline_access") && { prompt: "consent" }),
    };
    for (const [name, value] of Object.entries(parameters))
      page.searchParams.set(name, value);
    const shown = Promise.resolve(open(page.href, { ...request, signal }));
    const first = Promise.race([
      shown.then((address) => address ?? redirectedTo(listener)),
      ...(listener ? [listener.answer] : []),
    ]);
    const answer = await abortable(first, signal).catch((error: unknown) => {
      if (!limit.aborted) throw error;
      const text = `Nobody signed in within ${signInTimeout} ms`;
      throw new OAuthError("timeout", text);
    });
    return await request.token(client, {
      grant_type: "authorization_code",
      code: codeIn(answer, redirectUri, state, request),
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
  } finally {
    listener?.close();
  }
}

/** Listens where the browser comes back to, when that is this machine. */
async function listening(
  { options, lastRedirectUri }: GrantRequest,
  state: string,
): Promise<RedirectListener | undefined> {
  const { redirectUri } = options;
  if (redirectUri === undefined)
    // A client that registered can use its registration again at its old port.
    return listenForRedirect(await lastRedirectUri(), state, false);
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === "http:" && isLoopback(hostname)
    ? listenForRedirect(redirectUri, state, true)
    : undefined;
}

function redirectedTo(
  listener: RedirectListener | undefined,
): Promise<string> | string {
  if (listener) return listener.answer;
  const text = "`open` has to return the address that the browser came back to";
  throw new OAuthError("no_answer", text);
}

/**
 * The code in the address that the browser was redirected to. Nothing of an answer
 * is shown before it is known to be of this sign-in, and of this issuer (RFC 9207).
 *
 * @throws OAuthError `wrong_answer`, or the server's reason.
 */
function codeIn(
  address: string,
  redirectUri: string,
  state: string,
  { authorizationServer: { issuer, saysIssuer } }: GrantRequest,
): string {
  const wrong = (what: string): OAuthError =>
    new OAuthError("wrong_answer", `The browser came back with ${what}`);
  if (!URL.canParse(address)) throw wrong("no address");
  const { origin, pathname, searchParams } = new URL(address);
  const expected = new URL(redirectUri);
  if (origin + pathname !== expected.origin + expected.pathname)
    throw wrong("the address of another page");
  if (searchParams.get("state") !== state) throw wrong("another state");
  // RFC 6749, 3.1: else it would depend on the reader which one counts.
  for (const name of ["state", "iss", "error", "code"])
    if (searchParams.getAll(name).length > 1) throw wrong(`two of ${name}`);
  const named = searchParams.get("iss");
  if (named === null ? saysIssuer : named !== issuer)
    throw wrong(named === null ? "no issuer" : "another issuer");
  const error = searchParams.get("error");
  if (error !== null)
    throw refusedBy(issuer, error, searchParams.get("error_description"));
  // What came by way of the browser's history was never asked for.
  for (const name of ["token", "id_token"])
    if (searchParams.has(name)) throw wrong(`a ${name}`);
  const code = searchParams.get("code");
  if (!code) throw wrong("no code");
  return code;
}
