/**
 * Settings of a run with hostile servers. The seed chooses the options of the
 * client and the behavior of the servers.
 */
import { json } from "../world.js";
import { EVIL_ISSUER, STEPS, type HostileSettings } from "./hostile.js";
import type { HonestSettings, Secret } from "./honest.js";
import type { Network, Seen } from "./network.js";
import type { Below } from "../../models/mutations.js";
import {
  clientCredentials,
  deviceCode,
  identityAssertion,
  jwtBearer,
} from "../../../../runtime/oauth/client/grants.js";
import type {
  Grant,
  OAuthOptions,
} from "../../../../runtime/oauth/client/options.js";

export const IDP = "https://idp.example";

const GRANTS = [
  "code",
  "loopback",
  "device",
  "client credentials",
  "jwt bearer",
  "identity assertion",
] as const;

export interface Settings extends HostileSettings {
  readonly grant: (typeof GRANTS)[number];
  /**
   * URL of the hostile MCP server: on a separate host, or on the host of the
   * honest server.
   */
  readonly evilServer: string;
  /**
   * Value of the option `servers` of `oauth()`: undefined, only the honest
   * servers, or all servers.
   */
  readonly servers: "undefined" | "honest" | "all";
  readonly consent: "undefined" | "agree" | "refuse" | "never";
  readonly honest: HonestSettings;
  readonly hasCredentials: boolean;
  readonly hasDocument: boolean;
  readonly hasProofs: boolean;
  /** Reaction of the user when a sign-in page of the hostile server opens. */
  readonly user: "visit" | "ignore" | "fail";
}

/**
 * Returns the settings of a seed. Successive seeds make different steps of the
 * authorization flow hostile.
 */
export function createSettings(seed: number, below: Below): Settings {
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const steps = STEPS.length;
  const grant = GRANTS[Math.floor(seed / steps) % GRANTS.length] ?? "code";
  const asksUser = GRANTS.indexOf(grant) < 3;
  return {
    grant,
    evilServer: pick([
      "https://mcp.evil.example/mcp",
      "https://mcp.evil.example/mcp",
      "https://mcp.honest.example/evil",
    ]),
    servers: pick(
      asksUser
        ? ["undefined", "undefined", "honest", "all"]
        : ["honest", "all", "all"],
    ),
    consent: pick(["undefined", "agree", "agree", "refuse", "never"]),
    focus: STEPS[seed % steps] ?? "server",
    rage: pick([10, 40, 80]),
    accepts: pick([0, 50, 100]),
    honest: {
      methods: pick([undefined, ["none"], ["client_secret_post"]]),
      takesDocuments: below(2) === 0,
      lifetime: pick([20, 3_600]),
      isRotating: below(2) === 0,
      audience: pick([undefined, "requested", "honest"]),
    },
    hasCredentials: !asksUser || below(2) === 0,
    hasDocument: asksUser && below(2) === 0,
    hasProofs: below(4) === 0,
    user: pick(["visit", "visit", "visit", "ignore", "fail"]),
  };
}

/**
 * Simulated program that uses the client. Contains its network, its secrets,
 * and its callbacks for the options of `oauth()`.
 */
export interface Program {
  readonly network: Network;
  readonly secrets: Map<string, Secret>;
  readonly honestServers: readonly string[];
  readonly honestIssuers: readonly string[];
  open(page: string, server: string): Promise<string | undefined>;
  show(server: string): Promise<void>;
  consent(): Promise<boolean>;
}

/** Returns the options of `oauth()` for the settings of a run. */
export function createOptions(
  settings: Settings,
  program: Program,
): OAuthOptions {
  const { network, secrets, honestIssuers, honestServers } = program;
  const { grant, servers, consent, evilServer } = settings;
  const keep = (text: string, what: string, origin: string): string => {
    const isHonest = origin === IDP || honestIssuers.includes(origin);
    if (isHonest) secrets.set(text, { what, origin });
    return text;
  };
  const assertion = ({ issuer }: { issuer: string }): string =>
    keep(`assertion-for-${issuer}`, "an assertion", issuer);
  const grants: { readonly [name: string]: () => Grant } = {
    device: () => deviceCode(({ server }) => program.show(server)),
    "client credentials": clientCredentials,
    "jwt bearer": () => jwtBearer(assertion),
    "identity assertion": () =>
      jwtBearer(
        identityAssertion({
          tokenEndpoint: `${IDP}/token`,
          subjectToken: () => keep("subject-token", "the ID token", IDP),
          clientId: "at-idp",
          clientSecret: keep("idp-secret", "the secret of the IdP", IDP),
          fetch: network.fetch,
        }),
      ),
  };
  const credentials = [...honestIssuers, EVIL_ISSUER].map((issuer, index) => ({
    id: `app-${index}`,
    issuer,
    ...(index % 2 === 0
      ? { secret: keep(`secret-of-${index}`, "the client secret", issuer) }
      : {
          assertion: async () =>
            keep(`signed-by-${index}`, "the client assertion", issuer),
        }),
  }));
  let proofs = 0;
  return {
    fetch: network.fetch,
    open: (page, { server }) => program.open(page, server) as Promise<string>,
    grant: grants[grant]?.(),
    ...(grant !== "loopback" && { redirectUri: "https://app.example/back" }),
    ...(servers !== "undefined" && {
      servers:
        servers === "all" ? [...honestServers, evilServer] : honestServers,
    }),
    ...(consent !== "undefined" && { consent: () => program.consent() }),
    ...(settings.hasCredentials && { credentials }),
    ...(settings.hasDocument && { clientMetadataUrl: "https://app.example/c" }),
    ...(settings.hasProofs && {
      dpop: { proof: async () => `proof-${(proofs += 1)}`, nonce: () => {} },
    }),
  };
}

/**
 * Simulates an identity provider: returns the response to a request for an
 * identity assertion.
 */
export function answerIdp(
  { form }: Seen,
  { secrets, honestIssuers }: Pick<Program, "secrets" | "honestIssuers">,
): Response {
  const audience = form.get("audience") ?? "";
  const token = `jag-for-${audience}`;
  if (honestIssuers.includes(audience))
    secrets.set(token, { what: "an identity assertion", origin: audience });
  return json({
    access_token: token,
    issued_token_type: "urn:ietf:params:oauth:token-type:id-jag",
  });
}
