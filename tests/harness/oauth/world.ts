/**
 * Simulates a protected MCP server and its authorization server behind one
 * `fetch` function.
 */
import { createHash } from "node:crypto";
import { Fetcher } from "../../../runtime/http/client/fetcher.js";
import type { Fetch } from "../../../runtime/http/client/received.js";
import { oauth, type OAuth } from "../../../runtime/oauth/client/oauth.js";
import type { OAuthOptions } from "../../../runtime/oauth/client/options.js";

export const SERVER = "https://mcp.example/mcp";
export const ISSUER = "https://auth.example";
export const METADATA =
  "https://mcp.example/.well-known/oauth-protected-resource/mcp";
export const REDIRECT = "https://app.example/back";

type Answer = Response | Promise<Response>;
type Route = (
  form: URLSearchParams,
  headers: { readonly [name: string]: string },
  body: string,
) => Answer;

export const json = (
  value: unknown,
  status = 200,
  headers: object = {},
): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });

export interface Changes {
  /**
   * Members to replace in the metadata of the resource and of the authorization
   * server. Undefined removes a member.
   */
  readonly resource?: object;
  readonly metadata?: object;
  readonly challenge?: string;
  /** Routes by URL that replace the default routes. */
  readonly routes?: { readonly [url: string]: Route };
  /** Lifetime of access tokens, in seconds. */
  readonly lifetime?: number;
  /**
   * Query parameters to replace in the redirect to the client. Undefined
   * removes a parameter.
   */
  readonly answer?: { readonly [name: string]: string | undefined };
  /**
   * Query parameters that occur twice in the redirect to the client, with the
   * value of the second occurrence.
   */
  readonly again?: { readonly [name: string]: string };
}

/**
 * Creates the simulated servers and an OAuth client. The returned `log`
 * collects the requests, and `forms` collects their form bodies.
 */
export function createWorld(changes: Changes = {}, options: OAuthOptions = {}) {
  const log: string[] = [];
  const signals: AbortSignal[] = [];
  const forms: { readonly [name: string]: string }[] = [];
  const pages: URL[] = [];
  const registered: { readonly [name: string]: unknown }[] = [];
  const codes = new Map<string, string>();
  const valid = new Set<string>();
  const refreshable = new Set<string>();
  let count = 0;

  const tokens = (): Response => {
    count += 1;
    valid.add(`access-${count}`);
    refreshable.add(`refresh-${count}`);
    return json({
      access_token: `access-${count}`,
      refresh_token: `refresh-${count}`,
      token_type: "Bearer",
      expires_in: changes.lifetime ?? 3_600,
    });
  };
  const refused = (error: string): Response =>
    json({ error, error_description: "no" }, 400);
  const routes: { [url: string]: Route } = {
    [SERVER]: (_form, { authorization = "" }) =>
      valid.has(authorization.slice("Bearer ".length))
        ? json({ you: "are in" })
        : new Response("", {
            status: 401,
            headers: {
              "www-authenticate":
                changes.challenge ?? `Bearer resource_metadata="${METADATA}"`,
            },
          }),
    [METADATA]: () =>
      json({
        resource: SERVER,
        authorization_servers: [ISSUER],
        ...changes.resource,
      }),
    [`${ISSUER}/.well-known/oauth-authorization-server`]: () =>
      json({
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/authorize`,
        token_endpoint: `${ISSUER}/token`,
        registration_endpoint: `${ISSUER}/register`,
        code_challenge_methods_supported: ["S256"],
        ...changes.metadata,
      }),
    [`${ISSUER}/register`]: (_form, _headers, body) => {
      registered.push(JSON.parse(body));
      return json({ client_id: `client-${registered.length}` }, 201);
    },
    [`${ISSUER}/token`]: (form) => {
      if (form.get("grant_type") === "refresh_token")
        return refreshable.delete(form.get("refresh_token") ?? "")
          ? tokens()
          : refused("invalid_grant");
      if (form.get("grant_type") !== "authorization_code") return tokens();
      const code = form.get("code") ?? "";
      const digest = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      const proven = codes.get(code) === digest;
      codes.delete(code);
      return proven ? tokens() : refused("invalid_grant");
    },
    ...changes.routes,
  };
  const fetch: Fetch = async (url, { method, headers, body = "", signal }) => {
    signals.push(signal);
    log.push(`${method} ${url}`);
    const form = new URLSearchParams(body);
    const type = headers["content-type"] ?? "";
    if (type.includes("form")) forms.push(Object.fromEntries(form));
    const route = Object.hasOwn(routes, url) ? routes[url] : undefined;
    return route?.(form, headers, body) ?? new Response("", { status: 404 });
  };
  /** Simulates a user who consents immediately. Returns the redirect URL. */
  const open = (address: string): string => {
    const page = new URL(address);
    pages.push(page);
    const code = `code-${pages.length}`;
    codes.set(code, page.searchParams.get("code_challenge") ?? "");
    const back = new URL(page.searchParams.get("redirect_uri") ?? "");
    const state = page.searchParams.get("state") ?? "";
    for (const [name, value] of Object.entries({
      code,
      state,
      ...changes.answer,
    }))
      if (value !== undefined) back.searchParams.set(name, value);
    for (const [name, value] of Object.entries(changes.again ?? {}))
      back.searchParams.append(name, value);
    return back.href;
  };
  const authorize = oauth({ fetch, open, redirectUri: REDIRECT, ...options });
  return {
    authorize,
    fetch,
    open,
    log,
    signals,
    forms,
    pages,
    registered,
    valid,
    refreshable,
    routes,
    send: createSender(authorize, fetch),
  };
}

export type World = ReturnType<typeof createWorld>;

/**
 * Replaces the route of `url`. The handler of the new route can call the former
 * route with `next`.
 */
export function intercept(
  { routes }: World,
  url: string,
  handler: (next: () => Answer, ...request: Parameters<Route>) => Answer,
): void {
  const { [url]: former } = routes;
  routes[url] = (...request) =>
    handler(
      () => former?.(...request) ?? new Response("", { status: 404 }),
      ...request,
    );
}

/**
 * Adds another MCP server, which accepts the same tokens. The server's metadata
 * names the issuer `ISSUER` and also contains the members of `metadata`.
 * Returns a function that sends a request to the server.
 */
export function addServer(world: World, url: string, metadata: object = {}) {
  const { origin, pathname } = new URL(url);
  const known = `${origin}/.well-known/oauth-protected-resource${pathname}`;
  Object.assign(world.routes, {
    [url]: (
      _form: unknown,
      { authorization = "" }: { authorization?: string },
    ) =>
      world.valid.has(authorization.slice("Bearer ".length))
        ? json({})
        : new Response("", {
            status: 401,
            headers: {
              "www-authenticate": `Bearer resource_metadata="${known}"`,
            },
          }),
    [known]: () =>
      json({ resource: url, authorization_servers: [ISSUER], ...metadata }),
  });
  return createSender(world.authorize, world.fetch, url);
}

/**
 * Returns a function that sends an authorized request and returns the HTTP
 * status of the response.
 */
export function createSender(authorize: OAuth, fetch: Fetch, url = SERVER) {
  const fetcher = new Fetcher(url, { authorize, fetch });
  return async (
    signal = new AbortController().signal,
    waiting?: () => void,
  ): Promise<number> => {
    const request = { method: "POST", headers: {}, signal, waiting } as const;
    return (await fetcher.send(request)).status;
  };
}

/** Returns the `reason` of the OAuthError with which a promise rejects. */
export async function getReason(promise: Promise<unknown>): Promise<string> {
  try {
    return `resolved to ${String(await promise)}`;
  } catch (error) {
    const { reason, message } = error as Error & { reason?: string };
    return reason ?? message;
  }
}
