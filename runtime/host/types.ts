/** A host as programs see it, in the types of a revision. */
import type { ConnectReport } from "./config/settings.js";
import type { Peer } from "../protocol/connection/peer.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { ServerConfig } from "./config/server-config.js";
import type { ServerState } from "./server.js";

interface HookExchange {
  readonly params: unknown;
  readonly result: unknown;
}

interface ListOf<Name extends string> {
  readonly result: { readonly [N in Name]: readonly unknown[] };
}

/** What a revision has to have for a host: its requests by wire method. */
export interface HostRequests {
  "tools/list": ListOf<"tools">;
  "tools/call": HookExchange;
  "resources/list": ListOf<"resources">;
  "resources/templates/list": ListOf<"resourceTemplates">;
  "resources/read": HookExchange;
  "prompts/list": ListOf<"prompts">;
  "prompts/get": HookExchange;
}

/** Params without what the runtime adds. */
type AskedParams<P> = {
  [K in keyof P as K extends "_meta" ? never : K]: P[K];
} & { _meta?: { [name: string]: unknown } };

/**
 * A tool as providers of models take it: its name in the host, and of its input
 * schema what none of them refuses.
 */
export type HostTool<Tool> = Tool & {
  readonly server: string;
  /** As the server has it. */
  readonly original: Tool;
};

/**
 * Many servers under one roof. Tools and prompts are called `server__name`,
 * resources `mcp:server/uri`; the lists hold those of the servers that are
 * ready, in the order of the configuration.
 */
export interface HostOf<Requests extends HostRequests> {
  /**
   * Connects to all servers at once. A server that fails does not keep the
   * others from being used: the report says which, and why.
   */
  connect(): Promise<ConnectReport>;
  /**
   * Adds a server and connects to it. Where that fails, the server is there all the
   * same, and `enable` tries again.
   *
   * @throws Error when there is one of the name, or it can not be connected to.
   */
  add(name: string, config: ServerConfig): Promise<void>;
  /** Ends a server's connection, and forgets the server. */
  remove(name: string): Promise<void>;
  /** Ends a server's connection until it is enabled again. */
  disable(name: string): Promise<void>;
  /** Connects to a server that was disabled, or that could not be connected to. */
  enable(name: string): Promise<void>;
  /** Ends a server's connection, and connects anew. */
  reconnect(name: string): Promise<void>;
  /** Each server, with its state, and what is known of it when it is ready. */
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
   * Calls a tool by its name in the host.
   *
   * @throws McpError -1 when the user does not want it, or what the server
   *   answered; ConnectionError when the server is not ready, gives no valid
   *   answer, or one that the tool's output schema does not allow.
   */
  callTool(
    params: AskedParams<Requests["tools/call"]["params"]>,
    options?: RequestOptions,
  ): Promise<Requests["tools/call"]["result"]>;
  /** Reads a resource by its address in the host. */
  readResource(
    params: AskedParams<Requests["resources/read"]["params"]>,
    options?: RequestOptions,
  ): Promise<Requests["resources/read"]["result"]>;
  /** Gets a prompt by its name in the host. */
  getPrompt(
    params: AskedParams<Requests["prompts/get"]["params"]>,
    options?: RequestOptions,
  ): Promise<Requests["prompts/get"]["result"]>;
  /** Ends all connections and child processes. */
  close(): Promise<void>;
}
