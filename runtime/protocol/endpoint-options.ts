import type { Capabilities } from "./capabilities.js";
import type { CustomMethods } from "./methods/custom.js";
import type { HealthCheck } from "../json-rpc/health.js";
import type { StateOptions } from "./input-required/seal.js";
import type { Limits } from "../limits/limits.js";
import type { ResultCache } from "./result-cache.js";

/** Endpoint options that the lifecycle uses. */
export interface LifecycleOptions {
  /**
   * Cache of a client for results that the server declares cacheable. `false`
   * disables caching.
   */
  readonly cache?: ResultCache | false | undefined;
  /**
   * Options of a server for encrypting the state of requests that need input.
   */
  readonly state?: StateOptions | undefined;
}

/** Options that apply to servers and to clients. */
export interface EndpointOptions extends LifecycleOptions {
  /**
   * Capabilities in addition to those that the handlers imply. The value
   * `false` removes an implied capability.
   */
  readonly capabilities?: Capabilities | undefined;
  /**
   * Instructions for the model on how to use the server. Clients have no
   * instructions.
   */
  readonly instructions?: string | undefined;
  /**
   * Callback invoked with errors that no caller can receive: errors of
   * handlers, protocol violations, and cancellations. By default, each
   * `ConnectionError` is ignored and any other error is printed on the console.
   */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
   * Function that removes confidential values from the data of a log message.
   * Called before each log message is sent.
   */
  readonly redact?: ((data: unknown) => unknown) | undefined;
  /**
   * Health check that runs on each connection, in revisions that have `ping`.
   */
  readonly health?: HealthCheck | undefined;
  /** Custom methods by name. MCP does not define these methods. */
  readonly methods?: CustomMethods | undefined;
  /** Limits on the requests that a peer may send over a connection. */
  readonly limits?: Limits | undefined;
}
