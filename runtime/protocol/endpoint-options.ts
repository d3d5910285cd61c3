import type { Capabilities } from "./capabilities.js";
import type { CustomMethods } from "./methods/custom.js";
import type { HealthCheck } from "../json-rpc/health.js";
import type { StateOptions } from "./input-required/seal.js";
import type { Limits } from "../limits/limits.js";
import type { ResultCache } from "./result-cache.js";

/** Options of an endpoint that its lifecycle uses. */
export interface LifecycleOptions {
  /**
   * Cache for results that the server declares cacheable. `false` disables
   * caching. Only for clients.
   */
  readonly cache?: ResultCache | false | undefined;
  /**
   * Options for the encryption of the state of requests that need input. Only
   * for servers.
   */
  readonly state?: StateOptions | undefined;
}

/** Options that apply to servers and to clients. */
export interface EndpointOptions extends LifecycleOptions {
  /**
   * Capabilities in addition to those implied by the handlers. `false` removes
   * an implied capability.
   */
  readonly capabilities?: Capabilities | undefined;
  /** Instructions for the model on how to use the server. Only for servers. */
  readonly instructions?: string | undefined;
  /**
   * Callback invoked with errors that no caller awaits: failed handlers,
   * messages that violate the protocol, cancellations. By default, each
   * `ConnectionError` is ignored and any other error is printed on the console.
   */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
   * Function that returns the data of a log message without its confidential
   * values. Called before a log message is sent.
   */
  readonly redact?: ((data: unknown) => unknown) | undefined;
  /** Health check that each connection runs, in revisions that have `ping`. */
  readonly health?: HealthCheck | undefined;
  /** Custom methods, which MCP does not define, by name. */
  readonly methods?: CustomMethods | undefined;
  /** Limits on what a peer may request from this side over a connection. */
  readonly limits?: Limits | undefined;
}
