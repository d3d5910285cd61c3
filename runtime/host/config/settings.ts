/** What a host is given. */
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

/** What one server may do. */
export interface HostLimits extends TrafficLimits {
  /** Requests to one server at a time; more wait. Default: 16. */
  readonly calls?: number | undefined;
  /** Samplings and elicitations of one server a minute. Default: 60. */
  readonly inputs?: number | undefined;
}

/** What is the same for hosts of all revisions. */
export interface HostSettings {
  /** The servers, by name; `parseServers` reads them from a file's text. */
  readonly servers: ServerConfigs;
  /** How long a server may take to connect and list. Default: 30,000. */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds to wait before each new start of a child process that died;
   * counted anew once it has answered. Default: 500 to 16,000 in six starts.
   */
  readonly restarts?: readonly number[] | undefined;
  /** What `oauth()` returns: gets in where servers over HTTP ask for it. */
  readonly authorize?: Authorizer | undefined;
  readonly consent?: ConsentHooks | undefined;
  /** Where answers that are to be remembered are kept. Default: in memory. */
  readonly remembered?: ConsentStore | undefined;
  /**
   * Such as `auditFile("audit.jsonl")`. When it fails, `onError` is told, and
   * what crossed is neither lost nor sent again.
   */
  readonly audit?: Audit | undefined;
  readonly limits?: HostLimits | undefined;
  /** Where the log of child processes goes. Default: nowhere. */
  readonly stderr?: ((server: string, text: string) => void) | undefined;
  /**
   * Is told when what a server offers has changed, or may have: it was started
   * again.
   */
  readonly onChange?:
    ((server: string, lists: readonly ListName[]) => void) | undefined;
  /** Is told when a server comes, goes, or fails. */
  readonly onState?:
    ((server: string, state: ServerState, error?: Error) => void) | undefined;
  /**
   * Is told what no caller waits for: messages that break the protocol,
   * handlers that failed; and when `audit`, `onChange`, `onState` or `stderr`
   * fails, which goes to the console without it. Default: nobody is.
   */
  readonly onError?: ((server: string, error: Error) => void) | undefined;
  /** The transport of a server, where it is to be another. */
  readonly transport?:
    ((name: string, config: ServerConfig) => Transport | undefined) | undefined;
}

/** How a host makes clients of its revision. */
export interface HostBinding {
  readonly client: (
    handlers: Handlers,
    onError: (error: Error) => void,
  ) => HostedClient;
  readonly handlers: Handlers;
  readonly listens: boolean;
}

/** What became of connecting. */
export interface ConnectReport {
  readonly connected: readonly string[];
  readonly failed: readonly {
    readonly server: string;
    readonly error: Error;
  }[];
}
