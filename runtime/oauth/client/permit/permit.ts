/**
 * Decides which MCP servers get tokens of which authorization servers: by
 * issuer, resource, allow-list and consent of the user. All requests that send
 * credentials to an authorization server require a `TokenPermit`, which only
 * this file creates.
 */
import { withoutSecrets } from "../../../http/client/redirect.js";
import { OAuthError } from "../../errors.js";
import { parseJws } from "../../jws.js";
import { isSameUrl } from "../../issuer.js";
import { describeUrl } from "../../web.js";
import {
  isKnownResource,
  ownsEndpoints,
  saveResource,
} from "./known-servers.js";
import type { OAuthStore } from "../stores/store.js";
import type { AuthorizationServer, Tokens } from "../types.js";

/** MCP server that may get tokens. */
export interface AllowedServer {
  /** URL of the MCP server. A query of the URL is ignored. */
  readonly url: string;
  /**
   * Audience of the server's access tokens, for issuers that choose the
   * audience themselves.
   * @default the resource in the server's metadata
   */
  readonly audience?: string | undefined;
}

/**
 * Question whether an MCP server may get tokens of an issuer that has already
 * issued tokens for another MCP server.
 */
export interface ConsentRequest {
  /** URL of the MCP server, without its query. */
  readonly server: string;
  /** Name of the server in a host; `undefined` outside of a host. */
  readonly name: string | undefined;
  readonly issuer: string;
  /** Identifier of the resource for which the token is requested. */
  readonly resource: string;
}

/** Options of {@link oauth} that decide which MCP servers get tokens. */
export interface PermitOptions {
  /**
   * MCP servers that may get tokens; no other server gets one. Required for
   * grants that do not involve the user, such as `clientCredentials`.
   * @default all servers; a second server of the same issuer needs consent
   */
  readonly servers?: readonly (string | AllowedServer)[] | undefined;
  /**
   * Callback that asks the user whether an MCP server may get tokens of an
   * issuer that has already issued tokens for another server. The question is
   * needed because a malicious server can name the issuer of an honest server.
   * The callback is not called if the issuer lists the server in
   * `protected_resources` (RFC 9728, section 4).
   * @default a second server of the same issuer is refused
   */
  readonly consent?:
    ((request: ConsentRequest) => boolean | Promise<boolean>) | undefined;
}

/** MCP server that needs a token, and the program's rules about tokens. */
export interface PermitRequest {
  /** URL of the MCP server. */
  readonly url: string;
  readonly authorizationServer: AuthorizationServer;
  readonly resource: string;
  /** Issuer of the grant, if the grant is for only one issuer. */
  readonly grantIssuer: string | undefined;
  readonly options: PermitOptions;
  readonly store: OAuthStore;
}

/**
 * Proof that an MCP server may get tokens of an authorization server. The
 * private constructor makes sure that only the decisions of this file create
 * permits.
 */
export class TokenPermit {
  readonly authorizationServer: AuthorizationServer;
  /**
   * Resource identifier that is sent in all token requests with this permit
   * (RFC 8707).
   */
  readonly resource: string;
  readonly #audience: string | undefined;
  readonly #store: OAuthStore;

  private constructor(
    { authorizationServer, resource, store }: PermitRequest,
    audience: string | undefined,
  ) {
    this.authorizationServer = authorizationServer;
    this.resource = resource;
    this.#audience = audience;
    this.#store = store;
  }

  /**
   * Returns a permit if the server may get tokens without a question to the
   * user. No question is needed if the program allows the server. If not, no
   * endpoint may belong to another issuer. In addition, the issuer must list
   * the resource, have issued tokens for it, or have issued no tokens yet.
   * Returns `undefined` if only the user can decide.
   *
   * @throws OAuthError when even the user cannot permit the tokens.
   */
  static async find(request: PermitRequest): Promise<TokenPermit | undefined> {
    const { url, authorizationServer, resource, options, store } = request;
    const { issuer, resources = [] } = authorizationServer;
    const { grantIssuer } = request;
    const { servers } = options;
    if (grantIssuer !== undefined && grantIssuer !== issuer)
      throw new OAuthError(
        "other_issuer",
        `${withoutSecrets(url)} names the issuer ${issuer}, but the grant is for ${grantIssuer}`,
      );
    const allowed = findAllowed(url, options);
    if (servers && !allowed)
      throw new OAuthError(
        "other_server",
        `${withoutSecrets(url)} is not in the option \`servers\` of oauth(), so it gets no token of ${issuer}. Add its URL if you trust it`,
      );
    const isListed = resources.some((listed) => {
      return isSameUrl(listed, resource);
    });
    const isPermitted =
      allowed !== undefined ||
      ((await ownsEndpoints(store, authorizationServer, resource)) &&
        (isListed ||
          (await isKnownResource(store, authorizationServer, resource))));
    return isPermitted
      ? new TokenPermit(request, allowed?.audience)
      : undefined;
  }

  /**
   * Asks the user whether the server may get tokens of an issuer that has
   * issued tokens for another resource. The decision is saved if the user
   * agrees. If `isApproved` is true, a hook has already agreed, so the user is
   * not asked.
   *
   * @throws OAuthError `no_consent` when the user must decide, but the option
   *   `consent` is not set.
   */
  static async ask(
    { url, authorizationServer, resource, options, store }: PermitRequest,
    name: string | undefined,
    isApproved: boolean,
  ): Promise<boolean> {
    const { issuer } = authorizationServer;
    const server = withoutSecrets(url);
    if (!isApproved) {
      const { consent } = options;
      if (!consent)
        throw new OAuthError(
          "no_consent",
          `${server} asks for a token of ${issuer}, which already issues tokens for another server. Set the option \`consent\` or \`servers\` of oauth(), or the hook consent.signIn of a host`,
        );
      const about: ConsentRequest = { server, name, issuer, resource };
      if (!(await consent(about))) return false;
    }
    await saveResource(store, authorizationServer, resource);
    return true;
  }

  /** Saves that the issuer has issued tokens for the resource. */
  async use(): Promise<void> {
    await saveResource(this.#store, this.authorizationServer, this.resource);
  }

  /**
   * Returns the given tokens if they are for this server. Checks the audience
   * only if the access token is a JWT (RFC 9068, section 3) and the audience is
   * a URL. Other audiences do not name an MCP server.
   *
   * @throws OAuthError `other_audience` when the token is for another server.
   */
  accept(tokens: Tokens): Tokens {
    const { aud } = parseJws(tokens.accessToken)?.payload ?? {};
    const urls = [aud].flat().filter((value): value is string => {
      const isUrl = typeof value === "string" && /^https?:/i.test(value);
      return isUrl && value !== tokens.clientId;
    });
    const isOwn = (value: string): boolean =>
      value === this.#audience || isSameUrl(value, this.resource);
    if (urls.length === 0 || urls.some(isOwn)) return tokens;
    const { issuer } = this.authorizationServer;
    throw new OAuthError(
      "other_audience",
      `${issuer} issued a token for ${urls.map(describeUrl).join(", ")} instead of ${describeUrl(this.resource)}. If the server accepts that audience, name the audience in the option \`servers\` of oauth()`,
    );
  }
}

/**
 * Returns whether the option `servers` allows tokens for the MCP server at
 * `url`.
 */
export function isAllowedServer(url: string, options: PermitOptions): boolean {
  return !options.servers || findAllowed(url, options) !== undefined;
}

/** Returns the entry of an MCP server in the option `servers`. */
function findAllowed(
  url: string,
  { servers = [] }: PermitOptions,
): AllowedServer | undefined {
  const name = withoutSecrets(url);
  return servers
    .map((server) => (typeof server === "string" ? { url: server } : server))
    .find((server) => isSameUrl(withoutSecrets(server.url), name));
}
