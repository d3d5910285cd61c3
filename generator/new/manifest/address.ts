/** Parses the address of a running server and creates transports to it. */
import { env as ownEnvironment } from "node:process";
import { http } from "../../../runtime/http/client/client.js";
import { spawn } from "../../../runtime/transport/spawn.js";
import type { Authorizer } from "../../../runtime/http/client/authorizer.js";
import type { ServerConfig } from "../../../runtime/host/config/server-config.js";
import type { Transport } from "../../../runtime/transport/transport.js";
import { inFolder } from "../../support/file-system.js";
import { newError } from "../diagnostics.js";

/** Texts by name, such as the values of HTTP headers. */
export type Texts = { readonly [name: string]: string };

/** Address of a server, with the options for connecting to it. */
export interface ServerAddress {
  /**
   * Command line that starts the server, or URL of the server. If `server` is
   * set, the name of the server in the configuration file.
   */
  readonly from: string;
  /**
   * Function that replaces the variables in `from` by their values. Messages
   * contain `from` with the variables, because the values can be secrets.
   */
  readonly fill?: ((text: string) => string) | undefined;
  /** Entry of the server in a configuration file, from `--config`. */
  readonly server?: ServerConfig | undefined;
  /** Headers by name, sent with every HTTP request. */
  readonly headers?: Texts | undefined;
  /** Environment variables by name, for the process that a command starts. */
  readonly env?: Texts | undefined;
  /**
   * Whether the server process inherits the whole environment of this program.
   */
  readonly inheritEnv?: boolean | undefined;
  /**
   * Folder in which the command starts. Paths of manifests are relative to this
   * folder.
   *
   * @default the working folder
   */
  readonly folder?: string | undefined;
  /**
   * Authorizer that signs the user in at servers that require OAuth. Absent if
   * the program has no terminal. Not used if the headers of the address contain
   * `Authorization`.
   */
  readonly authorize?: Authorizer | undefined;
  /** Time limit for each response of the server, in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** Options for connecting to a server, without the address of the server. */
export type Connection = Omit<ServerAddress, "from" | "fill" | "server">;

/**
 * Returns a function that creates a new transport to the server at each call.
 *
 * @param on `openLog` is called for each process of the server, and returns a
 *   function that receives the error output of the process. `lock` is called for
 *   each HTTP response, and receives whether the server rejected the
 *   credentials.
 * @throws UserError if the address is invalid, or if the server cannot use a
 *   header or environment variable of the address.
 */
export function createTransportFactory(
  {
    from,
    fill = (text) => text,
    server,
    headers = {},
    env = {},
    inheritEnv = false,
    folder,
    authorize,
  }: ServerAddress,
  on: { openLog(): (text: string) => void; lock(isLocked: boolean): void },
): () => Transport {
  const openHttp = (url: string, own: Texts) =>
    http(url, {
      headers: own,
      authorize: Object.keys(own).some((name) => /^authorization$/i.test(name))
        ? undefined
        : authorize,
      fetch: async (target, init) => {
        const response = await fetch(target, init as RequestInit);
        on.lock(response.status === 401 || response.status === 403);
        return response;
      },
    });
  const openStdio = (
    command: string,
    args: readonly string[],
    own: Texts,
    cwd?: string,
  ): Transport => {
    const transport = spawn(command, args, {
      stderr: on.openLog(),
      env: inheritEnv ? { ...(ownEnvironment as object), ...own } : own,
      cwd,
    });
    transport.again = () => openStdio(command, args, own, cwd);
    return transport;
  };
  const url = fill(from);
  const isRemote = !server && isUrl(url);
  const unused = Object.keys(
    server ? { ...headers, ...env } : isRemote ? env : headers,
  );
  if (isRemote && inheritEnv) unused.push("--inherit-env");
  if (unused.length > 0)
    throw newError("MCP627", `The server does not use ${unused.join(", ")}.`);
  if (server)
    return "url" in server
      ? () => openHttp(server.url, server.headers ?? {})
      : () =>
          openStdio(
            server.command,
            server.args ?? [],
            server.env ?? {},
            folder ? inFolder(folder, server.cwd ?? "") : server.cwd,
          );
  if (isRemote) {
    if (!URL.canParse(url))
      throw newError(
        "MCP620",
        `The value of --from is not a valid URL: ${from}.`,
        {
          cause: "The URL of the server cannot be parsed.",
          fix: "Pass a URL such as http://localhost:3000/mcp.",
        },
      );
    return () => openHttp(url, headers);
  }
  // Each word is filled separately, because a value may contain spaces and
  // quotes.
  const [command, ...args] = splitCommand(from).map(fill);
  if (command === undefined)
    throw newError("MCP620", "The command in --from is empty.", {
      cause: "The value of --from is empty or contains only spaces.",
      fix: 'Pass a command or a URL, such as --from "node server.js".',
    });
  return () => openStdio(command, args, env, folder || undefined);
}

/**
 * Returns the name of the environment variable for the value of a header, an
 * option or a parameter.
 */
export function toVariable(name: string): string {
  return name.replace(/\W+/g, "_").toUpperCase();
}

/** Splits a value of `--header` into name and value. */
export function parseHeader(text: string): readonly [string, string] {
  const header = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/;
  return parsePair(text, header, "--header", "Name: value");
}

/** Splits a value of `--env` into name and value. */
export function parseVariable(text: string): readonly [string, string] {
  const variable = /^([A-Za-z_][\w.-]*)=([^]*)$/;
  return parsePair(text, variable, "--env", "NAME=VALUE");
}

function parsePair(
  text: string,
  pattern: RegExp,
  option: string,
  form: string,
) {
  const [, name, value] = pattern.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value] as const;
  throw newError("MCP620", `${option} has the invalid value "${text}".`, {
    cause: `A value of ${option} must have the form ${form}.`,
    fix: `Pass the value in this form: ${option} "${form}".`,
  });
}

/**
 * Returns true if the address is a URL, and false if it is a command that
 * starts a server.
 */
export function isUrl(from: string): boolean {
  return /^https?:\/\//i.test(from);
}

/** Splits a command line at spaces outside of quotes. */
export function splitCommand(line: string): string[] {
  const words =
    line.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g,
      (_match, double?: string, single?: string, escaped?: string) =>
        double?.replace(/\\(["\\$`])/g, "$1") ?? single ?? escaped ?? "",
    ),
  );
}

/** Returns a command that `splitCommand` splits into the given words. */
export function joinCommand(words: readonly string[]): string {
  return words
    .map((word) =>
      /^[^\s"'\\]+$/.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`,
    )
    .join(" ");
}
