/**
 * A host: many servers, one client for each, none of which sees what crosses
 * with another. What they offer is brought together under names of its own,
 * and nothing crosses without consent, limits and a record.
 */
import { asError, ConnectionError, McpError } from "../connection/errors.js";
import { http } from "../http/client.js";
import { wrongOutput } from "../features/output-validator.js";
import { spawn } from "../transport/spawn.js";
import { Consents, rejected } from "./consent.js";
import { Gate } from "./gate.js";
import { guarded } from "./guarded.js";
import { joinName, joinUri, splitName, splitUri } from "./names.js";
import { Recorder } from "./recorder.js";
import { HostedServer } from "./server.js";
import type { JsonSchema } from "../schema/run.js";
import type { ConnectReport, HostBinding, HostSettings } from "./settings.js";
import type { Decision } from "./audit.js";
import type { Peer } from "../lifecycle/lifecycle.js";
import type { Item, ListName, ServerState } from "./server.js";
import type { Params } from "../connection/messages.js";
import type { Part } from "./names.js";
import type { RequestOptions } from "../connection/requests.js";
import type { ServerConfig } from "./config.js";
import type { SpawnOptions } from "../transport/spawn.js";
import type { Transport } from "../transport/transport.js";

const RESTARTS = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

export class HostCore {
  readonly #servers = new Map<string, HostedServer>();
  readonly #gates = new Map<string, Gate>();
  readonly #consents: Consents;
  readonly #settings: HostSettings;
  readonly #recorder: Recorder;

  constructor(binding: HostBinding, settings: HostSettings) {
    this.#settings = settings;
    this.#recorder = new Recorder(settings.audit);
    this.#consents = new Consents(settings.consent ?? {}, settings.remembered);
    for (const [name, config] of Object.entries(settings.servers))
      this.#add(name, config, binding);
  }

  #add(name: string, config: ServerConfig, binding: HostBinding): void {
    const {
      limits = {},
      timeout = 30_000,
      restarts = RESTARTS,
    } = this.#settings;
    const started = "command" in config;
    this.#gates.set(name, new Gate(limits.calls ?? 16));
    const server = new HostedServer(
      {
        name,
        client: (handlers) =>
          binding.client(handlers, (error) =>
            this.#settings.onError?.(name, error),
          ),
        transport: () => this.#transport(name, config),
        listens: binding.listens,
        timeout,
        traffic: limits,
        restarts: started ? restarts : [],
        record: (from, method) => this.#recorder.begin(name, from, method),
        changed: (lists) => this.#settings.onChange?.(name, lists),
        stateChanged: (state, error) => this.#stateChanged(name, state, error),
      },
      guarded(binding.handlers, {
        server: name,
        consents: this.#consents,
        inputs: limits.inputs ?? 60,
        record: (method, entry) =>
          this.#recorder.begin(name, "server", method, entry),
      }),
    );
    this.#servers.set(name, server);
  }

  #transport(name: string, config: ServerConfig): Transport {
    const own = this.#settings.transport?.(name, config);
    if (own) return own;
    if ("url" in config) return http(config.url, { headers: config.headers });
    const { command, args, env, cwd } = config;
    const { stderr } = this.#settings;
    const options: SpawnOptions = {
      env,
      cwd,
      // Heard in any case, since the error of a server's end quotes it.
      stderr: (text) => stderr?.(name, text),
    };
    return spawn(command, args, options);
  }

  /**
   * Connects to all servers at once. Never rejects for a server that fails:
   * the report says which, and why.
   */
  async connect(): Promise<ConnectReport> {
    const connected: string[] = [];
    const failed: { server: string; error: Error }[] = [];
    await Promise.all(
      [...this.#servers.values()].map((server) =>
        server.connect().then(
          () => connected.push(server.name),
          (error: unknown) =>
            failed.push({ server: server.name, error: asError(error) }),
        ),
      ),
    );
    const order = [...this.#servers.keys()];
    const byOrder = (a: string, b: string): number =>
      order.indexOf(a) - order.indexOf(b);
    return {
      connected: connected.sort(byOrder),
      failed: failed.sort((a, b) => byOrder(a.server, b.server)),
    };
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
    return this.#all("tools", (server, { name }) => ({
      name: joinName(server, String(name)),
    }));
  }

  get prompts(): readonly Item[] {
    return this.#all("prompts", (server, { name }) => ({
      name: joinName(server, String(name)),
    }));
  }

  get resources(): readonly Item[] {
    return this.#all("resources", (server, { uri }) => ({
      uri: joinUri(server, String(uri)),
    }));
  }

  get resourceTemplates(): readonly Item[] {
    return this.#all("resourceTemplates", (server, { uriTemplate }) => ({
      uriTemplate: joinUri(server, String(uriTemplate)),
    }));
  }

  /** Calls a tool by its name in the host. */
  async callTool(
    params: { readonly name: string; readonly arguments?: object },
    options?: RequestOptions,
  ): Promise<unknown> {
    const { server, name } = part(splitName(params.name), params.name);
    const args = params.arguments ?? {};
    const about = { tool: name, arguments: args };
    return this.#crossing(
      { server, method: "tools/call", kind: "callTool", name, about },
      args,
      (edited) => ({ ...params, name, arguments: edited }),
      options,
    );
  }

  /** Reads a resource by its address in the host. */
  async readResource(
    params: { readonly uri: string },
    options?: RequestOptions,
  ): Promise<unknown> {
    const { server, name: uri } = part(splitUri(params.uri), params.uri);
    return this.#crossing(
      {
        server,
        method: "resources/read",
        kind: "resource",
        name: uri,
        about: { uri },
      },
      uri,
      () => ({ ...params, uri }),
      options,
    );
  }

  /** Gets a prompt by its name in the host. */
  async getPrompt(
    params: { readonly name: string },
    options?: RequestOptions,
  ): Promise<unknown> {
    const { server, name } = part(splitName(params.name), params.name);
    return this.#crossing(
      { server, method: "prompts/get", name, about: {} },
      name,
      () => ({ ...params, name }),
      options,
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((one) => one.close()));
  }

  /** One request to one server: consent, limits, and a record of it. */
  async #crossing<T>(
    what: {
      readonly server: string;
      readonly method: string;
      readonly kind?: "callTool" | "resource";
      readonly name: string;
      readonly about: object;
    },
    value: T,
    paramsOf: (value: T) => Params,
    options: RequestOptions | undefined,
  ): Promise<unknown> {
    const { server: name, method, kind, about } = what;
    const server = this.#servers.get(name);
    const gate = this.#gates.get(name);
    if (!server || !gate)
      throw new ConnectionError("closed", `There is no server ${name}`);
    const done = this.#recorder.begin(name, "host", method, what.name);
    let decision: Decision = "allowed";
    try {
      let used = value;
      if (kind) {
        const verdict = await this.#consents.ask(
          kind,
          name,
          what.name,
          about,
          value,
        );
        decision = verdict.decision;
        used = verdict.value;
        if (decision === "refused")
          throw rejected(kind === "callTool" ? "tool call" : "resource");
      }
      const params = paramsOf(used);
      const result = await gate.pass(
        () => server.request(method, params, options),
        options?.signal,
      );
      if (kind === "callTool") checkOutput(server, what.name, result);
      done(decision, [params, result]);
      return result;
    } catch (error) {
      const refused = decision === "refused";
      done(refused ? "refused" : "failed", [about], asError(error));
      throw error;
    }
  }

  #stateChanged(name: string, state: ServerState, error?: Error): void {
    if (state !== "connecting")
      this.#recorder.begin(name, "host", state)(
        error ? "failed" : "allowed",
        [],
        error,
      );
    this.#settings.onState?.(name, state, error);
  }

  #all(
    list: ListName,
    rename: (server: string, item: Item) => Item,
  ): readonly Item[] {
    return [...this.#servers.values()].flatMap(({ name, lists }) =>
      lists[list].map((item) => ({ ...item, ...rename(name, item) })),
    );
  }
}

/** A tool's structured content has to be what its schema says. */
function checkOutput(
  { name: server, lists }: HostedServer,
  name: string,
  result: unknown,
): void {
  const tool = lists.tools.find((one) => one.name === name);
  const problem = wrongOutput(
    tool?.outputSchema as JsonSchema | undefined,
    result as object,
  );
  if (problem === undefined) return;
  const text = `The tool ${name} of ${server} does not keep to its output schema: ${problem}`;
  throw new ConnectionError("invalid", text);
}

function part(found: Part | undefined, name: string): Part {
  if (found) return found;
  throw new McpError(-32602, `No server has ${name}`);
}
