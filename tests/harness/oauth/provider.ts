/**
 * Starts the authorization server `oidc-provider` and a protected MCP server,
 * and simulates a user's browser.
 */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import Provider from "oidc-provider";
import { load } from "../generated/load.js";
import type { AddressInfo } from "node:net";
import type { HttpAuth } from "../../../runtime/http/security/auth.js";

type AtEnd = (close: () => unknown) => void;

/** Starts a web server that stops when the test ends. Returns its origin. */
export async function startWebServer(
  atEnd: AtEnd,
  createListener: (
    origin: string,
  ) => RequestListener | Promise<RequestListener>,
): Promise<string> {
  const web = createServer();
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    web.close();
    web.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  web.on("request", await createListener(origin));
  return origin;
}

/** Settings of an authorization server that a test may change. */
export interface ProviderChanges {
  readonly format?: "jwt" | "opaque";
  /** Lifetime of access tokens, in seconds. */
  readonly lifetime?: number;
  readonly features?: object;
  readonly configuration?: object;
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/**
 * Starts an authorization server with the scopes `read` and `write`. Returns
 * its URL.
 */
export function startAuthorizationServer(
  atEnd: AtEnd,
  { format = "jwt", lifetime = 600, ...changes }: ProviderChanges,
): Promise<string> {
  return startWebServer(atEnd, (issuer) => {
    const configuration = {
      jwks: { keys: [privateKey.export({ format: "jwk" })] },
      scopes: ["read", "write"],
      ...changes.configuration,
      features: {
        devInteractions: { enabled: false },
        dPoP: { enabled: true },
        introspection: { enabled: true, allowedPolicy: () => true },
        revocation: { enabled: true, allowedPolicy: () => true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context: unknown, audience: string) => ({
            audience,
            scope: "read write",
            accessTokenFormat: format,
            accessTokenTTL: lifetime,
          }),
        },
        ...changes.features,
      },
    };
    return new Provider(issuer, configuration).callback();
  });
}

export interface OAuthNames {
  jwt(options: object): HttpAuth;
  introspection(options: object): HttpAuth;
  dpopProofs(options?: object): unknown;
  scopesFor(table: object): HttpAuth["scopes"];
  nodeHandler(server: object, options: object): RequestListener;
}

/**
 * Starts a protected MCP server with the tools `who` and `drop`. Returns its
 * URL.
 */
export async function startProtectedServer(
  atEnd: AtEnd,
  revision: string,
  createAuth: (names: OAuthNames, url: string) => HttpAuth,
): Promise<{ url: string; errors: string[] }> {
  const module = await load(revision, "server");
  const names = module as unknown as OAuthNames;
  const errors: string[] = [];
  const handler = (_args: unknown, { auth }: { auth: { subject: string } }) =>
    auth.subject;
  const server = module.createServer(
    { name: "guarded", version: "1" },
    module.tools({ who: { handler }, drop: { handler } }),
    { onError: (error: Error) => errors.push(error.message) },
  );
  const origin = await startWebServer(atEnd, (at) =>
    names.nodeHandler(server, { auth: createAuth(names, `${at}/mcp`) }),
  );
  return { url: `${origin}/mcp`, errors };
}

/**
 * Returns the value of the option `needs`: all messages require the scope
 * `read`, and the tool `drop` also requires `write`.
 */
export const needs = ({ scopesFor }: OAuthNames) =>
  scopesFor({ methods: { "*": ["read"] }, tools: { drop: ["write"] } });

/**
 * Simulated browser of a user. Keeps the cookies of one site and fills in the
 * site's forms.
 */
export class Browser {
  /**
   * Names of the prompts that the user has seen so far, such as `login` and
   * `consent`.
   */
  readonly asked: string[] = [];
  /**
   * URLs of the sign-in pages that the client opened (`pages`), and of the
   * redirects back to the client (`returns`).
   */
  readonly pages: URL[] = [];
  readonly returns: URL[] = [];
  /**
   * Decision of the user at each prompt (`does`), and the name with which the
   * user signs in (`login`).
   */
  does: "agree" | "abort" = "agree";
  login = "ann";
  /** Callback that may change the URL of the redirect to the client. */
  onReturn: (address: URL) => void = () => {};
  readonly #cookies = new Map<string, string>();

  /** Callback that a test passes as the option `open` of `oauth()`. */
  readonly open = (address: string): void => {
    this.pages.push(new URL(address));
    void this.visit(address);
  };

  /**
   * Visits a page, follows redirects and fills in all forms. Returns the text
   * of the last page.
   */
  async visit(address: string): Promise<string> {
    const { origin } = new URL(address);
    let to = new URL(address);
    let body: URLSearchParams | undefined;
    let refused = false;
    for (;;) {
      const answer = await fetch(to, {
        method: body ? "POST" : "GET",
        headers: to.origin === origin ? { cookie: this.#cookie } : {},
        redirect: "manual",
        ...(body && { body }),
      });
      body = undefined;
      if (to.origin !== origin) return answer.text();
      this.#keep(answer.headers.getSetCookie());
      const location = answer.headers.get("location");
      const text = await answer.text();
      if (location !== null) {
        to = new URL(location, to);
        if (to.origin === origin) continue;
        this.onReturn(to);
        this.returns.push(to);
        continue;
      }
      const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1];
      if (action === undefined || refused) return text;
      const fields = new URLSearchParams({
        login: this.login,
        password: "p",
        logout: "yes",
      });
      for (const [input] of text.matchAll(/<input[^>]*>/g)) {
        const name = / name="([^"]*)"/.exec(input)?.[1];
        const value = / value="([^"]*)"/.exec(input)?.[1];
        if (name && value) fields.set(name, value);
      }
      this.asked.push(fields.get("prompt") ?? "code");
      const abort = /href="([^"]+\/abort)"/.exec(text)?.[1];
      refused = this.does === "abort" && abort !== undefined;
      to = new URL(refused && abort ? abort : action, to);
      if (!refused) body = fields;
    }
  }

  forget(): void {
    this.#cookies.clear();
  }

  get #cookie(): string {
    return [...this.#cookies].map((pair) => pair.join("=")).join("; ");
  }

  #keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}
