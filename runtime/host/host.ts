/**
 * Host: connects to many servers, with a separate client for each server. Lists
 * the tools, prompts and resources of all servers under unique names. Every
 * request passes the consent hooks and the limits, and is recorded in the audit
 * log.
 */
import {
  asError,
  ConnectionError,
  McpError,
} from "../json-rpc/messages/errors.js";
import { MAX_TIMEOUT } from "../json-rpc/requests.js";
import { http } from "../http/client/client.js";
import { spawn } from "../transport/spawn.js";
import { Consents } from "./consent/consent.js";
import { sendWithConsent } from "./consent/data-flow.js";
import { ConcurrencyLimit } from "./consent/gate.js";
import { guardHandlers, type ServerGuard } from "./consent/guarded.js";
import { HostCallbacks } from "./consent/hooks.js";
import {
  joinName,
  joinToolName,
  joinUri,
  splitName,
  splitUri,
} from "./names.js";
import { providerSchema } from "./provider-schema.js";
import { Recorder, type CompleteEntry } from "./consent/recorder.js";
import { authorizeWithConsent } from "./consent/sign-in.js";
import { HostedServer } from "./server.js";
import type {
  ConnectReport,
  HostBinding,
  HostSettings,
} from "./config/settings.js";
import type { Authorizer } from "../http/client/authorizer.js";
import type { DataFlow } from "./consent/data-flow.js";
import type { Peer } from "../protocol/connection/peer.js";
import type { ListedItem, ListName } from "./fetch-lists.js";
import type { ServerState } from "./server.js";
import type { NamePart } from "./names.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { ServerConfig } from "./config/server-config.js";
import type { Transport } from "../transport/transport.js";

const DEFAULT_RESTARTS = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

export class HostCore {
  readonly #servers = new Map<string, HostedServer>();
  readonly #consents: Consents;
  readonly #binding: HostBinding;
  readonly #settings: HostSettings;
  readonly #hooks: HostCallbacks;
  readonly #recorder: Recorder;

  constructor(binding: HostBinding, settings: HostSettings) {
    this.#binding = binding;
    this.#settings = settings;
    this.#hooks = new HostCallbacks(settings.onError);
    this.#recorder = new Recorder(settings.audit, this.#hooks);
    this.#consents = new Consents(settings.consent ?? {}, settings.remembered);
    for (const [name, config] of Object.entries(settings.servers))
      this.#add(name, config);
  }

  #add(name: string, config: ServerConfig): HostedServer {
    const binding = this.#binding;
    const {
      limits = {},
      timeout = 60_000,
      restarts = DEFAULT_RESTARTS,
    } = this.#settings;
    const started = "command" in config;
    const onError = (error: Error): void => this.#hooks.report(name, error);
    const server = new HostedServer(
      {
        name,
        config,
        client: (handlers) => binding.client(handlers, onError),
        transport: () => this.#transport(name, config),
        listens: binding.listens,
        // Failed requests are retried even if `restarts` is empty, because a
        // retry does not start a process.
        waits: restarts.length > 0 ? restarts : DEFAULT_RESTARTS,
        timeout,
        // The maximum time to connect is longer if the server has an
        // authorizer, because the user may need much time to sign in.
        maxTimeout: this.#authorizer(config) ? MAX_TIMEOUT : timeout,
        concurrency: new ConcurrencyLimit(limits.calls ?? 16),
        traffic: limits,
        restarts: started ? restarts : [],
        record: (from, method) => this.#recorder.begin(name, from, method),
        changed: (lists) =>
          this.#hooks.notify(name, () =>
            this.#settings.onChange?.(name, lists),
          ),
        stateChanged: (state, error) => this.#stateChanged(name, state, error),
        onError,
      },
      guardHandlers(binding.handlers, {
        ...this.#guard(name),
        inputs: limits.inputs ?? 60,
      }),
    );
    this.#servers.set(name, server);
    return server;
  }

  /** Returns the consent hooks and the audit recorder for one server. */
  #guard(server: string): Omit<ServerGuard, "inputs"> {
    const record = (what: string, name?: string): CompleteEntry =>
      this.#recorder.begin(server, "server", what, name);
    return { server, consents: this.#consents, record };
  }

  #authorizer(config: ServerConfig): Authorizer | undefined {
    if (!("url" in config)) return undefined;
    return config.authorize ?? this.#settings.authorize;
  }

  #transport(name: string, config: ServerConfig): Transport {
    const custom = this.#settings.transport?.(name, config);
    if (custom) return custom;
    if ("url" in config) {
      const { headers } = config;
      const authorize = this.#authorizer(config);
      return http(config.url, {
        headers,
        authorize:
          authorize && authorizeWithConsent(authorize, this.#guard(name)),
      });
    }
    const { command, args, env, cwd } = config;
    const { stderr } = this.#settings;
    return spawn(command, args, {
      env,
      cwd,
      // Capture stderr even if the host has no callback for it: if the server
      // exits, the error message quotes the output.
      stderr: (text) => this.#hooks.notify(name, () => stderr?.(name, text)),
    });
  }

  /**
   * Connects to all servers at once. Does not reject if connecting to some
   * servers fails: the returned report lists the failed servers with their
   * errors.
   */
  async connect(): Promise<ConnectReport> {
    const outcomes = await Promise.all(
      [...this.#servers.values()]
        .filter((server) => !server.isStopped)
        .map(async (server) => ({
          server: server.name,
          error: await server.connect().then(() => undefined, asError),
        })),
    );
    return {
      connected: outcomes.flatMap(({ server, error }) => (error ? [] : server)),
      failed: outcomes.flatMap(({ server, error }) =>
        error ? { server, error } : [],
      ),
    };
  }

  /**
   * Adds a server and connects to it. If connecting fails, the server remains
   * in the host.
   */
  async add(name: string, config: ServerConfig): Promise<void> {
    if (this.#servers.has(name))
      throw new Error(`A server named ${name} already exists`);
    await this.#add(name, config).connect();
  }

  /** Closes the connection of a server and removes the server from the host. */
  async remove(name: string): Promise<void> {
    const server = this.#server(name);
    this.#servers.delete(name);
    await server.close();
  }

  /**
   * Closes the connection of a server. The server stays disconnected until it
   * is enabled again.
   */
  async disable(name: string): Promise<void> {
    await this.#server(name).close("disabled");
  }

  /** Connects to a server that was disabled or that failed to connect. */
  async enable(name: string): Promise<void> {
    await this.#server(name).enable();
  }

  /** Closes the connection of a server and opens a new one. */
  async reconnect(name: string): Promise<void> {
    await this.disable(name);
    await this.enable(name);
  }

  /**
   * All servers with their state and last error. `peer` holds the server's name
   * and capabilities while the server is ready.
   */
  get servers(): readonly {
    readonly name: string;
    readonly state: ServerState;
    readonly error: Error | undefined;
    readonly peer: Peer | undefined;
  }[] {
    return [...this.#servers.values()].map(({ name, state, error, peer }) => ({
      name,
      state,
      error,
      peer,
    }));
  }

  get tools(): readonly ListedItem[] {
    return [...this.#servers.values()].flatMap(({ name: server, lists }) =>
      lists.tools.map((original) => ({
        ...original,
        name: joinToolName(server, String(original.name)),
        inputSchema: providerSchema(original.inputSchema),
        server,
        original,
      })),
    );
  }

  get prompts(): readonly ListedItem[] {
    return this.#all("prompts", "name", joinName);
  }

  get resources(): readonly ListedItem[] {
    return this.#all("resources", "uri", joinUri);
  }

  get resourceTemplates(): readonly ListedItem[] {
    return this.#all("resourceTemplates", "uriTemplate", joinUri);
  }

  /** Calls a tool by its unique name in the host, such as `weather__get`. */
  async callTool(
    params: { readonly name: string; readonly arguments?: object },
    options?: RequestOptions,
  ): Promise<unknown> {
    const { server, name } = this.#tool(params.name);
    const args = params.arguments ?? {};
    return this.#cross(
      server,
      {
        method: "tools/call",
        kind: "callTool",
        name,
        shown: { tool: name, arguments: args },
        value: args,
        paramsOf: (edited) => ({ ...params, name, arguments: edited }),
      },
      options,
    );
  }

  /**
   * Reads a resource by its unique URI in the host, such as
   * `mcp:docs/file:///a`.
   */
  async readResource(
    params: { readonly uri: string },
    options?: RequestOptions,
  ): Promise<unknown> {
    const { server, name: uri } = requireNamePart(
      splitUri(params.uri),
      params.uri,
    );
    return this.#cross(
      server,
      {
        method: "resources/read",
        kind: "resource",
        name: uri,
        shown: { uri },
        value: uri,
        paramsOf: () => ({ ...params, uri }),
      },
      options,
    );
  }

  /** Gets a prompt by its unique name in the host, such as `docs__summary`. */
  async getPrompt(
    params: { readonly name: string },
    options?: RequestOptions,
  ): Promise<unknown> {
    const { server, name } = requireNamePart(
      splitName(params.name),
      params.name,
    );
    return this.#cross(
      server,
      {
        method: "prompts/get",
        name,
        shown: {},
        value: name,
        paramsOf: () => ({ ...params, name }),
      },
      options,
    );
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#servers.values()].map((server) => server.close()),
    );
  }

  /**
   * Returns the server and the original name of a tool. If the tool is no
   * longer listed, splits the unique name at its separator, unless
   * `joinToolName` has shortened the name.
   */
  #tool(joined: string): NamePart {
    for (const { name: server, lists } of this.#servers.values())
      for (const { name } of lists.tools)
        if (joinToolName(server, String(name)) === joined)
          return { server, name: String(name) };
    return requireNamePart(splitName(joined), joined);
  }

  #server(name: string): HostedServer {
    const server = this.#servers.get(name);
    if (server) return server;
    throw new ConnectionError("closed", `No server is named ${name}`);
  }

  #cross<T>(
    name: string,
    crossing: DataFlow<T>,
    options: RequestOptions | undefined,
  ): Promise<unknown> {
    const server = this.#server(name);
    return sendWithConsent(
      server,
      crossing,
      this.#consents,
      this.#recorder,
      options,
    );
  }

  #stateChanged(name: string, state: ServerState, error?: Error): void {
    if (state !== "connecting")
      this.#recorder.begin(name, "host", state)(
        error ? "failed" : "allowed",
        [],
        error,
      );
    this.#hooks.notify(name, () =>
      this.#settings.onState?.(name, state, error),
    );
  }

  /**
   * Returns the items that all servers list, such as all tools. In each item,
   * `name` or `uri` is replaced by the item's unique name or URI in the host.
   */
  #all(
    list: ListName,
    member: string,
    join: (server: string, name: string) => string,
  ): readonly ListedItem[] {
    return [...this.#servers.values()].flatMap(({ name, lists }) =>
      lists[list].map((item) => ({
        ...item,
        [member]: join(name, String(item[member])),
      })),
    );
  }
}

function requireNamePart(found: NamePart | undefined, name: string): NamePart {
  if (found) return found;
  throw new McpError(
    -32602,
    `No server has a tool, prompt or resource named ${name}`,
  );
}
