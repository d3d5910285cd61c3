/** Settings and states of a server in a host. */
import type { CompleteEntry } from "./consent/recorder.js";
import type { ConcurrencyLimit } from "./consent/gate.js";
import type { Handlers } from "../protocol/lifecycle.js";
import type { HostedClient } from "./client.js";
import type { ListName } from "./fetch-lists.js";
import type { ServerConfig } from "./config/server-config.js";
import type { AskAboutTool, HostSnapshot } from "./consent/snapshot-gate.js";
import type { TrafficLimits } from "./consent/usage-meter.js";
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
  /** Snapshot of the server, and the function that asks about changed tools. */
  readonly snapshot?:
    readonly [snapshot: HostSnapshot, ask: AskAboutTool] | undefined;
  /** Creates a client. Called once for each connection. */
  readonly client: (handlers: Handlers) => HostedClient;
  readonly transport: () => Transport;
  /**
   * Whether servers of the protocol revision send change notifications only
   * while a `subscriptions/listen` request is open.
   */
  readonly listens: boolean;
  /**
   * Delays before failed requests for lists or `subscriptions/listen` are
   * retried, in milliseconds.
   */
  readonly waits: readonly number[];
  readonly timeout: number;
  /**
   * Maximum time for connecting, in milliseconds. Progress notifications
   * restart `timeout`, but do not extend this maximum.
   */
  readonly maxTimeout: number;
  /** Limit on concurrent requests to the server. */
  readonly concurrency: ConcurrencyLimit;
  readonly traffic: TrafficLimits;
  /**
   * Delays before restarts, in milliseconds: one delay for each restart. If the
   * list is empty, the server is not restarted.
   */
  readonly restarts: readonly number[];
  /** Begins an audit entry. The returned function completes the entry. */
  readonly record: (from: "host" | "server", method: string) => CompleteEntry;
  readonly changed: (lists: readonly ListName[]) => void;
  readonly stateChanged: (state: ServerState, error?: Error) => void;
  /** Callback invoked with errors that are not thrown to a caller. */
  readonly onError: (error: Error) => void;
}
