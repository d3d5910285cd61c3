/** Ways to get tokens without a browser on this machine. */
import { delay } from "../../limits/timer.js";
import { OAuthError } from "../errors.js";
import { askDocument, safeAddress } from "../web.js";
import { askAs, refusedBy, successOf } from "./token.js";
import type { Fetch } from "../../http/client/fetcher.js";
import type { Grant, GrantRequest } from "./options.js";

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:";
/** Seconds from one question to the next, where the server names none (RFC 8628). */
const POLL_INTERVAL = 5;

const TOKEN_TYPE = "urn:ietf:params:oauth:token-type:";

/** For a program that acts for itself: OAuth 2.1, 4.2. Needs `credentials`. */
export function clientCredentials(): Grant {
  const type = "client_credentials";
  return {
    types: [type],
    asksUser: false,
    run: async (request) =>
      request.token(await request.client(), {
        grant_type: type,
        ...scopeOf(request),
      }),
  };
}

/**
 * For what has a JWT that says who it is: a workload's of its platform, or what an
 * enterprise's identity provider gave (RFC 7523, 2.1). A refusal is final.
 *
 * @param assertion Gets the JWT, for that issuer and resource.
 */
export function jwtBearer(
  assertion: (request: GrantRequest) => string | Promise<string>,
): Grant {
  const type = `${GRANT_TYPE}jwt-bearer`;
  return {
    types: [type],
    asksUser: false,
    run: async (request) =>
      request.token(await request.client(), {
        grant_type: type,
        assertion: await assertion(request),
        ...scopeOf(request),
      }),
  };
}

/** Who the user is to the enterprise, and who exchanges that. */
export interface EnterpriseOptions {
  /** Where the enterprise's identity provider exchanges tokens. */
  readonly tokenEndpoint: string;
  /** The user's OpenID Connect ID token, or a SAML assertion. */
  readonly subjectToken: () => string | Promise<string>;
  /** Default: `id_token`. */
  readonly subjectTokenType?: "id_token" | "saml2" | undefined;
  /** The client as the identity provider knows it. */
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly fetch?: Fetch | undefined;
}

/**
 * For users of an enterprise, whose identity provider decides what they may reach:
 * Enterprise-Managed Authorization, an extension of MCP. To be given to
 * {@link jwtBearer}.
 */
export function identityAssertion(
  options: EnterpriseOptions,
): (request: GrantRequest) => Promise<string> {
  return async ({ issuer, resource, scopes, signal, server }) => {
    const { tokenEndpoint, subjectTokenType = "id_token" } = options;
    const { clientId, clientSecret, subjectToken, fetch } = options;
    const form = new URLSearchParams({
      grant_type: `${GRANT_TYPE}token-exchange`,
      requested_token_type: `${TOKEN_TYPE}id-jag`,
      audience: issuer,
      resource,
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
      subject_token: await subjectToken(),
      subject_token_type: TOKEN_TYPE + subjectTokenType,
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
    });
    const asked = { fetch, signal, form };
    const where = "The identity provider";
    const { href } = safeAddress(tokenEndpoint, tokenEndpoint, where);
    const answer = await askDocument(href, asked);
    const found = successOf(answer, where);
    if (
      typeof found.access_token !== "string" ||
      found.issued_token_type !== `${TOKEN_TYPE}id-jag`
    )
      throw new OAuthError(
        "invalid_answer",
        `${where} of ${server} gave no grant`,
      );
    return found.access_token;
  };
}

/** What a user without a browser at hand is shown: RFC 8628. */
export interface DeviceCode {
  readonly userCode: string;
  /** The page where the code is typed in. */
  readonly verificationUri: string;
  /** The page with the code in it, for a QR code. */
  readonly verificationUriComplete: string | undefined;
  readonly server: string;
  readonly signal: AbortSignal;
}

/** For machines without a browser: the user types a code on another device. */
export function deviceCode(
  show: (code: DeviceCode) => void | Promise<void>,
): Grant {
  const type = `${GRANT_TYPE}device_code`;
  return {
    types: [type],
    asksUser: true,
    async run(request) {
      const { authorizationServer: as, resource, signal, server } = request;
      const { options } = request;
      const { deviceEndpoint, issuer } = as;
      if (deviceEndpoint === undefined)
        throw new OAuthError("no_metadata", `${issuer} has no device grant`);
      const client = await request.client();
      const parameters = { resource, ...scopeOf(request) };
      const { answer } = await askAs(
        deviceEndpoint,
        as,
        client,
        parameters,
        options,
        signal,
      );
      const found = successOf(answer, issuer);
      const { device_code: code, user_code: userCode } = found;
      const { verification_uri_complete: complete } = found;
      if (typeof code !== "string" || typeof userCode !== "string")
        throw new OAuthError("invalid_answer", `${issuer} gave no device code`);
      const page = (uri: unknown): string =>
        safeAddress(uri, request.server, `The page of ${issuer}`).href;
      await show({
        userCode,
        verificationUri: page(found.verification_uri),
        verificationUriComplete:
          complete === undefined ? complete : page(complete),
        server,
        signal,
      });
      const seconds = Number(found.expires_in ?? 600);
      const end = Date.now() + seconds * 1_000;
      let interval = Number(found.interval);
      if (!(interval > 0)) interval = POLL_INTERVAL;
      while (Date.now() < end) {
        await delay(Math.min(interval * 1_000, end - Date.now()), signal);
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
      throw refusedBy(issuer, "expired_token", undefined);
    },
  };
}

function scopeOf({ scopes }: GrantRequest): { scope?: string } {
  return scopes.length > 0 ? { scope: scopes.join(" ") } : {};
}
