/** Token requests that authenticate as the client registered at the issuer. */
import { withoutSecrets } from "../../http/client/redirect.js";
import { OAuthError } from "../errors.js";
import {
  findOrRegisterClient,
  forgetClient,
  lastRedirectUri,
} from "./registration.js";
import { isFromEndpoint, requestTokens } from "./token.js";
import type { TokenPermit } from "./permit/permit.js";
import type { TokenEntry } from "./stored-tokens.js";
import type { OAuthClient, Tokens } from "./types.js";
import type { Grant, GrantRequest, OAuthOptions } from "./options.js";
import type { OAuthStore } from "./stores/store.js";

/** State shared by all servers of one `oauth()` client. */
export interface OAuthState {
  readonly store: OAuthStore;
  readonly options: OAuthOptions;
  readonly grant: Grant;
  /**
   * Store entries of sign-ins, by issuer. The refresh token of a sign-in may
   * obtain tokens for other servers with the same issuer.
   */
  readonly signIns: Map<string, TokenEntry>;
  /**
   * Queues a function. It runs after all functions that were queued before for
   * the same issuer have finished.
   */
  enqueue<T>(issuer: string, run: () => Promise<T>): Promise<T>;
}

/**
 * MCP server for which tokens are requested. `permit` names its authorization
 * server and resource.
 */
export interface TokenRequestContext {
  readonly url: string;
  readonly permit: TokenPermit;
  readonly oauthState: OAuthState;
}

/** Creates the input of a grant: a request for tokens with the given scopes. */
export function createGrantRequest(
  { url, permit, oauthState }: TokenRequestContext,
  scopes: readonly string[],
  signal: AbortSignal,
): GrantRequest {
  const { store, options, grant } = oauthState;
  const { authorizationServer: server, resource } = permit;
  const { issuer } = server;
  return {
    server: withoutSecrets(url),
    name: undefined,
    issuer,
    scopes,
    signal,
    options,
    permit,
    authorizationServer: server,
    resource,
    client: (redirectUri) =>
      findOrRegisterClient(
        { server, store, options, grant, signal },
        redirectUri,
      ),
    lastRedirectUri: () => lastRedirectUri(store, issuer),
    token: async (client, parameters) =>
      permit.accept(
        await requestAsClient(permit, oauthState, client, parameters, signal),
      ),
  };
}

/**
 * Sends a request to the token endpoint. If the issuer no longer knows the
 * client, the client's registration is deleted from the store.
 */
async function requestAsClient(
  permit: TokenPermit,
  { options, store }: OAuthState,
  client: OAuthClient,
  parameters: { readonly [name: string]: string },
  signal: AbortSignal,
): Promise<Tokens> {
  try {
    return await requestTokens(permit, client, parameters, options, signal);
  } catch (error) {
    const { reason } = error as Partial<OAuthError>;
    const { issuer } = permit.authorizationServer;
    if (reason === "invalid_client")
      await forgetClient(store, issuer, client.id);
    throw error;
  }
}

/**
 * Returns a function that obtains tokens with the refresh token of `tokens`.
 * The function fails if the token endpoint or the client registration has
 * changed, because a refresh token works only for the client that received it.
 * The function does not check the audience of the new tokens, so the caller has
 * to check it.
 */
export function createRefresh(
  context: TokenRequestContext,
  tokens: Tokens,
  scopes: readonly string[],
): (refreshToken: string) => Promise<Tokens> {
  // Never cancel a refresh request: the response may contain a new refresh
  // token, which would be lost.
  const { signal } = new AbortController();
  const request = createGrantRequest(context, scopes, signal);
  return async (refreshToken) => {
    const client = await request.client(await request.lastRedirectUri());
    if (!isFromEndpoint(tokens, request.authorizationServer)) {
      const text = `${request.issuer} names another token endpoint than when the tokens were issued`;
      throw new OAuthError("other_issuer", text);
    }
    if (client.id !== tokens.clientId) {
      const text = `The client registered at ${request.issuer} has changed since the tokens were issued`;
      throw new OAuthError("no_client", text);
    }
    const parameters = {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    };
    const { permit, oauthState } = context;
    return requestAsClient(permit, oauthState, client, parameters, signal);
  };
}
