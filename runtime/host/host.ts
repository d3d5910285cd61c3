/**
 * Host: connects to many servers, with a separate client for each server. Lists
 * the tools, prompts and resources of all servers under unique names. Every
 * request passes the consent hooks and the limits, and is recorded in the audit
 * log.
 */
import { asError, ConnectionError } from "../json-rpc/messages/errors.js";
import { Catalog } from "./catalog.js";
import { sendWithConsent } from "./consent/data-flow.js";
import { ServerFactory } from "./server-factory.js";
import type {
  ConnectReport,
  HostBinding,
  HostSettings,
} from "./config/settings.js";
import type { AuditEntry } from "./consent/audit.js";
import type { DataFlow } from "./consent/data-flow.js";
import type { Peer } from "../protocol/connection/peer.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { NamePart } from "./names.js";
import type { HostedServerRequests } from "./types.js";
import type { ListedItem } from "./fetch-lists.js";
import type { HostedServer } from "./server.js";
import type { ServerState } from "./server-setup.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { ServerConfig } from "./config/server-config.js";

export class HostCore {
  readonly #servers = new Map<string, HostedServer>();
  readonly #catalog = new Catalog(this.#servers);
  readonly #factory: ServerFactory;

  constructor(binding: HostBinding, settings: HostSettings) {
    this.#factory = new ServerFactory(binding, settings);
    for (const [name, config] of Object.entries(settings.servers))
      this.#add(name, config);
  }

  #add(name: string, config: ServerConfig): HostedServer {
    const server = this.#factory.create(name, config);
    this.#servers.set(name, server);
    return server;
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
    return this.#catalog.tools;
  }

  get prompts(): readonly ListedItem[] {
    return this.#catalog.prompts;
  }

  get resources(): readonly ListedItem[] {
    return this.#catalog.resources;
  }

  get resourceTemplates(): readonly ListedItem[] {
    return this.#catalog.resourceTemplates;
  }

  /** Returns the server and the original name of a tool. */
  protected findTool(name: string): NamePart {
    return this.#catalog.findTool(name);
  }

  /** Calls a tool by its unique name in the host, such as `weather__get`. */
  async callTool(
    params: { readonly name: string; readonly arguments?: object },
    options?: RequestOptions,
  ): Promise<unknown> {
    const { server, name } = this.findTool(params.name);
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
    const { server, name: uri } = this.#catalog.findResource(params.uri);
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
    const { server, name } = this.#catalog.findPrompt(params.name);
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

  /**
   * Returns an object that sends requests to one server. In these requests,
   * tools, prompts and resources have their original names, not the unique
   * names of the host.
   *
   * @param from Sender of the requests in the audit log. Defaults to `host`.
   */
  server(server: string, from?: AuditEntry["from"]): HostedServerRequests {
    return {
      label: server,
      request: async (method, params, options) => {
        const { name, uri, arguments: args = {} } = params as ListedItem;
        const isCall = method === "tools/call";
        const isRead = method === "resources/read";
        const kind = isCall ? "callTool" : isRead ? "resource" : undefined;
        const crossing: DataFlow<unknown> = {
          from,
          method,
          ...(kind && { kind }),
          name: String((isRead ? uri : name) ?? ""),
          shown: isCall ? { tool: name, arguments: args } : { uri },
          value: isCall ? args : params,
          paramsOf: (value) =>
            isCall ? { ...params, arguments: value } : (params as Params),
        };
        return this.#cross(server, crossing, options);
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#servers.values()].map((server) => server.close()),
    );
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
      this.#factory.consents,
      this.#factory.recorder,
      options,
    );
  }
}
