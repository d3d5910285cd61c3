/** One server of a host: its connection, and what it offers. */
import { delay } from "../limits/timer.js";
import { asError, ConnectionError } from "../json-rpc/messages/errors.js";
import { MAX_TIMEOUT, TIMEOUT } from "../json-rpc/requests.js";
import { Outputs } from "../features/client/output-validator.js";
import { keepListening } from "./listening.js";
import { CHANGES, ServerLists } from "./lists.js";
import { LIST_NAMES, type ListName, type Lists } from "./fetch-lists.js";
import { metered, type TrafficLimits } from "./consent/usage-meter.js";
import type { HostedClient } from "./client.js";
import type { ServerConfig } from "./config/server-config.js";
import type { Gate } from "./consent/gate.js";
import type { Done } from "./consent/recorder.js";
import type { Handlers } from "../protocol/lifecycle.js";
import type { Peer } from "../protocol/connection/peer.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { Transport } from "../transport/transport.js";

export type ServerState =
  | "idle"
  | "connecting"
  | "ready"
  | "restarting"
  | "failed"
  | "disabled"
  | "closed";

export interface ServerSetup {
  readonly name: string;
  readonly config: ServerConfig;
  /** A new client for each connection. */
  readonly client: (handlers: Handlers) => HostedClient;
  readonly transport: () => Transport;
  /** Whether changes are told of only while a request listens for them. */
  readonly listens: boolean;
  /** Waits before what failed, but is no start, is asked for again. */
  readonly waits: readonly number[];
  readonly timeout: number;
  /** How long connecting may take whatever the signs of life. */
  readonly maxTimeout: number;
  /** How many may be asked of it at a time. */
  readonly gate: Gate;
  readonly traffic: TrafficLimits;
  /** Waits before each new start; a server without any is not restarted. */
  readonly restarts: readonly number[];
  /** Begins an entry of the record. */
  readonly record: (from: "host" | "server", method: string) => Done;
  readonly changed: (lists: readonly ListName[]) => void;
  readonly stateChanged: (state: ServerState, error?: Error) => void;
  /** Is told what no caller waits for. */
  readonly onError: (error: Error) => void;
}

export class HostedServer {
  readonly name: string;
  state: ServerState = "idle";
  /** Why it is not ready, if something went wrong. */
  error: Error | undefined;
  readonly outputs: Outputs;
  readonly #lists: ServerLists;
  readonly #setup: ServerSetup;
  readonly #handlers: Handlers;
  #client: HostedClient | undefined;
  #connecting: Promise<void> = Promise.resolve();
  /** Restarts since the server last answered. */
  #starts = 0;
  /** Aborted to end the wait before a restart. */
  #pause = new AbortController();
  #stopListening: (() => void) | undefined;

  constructor(setup: ServerSetup, handlers: Handlers) {
    this.name = setup.name;
    this.#setup = setup;
    this.outputs = new Outputs(setup.onError);
    this.#lists = new ServerLists({
      ...setup,
      offers: (tool) => this.offers(tool),
      record: (method) => setup.record("host", method),
      failed: (errors) => {
        this.error = errors[0];
        for (const error of errors) setup.stateChanged(this.state, error);
      },
    });
    this.#handlers = { ...handlers };
    const heard = Object.keys(handlers).filter(isNotification);
    for (const method of new Set([...Object.keys(CHANGES), ...heard]))
      Object.assign(this.#handlers, { [method]: this.#hearing(method) });
  }

  /** Records a notification, and fetches the lists that it makes stale. */
  #hearing(method: string): (params: Params, call: object) => unknown {
    const lists = Object.hasOwn(CHANGES, method) ? CHANGES[method] : undefined;
    const handler = this.#handlers[method] as
      ((params: Params, call: object) => unknown) | undefined;
    return (params, call) => {
      this.#setup.record("server", method)("allowed", [params]);
      if (lists) void this.#lists.reload(lists);
      return handler?.(params, call);
    };
  }

  /** Whether nothing is to be done with it any more, or for now. */
  get isStopped(): boolean {
    return this.state === "closed" || this.state === "disabled";
  }

  get peer(): Peer | undefined {
    return this.state === "ready" ? this.#client?.server : undefined;
  }

  get lists(): Lists {
    return this.#lists.current;
  }

  /** Whether the configuration leaves a tool to be of use. */
  offers(tool: string): boolean {
    const { disabledTools: never, includeTools: only } = this.#setup.config;
    return !never?.includes(tool) && (only?.includes(tool) ?? true);
  }

  /**
   * Settles when the server is ready; rejects when it cannot be. Called again, it
   * starts only a server that is not there.
   */
  connect(): Promise<void> {
    if (this.state === "restarting") return Promise.reject(this.error);
    const there = this.state === "connecting" || this.state === "ready";
    if (!there) this.#connecting = this.#connect();
    return this.#connecting;
  }

  async #connect(): Promise<void> {
    this.#enter("connecting");
    try {
      await this.#open();
    } catch (error) {
      this.#enter("failed", asError(error));
      throw error;
    }
  }

  /**
   * Sends a request in its turn. To wait for that is a part of the time that it
   * has for its answer.
   *
   * @throws ConnectionError when the server is not ready, or ends meanwhile, or
   *   the time is over.
   */
  request(
    method: string,
    params: Params,
    options: RequestOptions = {},
  ): Promise<unknown> {
    const { timeout: own } = this.#setup.config;
    const { timeout = own ?? TIMEOUT } = options;
    // The limit for the whole is not to cut what the configuration allows.
    const { maxTimeout = Math.max(own ?? 0, MAX_TIMEOUT) } = options;
    return this.#setup.gate.pass(
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
      const text = `The server ${this.name} ended before it answered ${method}: ${error.message}`;
      throw new ConnectionError("closed", text, error);
    }
  }

  /** Connects to a server that was disabled, once that is done. */
  async enable(): Promise<void> {
    await this.#connecting.catch(() => {});
    if (this.state === "disabled") this.state = "idle";
    await this.connect();
  }

  /** Ends the connection; for good, or until it is enabled again. */
  async close(state: "closed" | "disabled" = "closed"): Promise<void> {
    this.#enter(state);
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
      const transport = metered(this.#setup.transport(), traffic);
      await client.connect(transport, options);
      if (this.isStopped) throw closedMeanwhile(this.name);
      void client.closed.then(() => this.#ended(client));
      // Before it lists, so that no change in between is missed.
      if (listens)
        this.#stopListening = keepListening({ client, waits, missed, failed });
      await this.#lists.open(client);
      if (this.#client !== client) throw closedMeanwhile(this.name);
    } catch (error) {
      this.#stopListening?.();
      this.#client = undefined;
      this.#lists.stop();
      await client.close();
      throw error;
    }
    this.#enter("ready");
    this.#lists.follow();
  }

  /** The connection has ended: in order, or because the server died. */
  #ended(client: HostedClient): void {
    if (this.#client !== client || this.isStopped) return;
    this.#client = undefined;
    this.#stopListening?.();
    const error = new ConnectionError(
      "closed",
      `The server ${this.name} has ended`,
    );
    if (this.state !== "ready") return;
    const before = this.lists;
    this.#lists.stop();
    void this.#restart(error).then(() => this.#tellSince(before));
  }

  /** Reports lists that are not the same since the server was restarted. */
  #tellSince(before: Lists): void {
    if (this.state !== "ready") return;
    const names = LIST_NAMES.filter(
      (name) => before[name].length + this.lists[name].length > 0,
    );
    if (names.length > 0) this.#setup.changed(names);
  }

  /**
   * Restarts the server, after a longer wait each time, until it answers or no
   * waits are left.
   */
  async #restart(died: Error): Promise<void> {
    for (let error = died; ;) {
      const wait = this.#setup.restarts[this.#starts++];
      if (wait === undefined) return this.#enter("failed", error);
      this.#enter("restarting", error);
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

  #enter(state: ServerState, error?: Error): void {
    if (this.state === "closed") return;
    this.state = state;
    this.error = error;
    this.#setup.stateChanged(state, error);
  }
}

function isNotification(method: string): boolean {
  return method.startsWith("notifications/");
}

function closedMeanwhile(name: string): ConnectionError {
  return new ConnectionError("closed", `The server ${name} was closed`);
}
