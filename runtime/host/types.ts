/**
 * Public interface of a host. Generic over the types of a protocol revision.
 */
import type { ConnectReport } from "./config/settings.js";
import type { Peer } from "../protocol/connection/peer.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { ServerConfig } from "./config/server-config.js";
import type { ServerState } from "./server-setup.js";

interface HookExchange {
  readonly params: unknown;
  readonly result: unknown;
}

interface ListOf<Name extends string> {
  readonly result: { readonly [N in Name]: readonly unknown[] };
}

/**
 * Types of requests, by method. A host can be generated only for a protocol
 * revision that defines all these requests.
 */
export interface HostRequests {
  "tools/list": ListOf<"tools">;
  "tools/call": HookExchange;
  "resources/list": ListOf<"resources">;
  "resources/templates/list": ListOf<"resourceTemplates">;
  "resources/read": HookExchange;
  "prompts/list": ListOf<"prompts">;
  "prompts/get": HookExchange;
}

/** Params of a request, without the metadata that the runtime adds. */
type AskedParams<P> = {
  [K in keyof P as K extends "_meta" ? never : K]: P[K];
} & { _meta?: { [name: string]: unknown } };

/**
 * Tool in a form that all providers of language models accept: with its unique
 * name in the host and a simplified input schema.
 */
export type HostTool<Tool> = Tool & {
  readonly server: string;
  /** Tool exactly as the server lists it. */
  readonly original: Tool;
};

/** Object that sends requests to one server of a host. */
export interface HostedServerRequests {
  /** Name of the server in the host. */
  readonly label: string;
  request(
    method: string,
    params: object,
    options?: RequestOptions,
  ): Promise<unknown>;
}

/**
 * Host that connects to many MCP servers. Tools and prompts have names such as
 * `server__name`, and resources have URIs such as `mcp:server/uri`. The lists
 * contain the items of all servers that are ready, in the order in which the
 * servers are configured.
 */
export interface HostOf<Requests extends HostRequests> {
  /**
   * Connects to all servers at once. Does not reject if connecting to some
   * servers fails: the returned report lists the failed servers with their
   * errors.
   */
  connect(): Promise<ConnectReport>;
  /**
   * Adds a server and connects to it. If connecting fails, the server remains
   * in the host, and `enable` tries to connect again.
   *
   * @throws Error if a server with this name already exists, or if connecting
   *   fails.
   */
  add(name: string, config: ServerConfig): Promise<void>;
  /** Closes the connection of a server and removes the server from the host. */
  remove(name: string): Promise<void>;
  /**
   * Closes the connection of a server. The server stays disconnected until it
   * is enabled again.
   */
  disable(name: string): Promise<void>;
  /** Connects to a server that was disabled or that failed to connect. */
  enable(name: string): Promise<void>;
  /** Closes the connection of a server and opens a new one. */
  reconnect(name: string): Promise<void>;
  /**
   * All servers with their state and last error. `peer` holds the server's
   * name, version and capabilities while the server is ready.
   */
  readonly servers: readonly {
    readonly name: string;
    readonly state: ServerState;
    readonly error: Error | undefined;
    readonly peer: Peer | undefined;
  }[];
  readonly tools: readonly HostTool<
    Requests["tools/list"]["result"]["tools"][number]
  >[];
  readonly resources: Requests["resources/list"]["result"]["resources"];
  readonly resourceTemplates: Requests["resources/templates/list"]["result"]["resourceTemplates"];
  readonly prompts: Requests["prompts/list"]["result"]["prompts"];
  /**
   * Calls a tool by its unique name in the host, such as `weather__get`.
   *
   * @throws McpError with code -1 if the user refuses the call, or with the
   *   code in the server's error response.
   * @throws ConnectionError if the server is not ready, or if the result is
   *   invalid or does not match the output schema of the tool.
   */
  callTool(
    params: AskedParams<Requests["tools/call"]["params"]>,
    options?: RequestOptions,
  ): Promise<Requests["tools/call"]["result"]>;
  /**
   * Reads a resource by its unique URI in the host, such as
   * `mcp:docs/file:///a`.
   */
  readResource(
    params: AskedParams<Requests["resources/read"]["params"]>,
    options?: RequestOptions,
  ): Promise<Requests["resources/read"]["result"]>;
  /** Gets a prompt by its unique name in the host, such as `docs__summary`. */
  getPrompt(
    params: AskedParams<Requests["prompts/get"]["params"]>,
    options?: RequestOptions,
  ): Promise<Requests["prompts/get"]["result"]>;
  /**
   * Returns an object that sends requests to one server, including requests of
   * extensions. Every request passes the consent hooks and the limits, and is
   * recorded in the audit log. In these requests, tools, prompts and resources
   * have their original names, not the unique names of the host.
   */
  server(name: string): HostedServerRequests;
  /** Closes all connections and stops all child processes. */
  close(): Promise<void>;
}
