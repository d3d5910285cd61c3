/** Honest authorization server, and the secrets that it issues. */
import { json } from "../world.js";
import type { Reply, Seen } from "./network.js";

/**
 * Secret of the client, with the origin and resource to which the client may
 * send it.
 */
export interface Secret {
  readonly what: string;
  /** Origin that may receive the secret. */
  readonly origin: string;
  /** Resource for which the secret may be sent; any resource if undefined. */
  readonly resource?: string | undefined;
}

/** Behavior of the honest servers, chosen by the seed of a test run. */
export interface HonestSettings {
  readonly methods: readonly string[] | undefined;
  readonly takesDocuments: boolean;
  /** Lifetime of access tokens, in seconds. */
  readonly lifetime: number;
  readonly isRotating: boolean;
  /**
   * Audience of the access tokens, if they are JWTs: the requested resource, or
   * always the honest server. Undefined if the tokens are opaque.
   */
  readonly audience: "requested" | "honest" | undefined;
}

const encode = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Returns a JWT for an audience. An invalid signature suffices, because clients
 * do not check it.
 */
export const createJwt = (aud: unknown, jti: string): string =>
  `${encode({ alg: "ES256" })}.${encode({ aud, jti })}.c2ln`;

export class HonestIssuer {
  readonly issuer: string;
  readonly server: string;
  readonly #settings: HonestSettings;
  readonly #secrets: Map<string, Secret>;
  readonly #codes = new Set<string>();
  readonly #refreshTokens = new Set<string>();
  /** Valid access tokens, each with its resource. */
  readonly valid = new Map<string, string>();
  #count = 0;

  constructor(
    name: string,
    settings: HonestSettings,
    secrets: Map<string, Secret>,
  ) {
    this.issuer = `https://login.${name}.example`;
    this.server = `https://mcp.${name}.example/mcp`;
    this.#settings = settings;
    this.#secrets = secrets;
  }

  /** Returns the URL to which the sign-in page redirects a user who agrees. */
  agree(page: URL): string {
    const parameters = page.searchParams;
    const back = new URL(parameters.get("redirect_uri") ?? "");
    const code = this.#issue("code");
    this.#codes.add(code);
    const state = parameters.get("state") ?? "";
    for (const [name, value] of Object.entries({
      code,
      state,
      iss: this.issuer,
    }))
      back.searchParams.set(name, value);
    return back.href;
  }

  answer({ url, body, form, token, method, headers }: Seen): Reply {
    const { origin, pathname } = url;
    if (url.href === this.server)
      return this.#answerServer(body, token, method);
    const known = "/.well-known/oauth-protected-resource/mcp";
    if (origin !== this.issuer)
      return pathname === known
        ? json({
            resource: this.server,
            authorization_servers: [this.issuer],
            scopes_supported: ["read"],
          })
        : new Response("", { status: 404 });
    if (pathname === "/.well-known/oauth-authorization-server")
      return json({
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/authorize`,
        token_endpoint: `${this.issuer}/token`,
        registration_endpoint: `${this.issuer}/register`,
        device_authorization_endpoint: `${this.issuer}/device`,
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: this.#settings.methods,
        client_id_metadata_document_supported: this.#settings.takesDocuments,
      });
    if (pathname === "/register")
      return json(
        {
          client_id: `c${(this.#count += 1)}`,
          client_secret: this.#issue("client secret"),
        },
        201,
      );
    if (pathname === "/device")
      return json({
        device_code: this.#issue("device code"),
        user_code: "U",
        verification_uri: `${this.issuer}/activate`,
        interval: 1,
        expires_in: 60,
      });
    return pathname === "/token"
      ? this.#answerToken(form, headers["dpop"] ? "DPoP" : "Bearer")
      : new Response("", { status: 404 });
  }

  #answerServer(body: string, token = "", method = ""): Reply {
    if (this.valid.get(token) === this.server)
      return method === "POST" ? createResult(body) : json({}, 405);
    const { origin } = new URL(this.server);
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    const challenge = `Bearer resource_metadata="${metadata}", scope="read"`;
    const headers = { "www-authenticate": challenge };
    return new Response("", { status: 401, headers });
  }

  #answerToken(form: URLSearchParams, type: string): Reply {
    const grant = form.get("grant_type");
    const refused = json({ error: "invalid_grant" }, 400);
    if (grant === "authorization_code")
      if (!this.#codes.delete(form.get("code") ?? "")) return refused;
    const refreshToken = form.get("refresh_token") ?? "";
    if (grant === "refresh_token") {
      if (!this.#refreshTokens.has(refreshToken)) return refused;
      if (this.#settings.isRotating) this.#refreshTokens.delete(refreshToken);
    }
    const resource = form.get("resource") ?? "";
    const { audience, lifetime } = this.#settings;
    const aud = audience === "honest" ? this.server : resource;
    const token =
      audience === undefined
        ? this.#name("access")
        : createJwt(aud, this.#name("access"));
    this.valid.set(token, aud);
    this.#secrets.set(token, {
      what: "an access token",
      origin: new URL(aud).origin,
      resource: aud,
    });
    const isRefreshable = grant !== "client_credentials";
    const next = isRefreshable ? this.#issue("refresh token") : undefined;
    if (next) this.#refreshTokens.add(next);
    return json({
      access_token: token,
      token_type: type,
      expires_in: lifetime,
      refresh_token: next,
    });
  }

  /**
   * Returns a unique value of this issuer, such as a token or a client id. The
   * value contains the hostname of the issuer.
   */
  #name(what: string): string {
    const { hostname } = new URL(this.issuer);
    return `${what.replace(" ", "-")}-${hostname}-${(this.#count += 1)}.`;
  }

  #issue(what: string): string {
    const secret = this.#name(what);
    this.#secrets.set(secret, { what: `a ${what}`, origin: this.issuer });
    return secret;
  }
}

/**
 * Returns the HTTP response of the honest MCP server: a JSON-RPC result for a
 * request, or status 202 for any other message.
 */
export function createResult(body: string): Response {
  const { id, method } = JSON.parse(body) as { id?: unknown; method?: string };
  return method === undefined || id === undefined
    ? new Response(null, { status: 202 })
    : json({ jsonrpc: "2.0", id, result: {} });
}
