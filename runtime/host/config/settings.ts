/**
 * Options of a host, and the functions that connect it to a protocol revision.
 */
import type { Authorizer } from "../../http/client/authorizer.js";
import type { Audit } from "../consent/audit.js";
import type { ConsentHooks, ConsentStore } from "../consent/consent.js";
import type { HostSnapshot } from "../consent/snapshot-gate.js";
import type { Handlers } from "../../protocol/lifecycle.js";
import type { HostedClient } from "../client.js";
import type { ServerState } from "../server-setup.js";
import type { ListName } from "../fetch-lists.js";
import type { ServerConfigs } from "./config.js";
import type { ServerConfig } from "./server-config.js";
import type { TrafficLimits } from "../consent/usage-meter.js";
import type { Transport } from "../../transport/transport.js";

/** Limits that a host applies to each server. */
export interface HostLimits extends TrafficLimits {
  /**
   * Maximum number of concurrent requests to one server. All further requests
   * wait in a queue.
   * @default 16
   */
  readonly calls?: number | undefined;
  /**
   * Maximum number of sampling and elicitation requests per minute from one
   * server.
   * @default 60
   */
  readonly inputs?: number | undefined;
}

/** Options of a host that do not depend on the protocol revision. */
export interface HostSettings {
  /**
   * Servers by name. {@link parseServers} reads them from the text of a
   * configuration file.
   */
  readonly servers: ServerConfigs;
  /**
   * Timeout for connecting to a server and fetching its lists, in milliseconds.
   * @default 60_000
   */
  readonly timeout?: number | undefined;
  /**
   * Delays before the restarts of a child process that exited, in milliseconds.
   * Each restart uses the next delay; when none is left, the server's state
   * becomes `failed`. After the server has answered a request, the first delay
   * applies again. An empty list disables restarts.
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
   * Snapshots by the name of the server. For each server, `mcp-codegen types`
   * writes a file that exports the snapshot. A tool that differs from the
   * snapshot is offered only after the hook `consent.changed` has allowed it.
   */
  readonly snapshots?: { readonly [server: string]: HostSnapshot } | undefined;
  /**
   * Store for the consent decisions that the host must remember.
   * @default in memory, until the process ends
   */
  readonly remembered?: ConsentStore | undefined;
  /**
   * Audit log, such as `auditFile("audit.jsonl")`. If the audit log throws an
   * error, the error is reported to `onError` and the recorded request
   * continues.
   */
  readonly audit?: Audit | undefined;
  readonly limits?: HostLimits | undefined;
  /**
   * Callback that receives the stderr output of child processes.
   * @default the output is discarded
   */
  readonly stderr?: ((server: string, text: string) => void) | undefined;
  /**
   * Callback invoked when lists of a server have changed. The host also invokes
   * the callback after a restart, because the lists may have changed.
   */
  readonly onChange?:
    ((server: string, lists: readonly ListName[]) => void) | undefined;
  /**
   * Callback invoked when the state of a server changes, and when lists of a
   * server could not be fetched.
   */
  readonly onState?:
    ((server: string, state: ServerState, error?: Error) => void) | undefined;
  /**
   * Callback invoked with errors that are not thrown to a caller: protocol
   * violations, failed handlers, and exceptions in `audit`, `onChange`,
   * `onState` or `stderr`.
   * @default exceptions in callbacks are printed to the console; other errors
   *   are ignored
   */
  readonly onError?: ((server: string, error: Error) => void) | undefined;
  /**
   * Callback that creates the transport of a server. If the callback returns
   * `undefined`, the default transport is used.
   */
  readonly transport?:
    ((name: string, config: ServerConfig) => Transport | undefined) | undefined;
}

/** Functions and handlers that a host needs from a protocol revision. */
export interface HostBinding {
  readonly client: (
    handlers: Handlers,
    onError: (error: Error) => void,
  ) => HostedClient;
  readonly handlers: Handlers;
  readonly listens: boolean;
}

/** Result of connecting a host to all servers. */
export interface ConnectReport {
  readonly connected: readonly string[];
  readonly failed: readonly {
    readonly server: string;
    readonly error: Error;
  }[];
}
