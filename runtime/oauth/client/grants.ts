/** OAuth grants that need no browser on this machine. */
import { abortable, delay } from "../../limits/timer.js";
import { OAuthError } from "../errors.js";
import { requireSafeUrl } from "../web.js";
import {
  createRefusal,
  hasOriginOfTokens,
  postAsClient,
  postForm,
  requireSuccess,
} from "./token.js";
import type { Fetch } from "../../http/client/received.js";
import type { Grant, GrantRequest } from "./options.js";

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:";
/**
 * Default polling interval of the device grant, in seconds (RFC 8628, section
 * 3.2). After each `slow_down` error, the interval increases by this value.
 */
const POLL_INTERVAL = 5;

/** Minimum polling interval of the device grant, in milliseconds. */
const MIN_POLL_INTERVAL = 1_000;

/** Maximum time for which a device code is polled, in milliseconds. */
const MAX_DEVICE_CODE_LIFETIME = 1_800_000;

/** Grant type of {@link jwtBearer}. */
export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

const TOKEN_TYPE = "urn:ietf:params:oauth:token-type:";

/**
 * Creates the client credentials grant (OAuth 2.1, section 4.2), for programs
 * that act on their own behalf and not for a user. Requires the options
 * `credentials` and `servers` of {@link oauth}.
 *
 * @example
 * oauth({
 *   grant: clientCredentials(),
 *   servers: ["https://mcp.example/mcp"],
 *   credentials: { id: "my-client", secret },
 * });
 */
export function clientCredentials(): Grant {
  const type = "client_credentials";
  return {
    types: [type],
    asksUser: false,
    run: async (request) =>
      request.token(await request.client(), {
        grant_type: type,
        ...scopeParameter(request),
      }),
  };
}

/** Options for {@link jwtBearer}. */
export interface JwtBearerOptions {
  /**
   * Issuer identifier of the authorization server that accepts the JWT. No other
   * issuer receives the JWT. Required with the option `clientMetadataUrl` of
   * {@link oauth}.
   * @default the issuer of the option `credentials` of {@link oauth}
   */
  readonly issuer?: string | undefined;
}

/**
 * Creates the JWT bearer grant (RFC 7523, section 2.1). Use it for a workload
 * identity token of the platform, or for an assertion from an enterprise's
 * identity provider. After a refusal, the client does not try again: without a
 * user, the decision would stay the same.
 *
 * @param assertion Returns the JWT for the issuer and resource of the request.
 */
export function jwtBearer(
  assertion: (request: GrantRequest) => string | Promise<string>,
  { issuer }: JwtBearerOptions = {},
): Grant {
  const type = JWT_BEARER;
  return {
    types: [type],
    asksUser: false,
    issuer,
    run: async (request) =>
      request.token(await request.client(), {
        grant_type: type,
        assertion: await assertion(request),
        ...scopeParameter(request),
      }),
  };
}

/**
 * Options for {@link identityAssertion}: the enterprise's identity provider and
 * the user's identity.
 */
export interface EnterpriseOptions {
  /**
   * URL of the token endpoint of the enterprise's identity provider (token
   * exchange, RFC 8693).
   */
  readonly tokenEndpoint: string;
  /** Returns the user's OpenID Connect ID token or SAML assertion. */
  readonly subjectToken: () => string | Promise<string>;
  /**
   * Type of the subject token.
   * @default "id_token"
   */
  readonly subjectTokenType?: "id_token" | "saml2" | undefined;
  /** Client identifier of this program at the identity provider. */
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly fetch?: Fetch | undefined;
}

/**
 * Creates an assertion callback for {@link jwtBearer}, for MCP's extension
 * Enterprise-Managed Authorization. The enterprise's identity provider decides
 * which MCP servers its users may access.
 *
 * @throws OAuthError from the returned function, when the identity provider
 *   refuses or its response is invalid.
 */
export function identityAssertion(
  options: EnterpriseOptions,
): (request: GrantRequest) => Promise<string> {
  return async ({ issuer, permit, scopes, signal, server }) => {
    const { tokenEndpoint, subjectTokenType = "id_token" } = options;
    const { clientId, clientSecret, subjectToken, fetch } = options;
    const form = new URLSearchParams({
      grant_type: `${GRANT_TYPE}token-exchange`,
      requested_token_type: `${TOKEN_TYPE}id-jag`,
      audience: issuer,
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
      subject_token: await subjectToken(),
      subject_token_type: TOKEN_TYPE + subjectTokenType,
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
    });
    const tokenRequest = { fetch, signal, form };
    const where = "The identity provider";
    const { href } = requireSafeUrl(tokenEndpoint, tokenEndpoint, where);
    const answer = await postForm(permit, href, tokenRequest);
    const response = requireSuccess(answer, where);
    if (
      typeof response.access_token !== "string" ||
      response.issued_token_type !== `${TOKEN_TYPE}id-jag`
    )
      throw new OAuthError(
        "invalid_answer",
        `${where} returned no assertion for ${server}`,
      );
    return response.access_token;
  };
}

/** Device authorization (RFC 8628): the data to show to the user. */
export interface DeviceCode {
  readonly userCode: string;
  /** URL of the page where the user enters the code. */
  readonly verificationUri: string;
  /**
   * URL of the page with the code already filled in, suitable for a QR code.
   */
  readonly verificationUriComplete: string | undefined;
  readonly server: string;
  readonly signal: AbortSignal;
}

/**
 * Creates the device authorization grant (RFC 8628), for machines without a
 * browser. The user enters a code on another device, while this program polls
 * the token endpoint, for at most 30 minutes.
 *
 * @param show Callback that displays the code to the user.
 */
export function deviceCode(
  show: (code: DeviceCode) => void | Promise<void>,
): Grant {
  const type = `${GRANT_TYPE}device_code`;
  return {
    types: [type],
    asksUser: true,
    async run(request) {
      const { authorizationServer, permit, signal, server } = request;
      const { options } = request;
      const { deviceEndpoint, issuer } = authorizationServer;
      if (deviceEndpoint === undefined)
        throw new OAuthError(
          "no_metadata",
          `The metadata of ${issuer} has no device_authorization_endpoint`,
        );
      // The responses of the device flow contain no `iss` (RFC 9207), which
      // would identify the issuer. Instead, require that both endpoints have
      // the same origin. The device code is then sent only to the issuer that
      // created it.
      if (!hasOriginOfTokens(deviceEndpoint, authorizationServer))
        throw new OAuthError(
          "other_issuer",
          `The metadata of ${issuer} has a device_authorization_endpoint and a token_endpoint of different origins`,
        );
      const client = await request.client();
      const { answer } = await postAsClient(
        permit,
        deviceEndpoint,
        client,
        scopeParameter(request),
        options,
        signal,
      );
      const response = requireSuccess(answer, issuer);
      const { device_code: code, user_code: userCode } = response;
      const { verification_uri_complete: complete } = response;
      if (typeof code !== "string" || typeof userCode !== "string")
        throw new OAuthError(
          "invalid_answer",
          `${issuer} returned no device code`,
        );
      const page = (uri: unknown): string =>
        requireSafeUrl(
          uri,
          request.server,
          `The verification page of ${issuer}`,
        ).href;
      const shown = show({
        userCode,
        verificationUri: page(response.verification_uri),
        verificationUriComplete:
          complete === undefined ? complete : page(complete),
        server,
        signal,
      });
      await abortable(Promise.resolve(shown), signal);
      const lifetime = Number(response.expires_in ?? 600) * 1_000;
      const end = Date.now() + Math.min(lifetime, MAX_DEVICE_CODE_LIFETIME);
      let interval = Number(response.interval);
      if (!(interval > 0)) interval = POLL_INTERVAL;
      while (Date.now() < end) {
        const wait = Math.max(interval * 1_000, MIN_POLL_INTERVAL);
        await delay(Math.min(wait, end - Date.now()), signal);
        signal.throwIfAborted();
        try {
          return await request.token(client, {
            grant_type: type,
            device_code: code,
          });
        } catch (error) {
          const { reason } = error as Partial<OAuthError>;
          if (reason === "slow_down") interval += POLL_INTERVAL;
          else if (reason !== "authorization_pending") throw error;
        }
      }
      throw createRefusal(issuer, "expired_token", undefined);
    },
  };
}

function scopeParameter({ scopes }: GrantRequest): { scope?: string } {
  return scopes.length > 0 ? { scope: scopes.join(" ") } : {};
}
