/** How tokens are asked for, in the name of the client that the issuer knows. */
import { withoutSecrets } from "../../http/client/redirect.js";
import { OAuthError } from "../errors.js";
import { clientFor, forgetClient, lastRedirectUri } from "./registration.js";
import { requestTokens } from "./token.js";
import type { Authorization } from "./discovery.js";
import type { TokenCell } from "./stored-tokens.js";
import type { Tokens } from "./types.js";
import type { Grant, GrantRequest, OAuthOptions } from "./options.js";
import type { OAuthStore } from "./stores/store.js";

/** What the servers of one `oauth()` share. */
export interface Shared {
  readonly store: OAuthStore;
  readonly options: OAuthOptions;
  readonly grant: Grant;
  /** Sign-ins of which others may get tokens, by issuer. */
  readonly lenders: Map<string, TokenCell>;
  /** Runs after what was given to it before. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
}

/** For which server tokens are, and who gives them out. */
export interface Asked {
  readonly url: string;
  readonly place: Authorization;
  readonly shared: Shared;
}

/** What a grant needs to get tokens with those scopes. */
export function grantRequest(
  { url, place, shared }: Asked,
  scopes: readonly string[],
  signal: AbortSignal,
): GrantRequest {
  const { store, options, grant } = shared;
  const { authorizationServer: server, resource } = place;
  const { issuer } = server;
  return {
    server: withoutSecrets(url),
    name: undefined,
    issuer,
    scopes,
    signal,
    options,
    authorizationServer: server,
    resource,
    client: (redirectUri) =>
      clientFor({ server, store, options, grant, signal }, redirectUri),
    lastRedirectUri: () => lastRedirectUri(store, issuer),
    token: async (client, parameters) => {
      const all = { ...parameters, resource };
      try {
        return await requestTokens(server, client, all, options, signal);
      } catch (error) {
        const { reason } = error as Partial<OAuthError>;
        if (reason === "invalid_client")
          await forgetClient(store, issuer, client.id);
        throw error;
      }
    },
  };
}

/** Asks for tokens by a refresh token, which is for one client alone. */
export function refreshing(
  asked: Asked,
  clientId: string,
  scopes: readonly string[],
): (refreshToken: string) => Promise<Tokens> {
  // Were it cancelled on its way, the next refresh token could be lost with it.
  const request = grantRequest(asked, scopes, new AbortController().signal);
  return async (refreshToken) => {
    const client = await request.client(await request.lastRedirectUri());
    if (client.id !== clientId) {
      const text = `${request.issuer} knows another client now`;
      throw new OAuthError("no_client", text);
    }
    return request.token(client, {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    });
  };
}
