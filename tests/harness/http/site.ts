/**
 * Starts servers on Node.js and on web platforms (`fetchHandler`), and sends
 * requests to them.
 */
import { suite } from "uvu";
import { fetchHandler, listen } from "./serving.js";
import { ServerCore } from "../../../runtime/protocol/server-core.js";
import { SERVER, STATELESS_SERVER } from "../wire/wire.js";
import { defer } from "../run/deferred.js";
import { createMeta } from "../peers/meta.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import type { Limits } from "../../../runtime/limits/limits.js";
import type { HttpOptions } from "../../../runtime/http/server/options.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";

import { Events } from "./events.js";

export * from "./events.js";

export const SESSIONS = SERVER;
export const POLLING: Protocol = {
  ...SERVER,
  http: { ...SERVER.http, polling: true },
};
export const SINGLE: Protocol = {
  ...STATELESS_SERVER,
  http: { versionHeader: true },
};
export const LEGACY_SSE: Protocol = {
  ...SESSIONS,
  http: { ...SESSIONS.http, legacySse: true },
};

/** Running server, with a function that sends requests to it. */
export interface Site {
  readonly server: ServerCore;
  readonly errors: string[];
  request(path: string, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Function that starts a server on one platform: Node.js or web. */
export type Serve = (
  protocol: Protocol,
  handlers: Handlers,
  options?: HttpOptions,
  limits?: Limits,
) => Promise<Site>;

function createCore(
  protocol: Protocol,
  handlers: Handlers,
  limits: Limits,
): { server: ServerCore; errors: string[] } {
  const errors: string[] = [];
  const info = { name: "server", version: "1" };
  const server = new ServerCore(protocol, info, handlers, {
    capabilities: { logging: {}, tools: { listChanged: true } },
    limits,
    onError: (error) => errors.push(error.message),
  });
  return { server, errors };
}

const sites = new Set<Site>();

/**
 * Closes all running servers. Suites call this function after each test,
 * because a server that a failed test left open keeps the process alive.
 */
export async function closeSites(): Promise<void> {
  const left = [...sites];
  sites.clear();
  await Promise.all(left.map((site) => site.close()));
}

/** Registers a running server, so that `closeSites` closes it. */
function register(site: Site): Site {
  const close = (): Promise<void> => {
    sites.delete(served);
    return site.close();
  };
  const served = { ...site, close };
  sites.add(served);
  return served;
}

export const PLATFORMS: { readonly [name: string]: Serve } = {
  node: async (protocol, handlers, options = {}, limits = {}) => {
    const { server, errors } = createCore(protocol, handlers, limits);
    const { url, close } = await listen(server, options);
    return register({
      server,
      errors,
      request: (path, init) => fetch(new URL(path, url), init),
      close,
    });
  },
  web: (protocol, handlers, options = {}, limits = {}) => {
    const { server, errors } = createCore(protocol, handlers, limits);
    const handler = fetchHandler(server, options);
    const site = register({
      server,
      errors,
      request: (path, init) =>
        handler(new Request(new URL(path, "http://127.0.0.1"), init)),
      close: () => handler.close(),
    });
    return Promise.resolve(site);
  },
};

/** Creates a suite that runs each test on all platforms: Node.js and web. */
export function onPlatforms(title: string) {
  const suites = Object.entries(PLATFORMS).map(([platform, serve]) => {
    const test = suite(`${title}: ${platform}`);
    test.after.each(closeSites);
    return { test, serve, platform };
  });
  type Body = (serve: Serve, platform: string) => Promise<unknown>;
  const each = (name: string, body: Body): void => {
    for (const { test, serve, platform } of suites)
      test(name, async () => void (await body(serve, platform)));
  };
  const run = (): void => suites.forEach(({ test }) => test.run());
  return Object.assign(each, { run });
}

export const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Sends a message to the MCP endpoint by POST. */
export function post(
  site: Pick<Site, "request">,
  message: object | readonly object[] | string,
  headers: { [name: string]: string } = {},
  signal?: AbortSignal,
): Promise<Response> {
  const body =
    typeof message === "string"
      ? message
      : JSON.stringify(
          Array.isArray(message)
            ? message.map((part: object) => ({ jsonrpc: "2.0", ...part }))
            : { jsonrpc: "2.0", ...message },
        );
  return site.request("/mcp", {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body,
    ...(signal ? { signal } : {}),
  });
}

export const OPENING = {
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2000-01-01",
    capabilities: { sampling: {} },
    clientInfo: { name: "test", version: "1" },
  },
};

/**
 * Opens a session. Returns the headers that further requests of the session
 * need.
 */
export async function openSession(
  site: Pick<Site, "request">,
  headers: { [name: string]: string } = {},
): Promise<{ "mcp-session-id": string }> {
  const response = await post(site, OPENING, headers);
  const id = response.headers.get("mcp-session-id") ?? "";
  await response.body?.cancel();
  const session = { ...headers, "mcp-session-id": id };
  await post(site, { method: "notifications/initialized" }, session);
  return session;
}

/** Starts a server and opens a session. */
export async function opened(
  serve: Serve,
  ...served: Parameters<Serve>
): Promise<{ site: Site; session: { "mcp-session-id": string } }> {
  const site = await serve(...served);
  return { site, session: await openSession(site) };
}

/**
 * Opens a GET stream of a session. With `last`, resumes the stream after the
 * event with that id.
 */
export function listenTo(
  site: Pick<Site, "request">,
  session: { [name: string]: string },
  last?: string,
): Promise<Response> {
  const from = last === undefined ? {} : { "last-event-id": last };
  const headers = { accept: "text/event-stream", ...session, ...from };
  return site.request("/mcp", { method: "GET", headers });
}

/**
 * Starts a server, calls its tool in a session, and reads all events of the
 * response.
 */
export async function called(
  serve: Serve,
  handler: Handlers[string],
  options: HttpOptions = {},
  protocol = SESSIONS,
) {
  const handlers = { "tools/call": handler };
  const made = await opened(serve, protocol, handlers, options);
  const response = await post(made.site, CALL, made.session);
  const { headers } = response;
  return { ...made, headers, events: await new Events(response).rest() };
}

/**
 * Returns a promise and a function `open`. The promise resolves when a test
 * calls `open`.
 */
export function gate(): { promise: Promise<void>; open: () => void } {
  const { promise, resolve } = defer();
  return { promise, open: resolve };
}

export const CALL = { id: 1, method: "tools/call", params: { name: "x" } };

/**
 * Returns a request of a stateless revision, and the HTTP headers of the
 * request.
 */
export function single(
  method: string,
  params: { readonly name?: string; readonly [name: string]: unknown } = {},
  meta: object = {},
  version = "2000-01-01",
): [object, { [name: string]: string }] {
  const _meta = { ...createMeta(version), ...meta };
  const name = params.name === undefined ? {} : { "mcp-name": params.name };
  return [
    { id: "r", method, params: { ...params, _meta } },
    { "mcp-protocol-version": version, "mcp-method": method, ...name },
  ];
}

/**
 * Creates a tool handler that runs until its request is aborted and then calls
 * `gone`.
 */
export const until =
  (gone: () => void) =>
  (_params: never, ctx: Call): Promise<object> =>
    new Promise((resolve) => {
      ctx.signal.addEventListener("abort", () => {
        gone();
        resolve({});
      });
      ctx.log("info", "started");
    });

/**
 * Creates a tool handler that logs `count` messages, waits for `finish` and
 * logs "last".
 */
export const logging =
  (count: number, finish: Promise<void> = Promise.resolve()) =>
  async (_params: never, ctx: Call): Promise<object> => {
    for (let n = 1; n <= count; n += 1) ctx.log("info", n);
    await finish;
    ctx.log("info", "last");
    return { done: true };
  };
