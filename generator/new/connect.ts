/** Connects with any server, of any revision, to ask what it has. */
import { ClientCore } from "../../templates/runtime/client.js";
import { refuseBatch } from "../../templates/runtime/connection/batch-refuse.js";
import { McpError } from "../../templates/runtime/connection/errors.js";
import { http } from "../../templates/runtime/http/client.js";
import {
  handshake,
  initializeClient,
} from "../../templates/runtime/lifecycle/initialize-client.js";
import type { Lifecycle } from "../../templates/runtime/lifecycle/lifecycle.js";
import { statelessClient } from "../../templates/runtime/lifecycle/stateless-client.js";
import type { Protocol } from "../../templates/runtime/protocol.js";
import { spawn } from "../../templates/runtime/transport/spawn.js";
import type { Transport } from "../../templates/runtime/transport/transport.js";
import { toolVersion } from "../package.js";
import { knownRevisions, revisionTable } from "../source/revisions.js";
import { newError } from "./diagnostics.js";

/** Where a server is, and how long to wait for it. */
export interface ServerAddress {
  /** A command line, or a URL. */
  readonly from: string;
  /** `Name: value`, sent with every request over HTTP. */
  readonly headers?: readonly string[] | undefined;
  /** Longest wait for each answer, in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** How much of what a server printed is shown when it fails. */
const TAIL = 2_000;

/**
 * Calls `use` with a client that is connected, and closes it after that.
 *
 * @throws UserError when the server can not be reached or used.
 */
export async function withServer<T>(
  address: ServerAddress,
  use: (client: ClientCore) => Promise<T>,
): Promise<T> {
  const { from, timeout, signal } = address;
  let printed = "";
  let locked = false;
  let reported: Error | undefined;
  const open = transportOf(address, {
    print: (text) => (printed = (printed + text).slice(-TAIL)),
    lock: () => (locked = true),
  });
  const failed = (error: unknown): Error => {
    signal?.throwIfAborted();
    const { message } = error as Error;
    if (locked)
      return newError("MCP621", `${from} asks for authentication.`, {
        cause: message,
      });
    // Such as lines that are no messages.
    const also =
      reported && !message.includes(reported.message)
        ? ` ${reported.message}.`
        : "";
    const said = printed.trim() === "" ? "" : ` It printed:\n${printed.trim()}`;
    return newError("MCP620", `${from} does not answer.`, {
      cause: `${message}.${also}${said}`,
    });
  };
  let first: unknown;
  for (const protocol of protocols()) {
    const client = new ClientCore(
      protocol,
      { name: "mcp-codegen", version: toolVersion() },
      {},
      { onError: (error) => (reported ??= error) },
    );
    try {
      await client.connect(open(), { timeout, signal });
    } catch (error) {
      await client.close();
      first ??= error;
      // Only a server that answers may speak the other lifecycle.
      if (!(error instanceof McpError) || locked) throw failed(first);
      continue;
    }
    try {
      return await use(client);
    } catch (error) {
      if ((error as Error).name === "UserError") throw error;
      throw failed(error);
    } finally {
      await client.close();
    }
  }
  throw failed(first);
}

function transportOf(
  { from, headers = [] }: ServerAddress,
  on: { print(text: string): void; lock(): void },
): () => Transport {
  if (/^https?:\/\//i.test(from)) {
    if (!URL.canParse(from)) throw newError("MCP620", `${from} is no URL.`);
    const own = Object.fromEntries(headers.map(headerOf));
    return () =>
      http(from, {
        headers: own,
        fetch: async (url, init) => {
          const response = await fetch(url, init as RequestInit);
          if (response.status === 401 || response.status === 403) on.lock();
          return response;
        },
      });
  }
  const [command, ...args] = splitCommand(from);
  if (command === undefined)
    throw newError("MCP620", "--from has no command in it.");
  return () => spawn(command, args, { stderr: on.print });
}

function headerOf(text: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw newError("MCP620", `"${text}" is not a header: Name: value.`);
  return [name, value];
}

/** The words of a command line: spaces part them but within quotes. */
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

/** The handshake first: a server that has both lifecycles takes either. */
function protocols(): Protocol[] {
  const { latest } = revisionTable();
  const dated = knownRevisions().filter((name) => /^\d/.test(name));
  const newestOld = dated.filter((name) => name !== latest).at(-1) ?? latest;
  return [
    protocol(newestOld, anyVersion(dated), true),
    protocol(latest, statelessClient, false),
  ];
}

/** The handshake, with whatever known revision the server chooses. */
function anyVersion(known: readonly string[]): Lifecycle {
  return {
    ...initializeClient,
    open: (connection, options) =>
      handshake(connection, options, (version) => known.includes(version)),
  };
}

function protocol(
  version: string,
  lifecycle: Lifecycle,
  sessions: boolean,
): Protocol {
  const list = (capability: string) =>
    ({ sender: "client", capability }) as const;
  return {
    side: "client",
    version,
    lifecycle,
    methods: {
      ping: { sender: "either" },
      initialize: { sender: "client" },
      "server/discover": { sender: "client" },
      "notifications/initialized": { kind: "notification", sender: "client" },
      "notifications/cancelled": { kind: "notification", sender: "either" },
      "tools/list": list("tools"),
      "prompts/list": list("prompts"),
      "resources/list": list("resources"),
      "resources/templates/list": list("resources"),
    },
    batches: false,
    batch: refuseBatch,
    anonymousErrors: true,
    resourceNotFound: -32602,
    toolErrorsAreResults: true,
    http: { sessions, versionHeader: true, polling: true, twoAddresses: false },
  };
}
