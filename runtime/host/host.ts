/**
 * A host: many servers, one client for each, none of which sees the messages of
 * another. What they offer is listed together under names of the host's own;
 * nothing is sent without consent and limits, and all that was is recorded.
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
import { cross } from "./consent/data-flow.js";
import { Gate } from "./consent/gate.js";
import { guarded, type GuardedBy } from "./consent/guarded.js";
import { Hooks } from "./consent/hooks.js";
import {
  joinName,
  joinToolName,
  joinUri,
  splitName,
  splitUri,
} from "./names.js";
import { providerSchema } from "./provider-schema.js";
import { Recorder, type Done } from "./consent/recorder.js";
import { signingIn } from "./consent/sign-in.js";
import { HostedServer } from "./server.js";
import type {
  ConnectReport,
  HostBinding,
  HostSettings,
} from "./config/settings.js";
import type { Authorizer } from "../http/client/authorizer.js";
import type { Crossing } from "./consent/data-flow.js";
import type { Peer } from "../protocol/connection/peer.js";
import type { Item, ListName } from "./fetch-lists.js";
import type { ServerState } from "./server.js";
import type { NamePart } from "./names.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { ServerConfig } from "./config/server-config.js";
import type { Transport } from "../transport/transport.js";

const RESTARTS = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

export class HostCore {
  readonly #servers = new Map<string, HostedServer>();
  readonly #consents: Consents;
  readonly #binding: HostBinding;
  readonly #settings: HostSettings;
  readonly #hooks: Hooks;
  readonly #recorder: Recorder;

  constructor(binding: HostBinding, settings: HostSettings) {
    this.#binding = binding;
    this.#settings = settings;
    this.#hooks = new Hooks(settings.onError);
    this.#recorder = new Recorder(settings.audit, this.#hooks);
    this.#consents = new Consents(settings.consent ?? {}, settings.remembered);
    for (const [name, config] of Object.entries(settings.servers))
      this.#add(name, config);
  }

  #add(name: string, config: ServerConfig): HostedServer {
    const binding = this.#binding;
    const {
      limits = {},
      timeout = 30_000,
      restarts = RESTARTS,
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
        // A retry starts no process, so it happens even without restarts.
        waits: restarts.length > 0 ? restarts : RESTARTS,
        timeout,
        // The time for an answer does not run while the user signs in.
        maxTimeout: this.#authorizer(config) ? MAX_TIMEOUT : timeout,
        gate: new Gate(limits.calls ?? 16),
        traffic: limits,
        restarts: started ? restarts : [],
        record: (from, method) => this.#recorder.begin(name, from, method),
        changed: (lists) =>
          this.#hooks.tell(name, () => this.#settings.onChange?.(name, lists)),
        stateChanged: (state, error) => this.#stateChanged(name, state, error),
        onError,
      },
      guarded(binding.handlers, {
        ...this.#guard(name),
        inputs: limits.inputs ?? 60,
      }),
    );
    this.#servers.set(name, server);
    return server;
  }

  /** What stands between a server and the user. */
  #guard(server: string): Omit<GuardedBy, "inputs"> {
    const record = (what: string, name?: string): Done =>
      this.#recorder.begin(server, "server", what, name);
    return { server, consents: this.#consents, record };
  }

  #authorizer(config: ServerConfig): Authorizer | undefined {
    if (!("url" in config)) return undefined;
    return config.authorize ?? this.#settings.authorize;
  }

  #transport(name: string, config: ServerConfig): Transport {
    const own = this.#settings.transport?.(name, config);
    if (own) return own;
    if ("url" in config) {
      const { headers } = config;
      const authorize = this.#authorizer(config);
      return http(config.url, {
        headers,
        authorize: authorize && signingIn(authorize, this.#guard(name)),
      });
    }
    const { command, args, env, cwd } = config;
    const { stderr } = this.#settings;
    return spawn(command, args, {
      env,
      cwd,
      // Read even if nobody wants it: the error of a server's end quotes it.
      stderr: (text) => this.#hooks.tell(name, () => stderr?.(name, text)),
    });
  }

  /**
   * Connects to all servers at once. Never rejects for a server that fails:
   * the report says which, and why.
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

  /** Adds a server and connects to it; it stays when that fails. */
  async add(name: string, config: ServerConfig): Promise<void> {
    if (this.#servers.has(name))
      throw new Error(`There is a server ${name} already`);
    await this.#add(name, config).connect();
  }

  /** Ends a server's connection, and forgets the server. */
  async remove(name: string): Promise<void> {
    const server = this.#server(name);
    this.#servers.delete(name);
    await server.close();
  }

  /** Ends a server's connection until it is enabled again. */
  async disable(name: string): Promise<void> {
    await this.#server(name).close("disabled");
  }

  /** Connects to a server that was disabled, or could not be connected to. */
  async enable(name: string): Promise<void> {
    await this.#server(name).enable();
  }

  /** Ends a server's connection, and connects anew. */
  async reconnect(name: string): Promise<void> {
    await this.disable(name);
    await this.enable(name);
  }

  /** Each server with its state, and what is known of it. */
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

  get tools(): readonly Item[] {
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

  get prompts(): readonly Item[] {
    return this.#all("prompts", "name", joinName);
  }

  get resources(): readonly Item[] {
    return this.#all("resources", "uri", joinUri);
  }

  get resourceTemplates(): readonly Item[] {
    return this.#all("resourceTemplates", "uriTemplate", joinUri);
  }

  /** Calls a tool by its name in the host. */
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
        about: { tool: name, arguments: args },
        value: args,
        paramsOf: (edited) => ({ ...params, name, arguments: edited }),
      },
      options,
    );
  }

  /** Reads a resource by its address in the host. */
  async readResource(
    params: { readonly uri: string },
    options?: RequestOptions,
  ): Promise<unknown> {
    const { server, name: uri } = part(splitUri(params.uri), params.uri);
    return this.#cross(
      server,
      {
        method: "resources/read",
        kind: "resource",
        name: uri,
        about: { uri },
        value: uri,
        paramsOf: () => ({ ...params, uri }),
      },
      options,
    );
  }

  /** Gets a prompt by its name in the host. */
  async getPrompt(
    params: { readonly name: string },
    options?: RequestOptions,
  ): Promise<unknown> {
    const { server, name } = part(splitName(params.name), params.name);
    return this.#cross(
      server,
      {
        method: "prompts/get",
        name,
        about: {},
        value: name,
        paramsOf: () => ({ ...params, name }),
      },
      options,
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((one) => one.close()));
  }

  /** The tool that is listed under a name, or was once. */
  #tool(joined: string): NamePart {
    for (const { name: server, lists } of this.#servers.values())
      for (const { name } of lists.tools)
        if (joinToolName(server, String(name)) === joined)
          return { server, name: String(name) };
    return part(splitName(joined), joined);
  }

  #server(name: string): HostedServer {
    const server = this.#servers.get(name);
    if (server) return server;
    throw new ConnectionError("closed", `There is no server ${name}`);
  }

  #cross<T>(
    name: string,
    crossing: Crossing<T>,
    options: RequestOptions | undefined,
  ): Promise<unknown> {
    const server = this.#server(name);
    return cross(server, crossing, this.#consents, this.#recorder, options);
  }

  #stateChanged(name: string, state: ServerState, error?: Error): void {
    if (state !== "connecting")
      this.#recorder.begin(name, "host", state)(
        error ? "failed" : "allowed",
        [],
        error,
      );
    this.#hooks.tell(name, () => this.#settings.onState?.(name, state, error));
  }

  /** A list of all servers, where the member that names an item is joined. */
  #all(
    list: ListName,
    member: string,
    join: (server: string, name: string) => string,
  ): readonly Item[] {
    return [...this.#servers.values()].flatMap(({ name, lists }) =>
      lists[list].map((item) => ({
        ...item,
        [member]: join(name, String(item[member])),
      })),
    );
  }
}

function part(found: NamePart | undefined, name: string): NamePart {
  if (found) return found;
  throw new McpError(-32602, `No server has ${name}`);
}
