/**
 * Connects to a server of any revision to read its lists of tools, prompts and
 * resources.
 */
import type { ClientCore } from "../../../runtime/protocol/client-core.js";
import { refuseBatch } from "../../../runtime/protocol/connection/batch.js";
import { MultiVersionClient } from "../../../runtime/multi-version/client.js";
import type {
  RevisionBinding,
  RevisionBindings,
} from "../../../runtime/multi-version/revision-binding.js";
import { initializeClient } from "../../../runtime/protocol/initialize/client.js";
import { statelessClient } from "../../../runtime/protocol/stateless/client.js";
import { toolVersion } from "../../support/package.js";
import { datedRevisions, revisionTable } from "../../source/revisions.js";
import {
  createTransportFactory,
  isUrl,
  type ServerAddress,
} from "./address.js";
import { newError } from "../diagnostics.js";

/**
 * Time limit, in milliseconds, for asking a server whether it supports any
 * revision other than the requested ones.
 */
const PROBE = 5_000;

/**
 * Maximum number of characters that are shown from the output of a failed
 * server, and from an error message of a server.
 */
export const TAIL = 2_000;

/** Advice in the error for a command whose program or file does not exist. */
const MISSING_PROGRAM_FIX =
  "Check the spelling of the command, and that PATH contains its program. Run mcp-codegen in the folder from which the command works. The command runs without a shell: write `node server.js` instead of `server.js`, and pass environment variables with --env.";

/**
 * Connects to a server in one of the given revisions, as a generated client
 * would. Calls `use` with the client, and closes the client afterwards.
 *
 * @throws UserError if the server cannot be reached or used.
 */
export async function withServer<T>(
  address: ServerAddress,
  revisions: readonly string[],
  use: (client: ClientCore) => Promise<T>,
): Promise<T> {
  const { from, fill, folder, timeout, signal } = address;
  const logs: string[] = [];
  let unauthorized = false;
  let reported: Error | undefined;
  const open = createTransportFactory(address, {
    openLog: () => {
      const index = logs.push("") - 1;
      return (text) => (logs[index] = (logs[index] + text).slice(-TAIL));
    },
    lock: (isLocked) => (unauthorized = isLocked),
  });
  // Errors of HTTP requests contain the URL without its query. The values of
  // variables in the path can be secrets.
  const hideUrl = (text: string): string => {
    const filled = fill?.(from) ?? "";
    if (!isUrl(filled)) return text;
    const { origin, pathname } = new URL(filled);
    return text.replaceAll(origin + pathname, () => from);
  };
  const failed = (error: unknown): Error => {
    signal?.throwIfAborted();
    const message = hideUrl(withoutDetails(error as Error));
    if (unauthorized)
      return newError("MCP621", `The server ${from} requires authentication.`, {
        cause: message,
      });
    // Include the first error that the client reported, for example about a
    // line that is not valid JSON-RPC.
    const first = reported && hideUrl(withoutDetails(reported));
    // A server never sends `server/discover`, so the program returned the
    // client's own request.
    if (first?.endsWith(" sent server/discover"))
      return newError("MCP620", `The server ${from} does not answer.`, {
        cause: "The program writes its input to its output.",
        fix: "Pass the command or URL of an MCP server with --from.",
      });
    const also = first && !message.includes(first) ? ` ${first}.` : "";
    // The client may have started several processes that print the same text,
    // so print the text only once.
    const log = logs.findLast((text) => text.trim() !== "")?.trim();
    const said = log === undefined ? "" : ` The server printed:\n${log}`;
    const start = folder && folder !== "." ? `In the folder ${folder}: ` : "";
    return newError("MCP620", `The server ${from} does not answer.`, {
      cause: `${start}${message}.${also}${said}`,
      ...(/ENOENT|EACCES|MODULE_NOT_FOUND/.test(message + said) && {
        fix: MISSING_PROGRAM_FIX,
      }),
    });
  };
  const connect = async (
    versions: readonly string[],
    wait: number,
  ): Promise<MultiVersionClient> => {
    const transport = open();
    const client = new MultiVersionClient(
      createBindings(),
      { name: "mcp-codegen", version: toolVersion() },
      {},
      {
        revisions: versions,
        // Capabilities of a generated client project, because some servers list
        // more entries for clients with more capabilities.
        capabilities: { sampling: {}, elicitation: {} },
        // A process that is still starting does not answer. With a short time
        // limit, the revision would depend on the speed of the start.
        discoverTimeout: transport.again && wait,
        onError: (error) => (reported ??= error),
      },
    );
    try {
      await client.connect(transport, { timeout: wait, signal });
      return client;
    } catch (error) {
      await client.close();
      throw error;
    }
  };
  const findVersion = async (versions: readonly string[]) => {
    const client = await connect(versions, PROBE).catch(() => undefined);
    const version = client?.server.version;
    await client?.close();
    return version;
  };
  const findSupportedRevisions = async (): Promise<string[]> => {
    const all = datedRevisions();
    const found = await findVersion(all);
    const spoken: string[] = [];
    for (const name of found === undefined ? [] : all)
      if (name === found || (await findVersion([name])) === name)
        spoken.push(name);
    return spoken;
  };
  // The draft cannot be requested separately: the bundled draft schema has the
  // same version string as the newest dated revision.
  const chosen = revisions.map((name) =>
    name === "draft" ? revisionTable().latest : name,
  );
  const client = await connect(chosen, timeout).catch(async (error) => {
    const isTried = chosen.length === datedRevisions().length;
    const spoken =
      unauthorized || signal?.aborted || isTried
        ? []
        : await findSupportedRevisions();
    if (spoken.length === 0) throw failed(error);
    throw newError(
      "MCP623",
      `The server ${from} supports ${spoken.join(", ")}, but not ${revisions.join(", ")}.`,
    );
  });
  try {
    return await use(client);
  } catch (error) {
    throw (error as Error).name === "UserError" ? error : failed(error);
  } finally {
    await client.close();
  }
}

/**
 * Returns the message of an error without the advice for authors of generated
 * programs, and without the log of the server.
 */
function withoutDetails({ message }: Error): string {
  const [text = ""] = message.split(/; (?:generate |the end of its log:\n)/, 1);
  return text.slice(0, TAIL);
}

/**
 * Returns a binding for each dated revision, so that the client supports the
 * revision. A binding contains only the methods for connecting to a server and
 * using its lists.
 */
function createBindings(): RevisionBindings {
  const [first, ...rest] = datedRevisions().reverse().map(createBinding);
  return [first as RevisionBinding, ...rest];
}

function createBinding(version: string): RevisionBinding {
  const standsAlone = version === revisionTable().latest;
  const needs = (capability: string) =>
    ({ sender: "client", capability }) as const;
  const none = { results: {}, messages: {}, params: {} };
  return {
    side: "client",
    version,
    lifecycle: standsAlone ? statelessClient : initializeClient,
    methods: {
      ping: { sender: "either" },
      initialize: { sender: "client" },
      "server/discover": { sender: "client" },
      "notifications/initialized": { kind: "notification", sender: "client" },
      "notifications/cancelled": { kind: "notification", sender: "either" },
      "tools/list": needs("tools"),
      "tools/call": needs("tools"),
      "prompts/list": needs("prompts"),
      "resources/list": needs("resources"),
      "resources/templates/list": needs("resources"),
      "skills/list": { sender: "client" },
    },
    batches: false,
    batch: refuseBatch,
    anonymousErrors: true,
    resourceNotFound: -32602,
    toolErrorsAreResults: true,
    http: {
      sessions: !standsAlone,
      versionHeader: true,
      polling: true,
    },
    downgrades: none,
    outgoing: none,
  };
}
