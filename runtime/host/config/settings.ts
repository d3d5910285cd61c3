/** Options of a host, and the binding to its protocol revision. */
import type { Authorizer } from "../../http/client/authorizer.js";
import type { Audit } from "../consent/audit.js";
import type { ConsentHooks, ConsentStore } from "../consent/consent.js";
import type { Handlers } from "../../protocol/lifecycle.js";
import type { HostedClient } from "../client.js";
import type { ServerState } from "../server.js";
import type { ListName } from "../fetch-lists.js";
import type { ServerConfigs } from "./config.js";
import type { ServerConfig } from "./server-config.js";
import type { TrafficLimits } from "../consent/usage-meter.js";
import type { Transport } from "../../transport/transport.js";

/** Limits per server. */
export interface HostLimits extends TrafficLimits {
  /**
   * Maximum number of concurrent requests to one server; further requests wait
   * in a queue.
   * @default 16
   */
  readonly calls?: number | undefined;
  /**
   * Maximum number of sampling and elicitation requests from one server per
   * minute.
   * @default 60
   */
  readonly inputs?: number | undefined;
}

/** Options of a host that are the same in all protocol revisions. */
export interface HostSettings {
  /**
   * Servers by name. Use {@link parseServers} to read them from the text of a
   * configuration file.
   */
  readonly servers: ServerConfigs;
  /**
   * Timeout for connecting to a server and fetching its lists, in milliseconds.
   * @default 30_000
   */
  readonly timeout?: number | undefined;
  /**
   * Delays before each restart of a child process that exited, in milliseconds.
   * When all are used, the server is `failed`. Counting starts again once the
   * server has answered a request. An empty list disables restarts.
   * @default [500, 1_000, 2_000, 4_000, 8_000, 16_000]
   */
  readonly restarts?: readonly number[] | undefined;
  /**
   * Authorizer for servers over HTTP, such as the result of `oauth()`.
   * @default requests are sent without authorization
   */
  readonly authorize?: Authorizer | undefined;
  readonly consent?: ConsentHooks | undefined;
  /**
   * Store for consent decisions that the user wants to be remembered.
   * @default in memory, until the process ends
   */
  readonly remembered?: ConsentStore | undefined;
  /**
   * Audit log, such as `auditFile("audit.jsonl")`. Errors of the audit log are
   * reported to `onError`. The recorded request itself is not affected.
   */
  readonly audit?: Audit | undefined;
  readonly limits?: HostLimits | undefined;
  /**
   * Callback that receives the stderr output of child processes.
   * @default the output is discarded
   */
  readonly stderr?: ((server: string, text: string) => void) | undefined;
  /**
   * Callback invoked when lists of a server have changed. Also invoked after a
   * restart, because the lists may have changed then.
   */
  readonly onChange?:
    ((server: string, lists: readonly ListName[]) => void) | undefined;
  /**
   * Callback invoked when the state of a server changes, or when its lists
   * could not be fetched.
   */
  readonly onState?:
    ((server: string, state: ServerState, error?: Error) => void) | undefined;
  /**
   * Callback invoked with errors that no caller waits for: protocol violations,
   * failed handlers, and exceptions in `audit`, `onChange`, `onState` or
   * `stderr`.
   * @default exceptions in callbacks are printed to the console; other errors
   *   are ignored
   */
  readonly onError?: ((server: string, error: Error) => void) | undefined;
  /**
   * Function that creates the transport of a server. Return `undefined` to use
   * the default transport.
   */
  readonly transport?:
    ((name: string, config: ServerConfig) => Transport | undefined) | undefined;
}

/** Functions that bind a host to its protocol revision. */
export interface HostBinding {
  readonly client: (
    handlers: Handlers,
    onError: (error: Error) => void,
  ) => HostedClient;
  readonly handlers: Handlers;
  readonly listens: boolean;
}

/** Result of connecting to all servers. */
export interface ConnectReport {
  readonly connected: readonly string[];
  readonly failed: readonly {
    readonly server: string;
    readonly error: Error;
  }[];
}
