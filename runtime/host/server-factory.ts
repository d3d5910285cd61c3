/** Creates the servers of a host from its settings. */
import { MAX_TIMEOUT } from "../json-rpc/constants.js";
import { asError } from "../json-rpc/messages/errors.js";
import { http } from "../http/client/client.js";
import { spawn } from "../transport/spawn.js";
import { Consents } from "./consent/consent.js";
import { ConcurrencyLimit } from "./consent/gate.js";
import type { Decision } from "./consent/audit.js";
import { guardHandlers, type ServerGuard } from "./consent/guarded.js";
import { HostCallbacks } from "./consent/hooks.js";
import { Recorder, type CompleteEntry } from "./consent/recorder.js";
import { authorizeWithConsent } from "./consent/sign-in.js";
import { diffDefinitions } from "./consent/snapshot-gate.js";
import { HostedServer } from "./server.js";
import type { HostBinding, HostSettings } from "./config/settings.js";
import type { Authorizer } from "../http/client/authorizer.js";
import type { ServerSetup, ServerState } from "./server-setup.js";
import type { ServerConfig } from "./config/server-config.js";
import type { Transport } from "../transport/transport.js";

const DEFAULT_RESTARTS = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

export class ServerFactory {
  readonly consents: Consents;
  readonly recorder: Recorder;
  readonly #binding: HostBinding;
  readonly #settings: HostSettings;
  readonly #hooks: HostCallbacks;

  constructor(binding: HostBinding, settings: HostSettings) {
    this.#binding = binding;
    this.#settings = settings;
    this.#hooks = new HostCallbacks(settings.onError);
    this.recorder = new Recorder(settings.audit, this.#hooks);
    this.consents = new Consents(settings.consent ?? {}, settings.remembered);
  }

  /** Creates a server that is not connected yet. */
  create(name: string, config: ServerConfig): HostedServer {
    const binding = this.#binding;
    const {
      limits = {},
      timeout = 60_000,
      restarts = DEFAULT_RESTARTS,
    } = this.#settings;
    const started = "command" in config;
    const onError = (error: Error): void => this.#hooks.report(name, error);
    return new HostedServer(
      {
        name,
        config,
        snapshot: this.#snapshot(name),
        client: (handlers) => binding.client(handlers, onError),
        transport: () => this.#transport(name, config),
        listens: binding.listens,
        // Retry failed requests for lists even if the server is never restarted
        // (`restarts` is empty): such a retry does not start a process.
        waits: restarts.length > 0 ? restarts : DEFAULT_RESTARTS,
        timeout,
        // The maximum time to connect is longer if the server has an
        // authorizer, because the user may need much time to sign in.
        maxTimeout: this.#authorizer(config) ? MAX_TIMEOUT : timeout,
        concurrency: new ConcurrencyLimit(limits.calls ?? 16),
        traffic: limits,
        restarts: started ? restarts : [],
        record: (from, method) => this.recorder.begin(name, from, method),
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
  }

  /**
   * Returns the snapshot of a server, and a function that asks the user about a
   * changed tool. Returns `undefined` if the server has no snapshot.
   */
  #snapshot(name: string): ServerSetup["snapshot"] {
    const snapshot = this.#settings.snapshots?.[name];
    if (!snapshot) return undefined;
    return [
      snapshot,
      async (tool, before, after) => {
        const done = this.recorder.begin(name, "server", "tool changed", tool);
        const about = { tool, before, after };
        const diff = diffDefinitions(before ?? {}, after);
        const shown = { ...about, diff };
        const decision = await this.#askAboutTool(name, [tool, after], shown);
        done(decision, [about]);
        return decision !== "refused";
      },
    ];
  }

  /**
   * Asks the user about a tool that differs from a snapshot. The tool is refused
   * if there is no hook `changed`, or if the hook throws an error.
   */
  async #askAboutTool(
    server: string,
    entry: object,
    about: object,
  ): Promise<Decision> {
    if (!this.#settings.consent?.changed) return "refused";
    try {
      const { consents } = this;
      return (await consents.ask("changed", server, entry, about, undefined))
        .decision;
    } catch (error) {
      this.#hooks.report(server, asError(error));
      return "refused";
    }
  }

  /** Returns the consent hooks and the audit recorder for one server. */
  #guard(server: string): Omit<ServerGuard, "inputs"> {
    const record = (what: string, name?: string): CompleteEntry =>
      this.recorder.begin(server, "server", what, name);
    return { server, consents: this.consents, record };
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

  #stateChanged(name: string, state: ServerState, error?: Error): void {
    if (state !== "connecting")
      this.recorder.begin(name, "host", state)(
        error ? "failed" : "allowed",
        [],
        error,
      );
    this.#hooks.notify(name, () =>
      this.#settings.onState?.(name, state, error),
    );
  }
}
