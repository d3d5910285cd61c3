/** Configuration of one server of a host. */
import type { Authorizer } from "../../http/client/authorizer.js";

/** Settings of a server that do not depend on its transport. */
export interface CommonConfig {
  /**
   * Default timeout of requests to this server, in milliseconds. The options of
   * a request take precedence.
   */
  readonly timeout?: number | undefined;
  /**
   * Names of tools to hide: hidden tools are not listed and cannot be called. In
   * a name, `*` matches any text.
   */
  readonly disabledTools?: readonly string[] | undefined;
  /**
   * Names of the tools to expose. If set, all other tools are hidden: they are
   * not listed and cannot be called. In a name, `*` matches any text.
   * @default all tools of the server
   */
  readonly includeTools?: readonly string[] | undefined;
  /**
   * Members of the server entry that the host does not use, with unchanged
   * values.
   */
  readonly other?: { readonly [key: string]: unknown } | undefined;
}

/**
 * Configuration of a server that the host starts as a child process and
 * connects to over stdio.
 */
export interface StdioServerConfig extends CommonConfig {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: { readonly [name: string]: string } | undefined;
  readonly cwd?: string | undefined;
}

/** Configuration of a server that the host connects to over HTTP. */
export interface HttpServerConfig extends CommonConfig {
  readonly url: string;
  readonly headers?: { readonly [name: string]: string } | undefined;
  /**
   * Authorizer for this server only, such as the result of `oauth()`. It cannot
   * be set in a configuration file.
   * @default the `authorize` option of the host
   */
  readonly authorize?: Authorizer | undefined;
}

export type ServerConfig = StdioServerConfig | HttpServerConfig;
