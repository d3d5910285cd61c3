/** Server of a host, with its connection, restarts and lists. */
import { MAX_TIMEOUT, TIMEOUT } from "../json-rpc/constants.js";
import { delay } from "../limits/timer.js";
import { asError, ConnectionError } from "../json-rpc/messages/errors.js";
import { ToolOutputValidator } from "../features/client/output-validator.js";
import { keepListening } from "./listening.js";
import { LISTS_BY_NOTIFICATION, ServerLists } from "./lists.js";
import { matchesPattern } from "./pattern.js";
import { LIST_NAMES, type ListName, type Lists } from "./fetch-lists.js";
import { limitTraffic } from "./consent/usage-meter.js";
import { SnapshotGate } from "./consent/snapshot-gate.js";
import type { HostedClient } from "./client.js";
import type { ServerSetup, ServerState } from "./server-setup.js";
import type { Handlers } from "../protocol/lifecycle.js";
import type { Peer } from "../protocol/connection/peer.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { RequestOptions } from "../json-rpc/requests.js";

export class HostedServer {
  readonly name: string;
  state: ServerState = "idle";
  /** Error that caused the current state of the server, if any. */
  error: Error | undefined;
  readonly outputs: ToolOutputValidator;
  readonly #lists: ServerLists;
  readonly #gate: SnapshotGate | undefined;
  readonly #setup: ServerSetup;
  readonly #handlers: Handlers;
  #client: HostedClient | undefined;
  #connecting: Promise<void> = Promise.resolve();
  /** Number of restarts since the server last answered a request. */
  #starts = 0;
  /** Controller for the delay before a restart. Aborting it ends the delay. */
  #pause = new AbortController();
  #stopListening: (() => void) | undefined;

  constructor(setup: ServerSetup, handlers: Handlers) {
    this.name = setup.name;
    this.#setup = setup;
    this.outputs = new ToolOutputValidator(setup.onError);
    this.#lists = new ServerLists({
      ...setup,
      offered: (tools) => {
        const allowed = tools.filter(({ name }) => this.#selects(String(name)));
        return this.#gate?.filter(allowed) ?? allowed;
      },
      record: (method) => setup.record("host", method),
      failed: (errors) => {
        this.error = errors[0];
        for (const error of errors) setup.stateChanged(this.state, error);
      },
    });
    this.#gate =
      setup.snapshot &&
      new SnapshotGate(
        ...setup.snapshot,
        () => void this.#lists.reload(["tools"]),
      );
    this.#handlers = { ...handlers };
    const notified = Object.keys(handlers).filter(isNotification);
    for (const method of new Set([
      ...Object.keys(LISTS_BY_NOTIFICATION),
      ...notified,
    ]))
      Object.assign(this.#handlers, { [method]: this.#createListener(method) });
  }

  /**
   * Returns a handler for a notification. The handler records the notification,
   * fetches the changed lists again and calls the program's handler.
   */
  #createListener(method: string): (params: Params, call: object) => unknown {
    const lists = Object.hasOwn(LISTS_BY_NOTIFICATION, method)
      ? LISTS_BY_NOTIFICATION[method]
      : undefined;
    const handler = this.#handlers[method] as
      ((params: Params, call: object) => unknown) | undefined;
    return (params, call) => {
      this.#setup.record("server", method)("allowed", [params]);
      if (lists) void this.#lists.reload(lists);
      return handler?.(params, call);
    };
  }

  /**
   * Whether the server was closed or disabled, so that it must not be
   * connected.
   */
  get isStopped(): boolean {
    return this.state === "closed" || this.state === "disabled";
  }

  get peer(): Peer | undefined {
    return this.state === "ready" ? this.#client?.server : undefined;
  }

  get lists(): Lists {
    return this.#lists.current;
  }

  /** Error because of which the list of tools could not be fetched. */
  get toolsError(): Error | undefined {
    return this.#lists.getError("tools");
  }

  /** Returns whether the configuration and the snapshot allow a tool. */
  allows(tool: string): boolean {
    return this.#selects(tool) && !this.#gate?.holds(tool);
  }

  /**
   * Returns whether the options `includeTools` and `disabledTools` of the
   * configuration allow a tool.
   */
  #selects(tool: string): boolean {
    const { disabledTools: never, includeTools: only } = this.#setup.config;
    const isIn = (names: readonly string[]): boolean =>
      names.some((name) => matchesPattern(tool, name));
    return !isIn(never ?? []) && isIn(only ?? ["*"]);
  }

  /**
   * Connects to the server and waits until the server is ready. If a connection
   * exists or is being opened, no new connection is opened.
   *
   * @throws ConnectionError if connecting fails, or if a restart is pending.
   */
  connect(): Promise<void> {
    if (this.state === "restarting") return Promise.reject(this.error);
    const isOpen = this.state === "connecting" || this.state === "ready";
    if (!isOpen) this.#connecting = this.#connect();
    return this.#connecting;
  }

  async #connect(): Promise<void> {
    this.#setState("connecting");
    try {
      await this.#open();
    } catch (error) {
      this.#setState("failed", asError(error));
      throw error;
    }
  }

  /**
   * Sends a request as soon as the limit on concurrent requests allows it. The
   * time spent waiting counts towards the timeout.
   *
   * @throws ConnectionError if the server is not ready, if the connection
   *   closes before the response arrives, or on timeout.
   */
  request(
    method: string,
    params: Params,
    options: RequestOptions = {},
  ): Promise<unknown> {
    const { timeout: configured } = this.#setup.config;
    const { timeout = configured ?? TIMEOUT } = options;
    // Raise the default of `maxTimeout` if it is shorter than the configured
    // timeout.
    const { maxTimeout = Math.max(configured ?? 0, MAX_TIMEOUT) } = options;
    return this.#setup.concurrency.run(
      (waited) =>
        this.#send(method, params, {
          ...options,
          timeout: Math.max(0, timeout - waited),
          maxTimeout: Math.max(0, maxTimeout - waited),
        }),
      options.signal,
      Math.min(timeout, maxTimeout),
    );
  }

  async #send(
    method: string,
    params: Params,
    options: RequestOptions,
  ): Promise<unknown> {
    if (this.state !== "ready" || !this.#client) {
      const why = this.error ? `: ${this.error.message}` : "";
      const text = `The server ${this.name} is ${this.state}${why}`;
      throw new ConnectionError("closed", text);
    }
    try {
      const result = await this.#client.request(method, params, options);
      this.#starts = 0;
      return result;
    } catch (error) {
      if (!(error instanceof ConnectionError) || error.fault !== "closed")
        throw error;
      const text = `The server ${this.name} closed the connection before it answered ${method}: ${error.message}`;
      throw new ConnectionError("closed", text, error);
    }
  }

  /**
   * Connects to a disabled server. Waits until the previous attempt to connect
   * has ended.
   */
  async enable(): Promise<void> {
    await this.#connecting.catch(() => {});
    if (this.state === "disabled") this.state = "idle";
    await this.connect();
  }

  /**
   * Closes the connection. A `closed` server is not connected again. A
   * `disabled` server is connected again by `enable`.
   */
  async close(state: "closed" | "disabled" = "closed"): Promise<void> {
    this.#setState(state);
    this.#pause.abort();
    this.#stopListening?.();
    const client = this.#client;
    this.#lists.stop();
    await client?.close();
  }

  async #open(): Promise<void> {
    const { timeout, maxTimeout, traffic, listens, waits } = this.#setup;
    const { onError: failed } = this.#setup;
    const client = this.#setup.client(this.#handlers);
    this.#client = client;
    const options = { timeout, maxTimeout };
    const missed = (lists: readonly ListName[]): void =>
      void this.#lists.reload(lists);
    try {
      const transport = limitTraffic(this.#setup.transport(), traffic);
      await client.connect(transport, options);
      if (this.isStopped) throw createClosedError(this.name);
      void client.closed.then(() => this.#handleEnd(client));
      // Listen for changes before fetching the lists, so that no change between
      // these two steps is missed.
      if (listens)
        this.#stopListening = keepListening({ client, waits, missed, failed });
      await this.#lists.open(client);
      if (this.#client !== client) throw createClosedError(this.name);
    } catch (error) {
      this.#stopListening?.();
      this.#client = undefined;
      this.#lists.stop();
      await client.close();
      throw error;
    }
    this.#setState("ready");
    this.#lists.follow();
  }

  /**
   * Handles the end of a connection, for example after the process has crashed.
   * Clears the lists and restarts the server.
   */
  #handleEnd(client: HostedClient): void {
    if (this.#client !== client || this.isStopped) return;
    this.#client = undefined;
    this.#stopListening?.();
    const error = new ConnectionError(
      "closed",
      `The server ${this.name} has closed the connection`,
    );
    if (this.state !== "ready") return;
    const before = this.lists;
    this.#lists.stop();
    void this.#restart(error).then(() => this.#reportChanges(before));
  }

  /**
   * Reports the lists that may have changed during a restart: all lists that
   * had items before the restart or have items now.
   */
  #reportChanges(before: Lists): void {
    if (this.state !== "ready") return;
    const names = LIST_NAMES.filter(
      (name) => before[name].length + this.lists[name].length > 0,
    );
    if (names.length > 0) this.#setup.changed(names);
  }

  /**
   * Restarts the server, waiting longer before each attempt. Ends when the
   * server is connected or no delays are left.
   */
  async #restart(died: Error): Promise<void> {
    for (let error = died; ;) {
      const wait = this.#setup.restarts[this.#starts++];
      if (wait === undefined) return this.#setState("failed", error);
      this.#setState("restarting", error);
      this.#pause = new AbortController();
      await delay(wait, this.#pause.signal);
      if (this.state !== "restarting") return;
      try {
        return await this.#open();
      } catch (failure) {
        error = asError(failure);
      }
      if (this.isStopped) return;
    }
  }

  #setState(state: ServerState, error?: Error): void {
    if (this.state === "closed") return;
    this.state = state;
    this.error = error;
    this.#setup.stateChanged(state, error);
  }
}

function isNotification(method: string): boolean {
  return method.startsWith("notifications/");
}

function createClosedError(name: string): ConnectionError {
  return new ConnectionError("closed", `The server ${name} was closed`);
}
