/** Connects with any server, of any revision, to ask what it has. */
import type { ClientCore } from "../../../runtime/protocol/client-core.js";
import { refuseBatch } from "../../../runtime/json-rpc/batch.js";
import { ErasClient } from "../../../runtime/multi-version/client.js";
import type {
  Era,
  Eras,
} from "../../../runtime/multi-version/revision-binding.js";
import { initializeClient } from "../../../runtime/protocol/initialize/client.js";
import { statelessClient } from "../../../runtime/protocol/stateless/client.js";
import { toolVersion } from "../../support/package.js";
import { datedRevisions, revisionTable } from "../../source/revisions.js";
import { transportOf, type ServerAddress } from "./address.js";
import { newError } from "../diagnostics.js";

/** How long, in ms, a server that speaks is asked whether it speaks another revision. */
const PROBE = 5_000;

/** How much of what a server printed is shown when it fails. */
const TAIL = 2_000;

/**
 * Calls `use` with a client that is connected at one of the revisions, as a
 * client that is generated for them would be, and closes it after that.
 *
 * @throws UserError when the server can not be reached or used.
 */
export async function withServer<T>(
  address: ServerAddress,
  revisions: readonly string[],
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
    // Without the advice that the runtime has for generated programs.
    const [message = ""] = (error as Error).message.split("; generate ");
    if (locked)
      return newError("MCP621", `${from} asks for authentication.`, {
        cause: message,
      });
    // What else was reported, such as lines of the server that are no messages.
    const also =
      reported && !message.includes(reported.message)
        ? ` ${reported.message}.`
        : "";
    const said = printed.trim() === "" ? "" : ` It printed:\n${printed.trim()}`;
    return newError("MCP620", `${from} does not answer.`, {
      cause: `${message}.${also}${said}`,
    });
  };
  const connect = async (
    versions: readonly string[],
    wait: number,
  ): Promise<ErasClient> => {
    const client = new ErasClient(
      eras(),
      { name: "mcp-codegen", version: toolVersion() },
      {},
      {
        revisions: versions,
        // What a client project has: some servers list more to who has more.
        capabilities: { sampling: {}, elicitation: {} },
        onError: (error) => (reported ??= error),
      },
    );
    try {
      await client.connect(open(), { timeout: wait, signal });
      return client;
    } catch (error) {
      await client.close();
      throw error;
    }
  };
  const versionOf = async (versions: readonly string[]) => {
    const client = await connect(versions, PROBE).catch(() => undefined);
    const version = client?.server.version;
    await client?.close();
    return version;
  };
  const spokenRevisions = async (): Promise<string[]> => {
    const all = datedRevisions();
    const found = await versionOf(all);
    const spoken: string[] = [];
    for (const name of found === undefined ? [] : all)
      if (name === found || (await versionOf([name])) === name)
        spoken.push(name);
    return spoken;
  };
  // The bundled draft is known to peers by the newest date.
  const chosen = revisions.map((name) =>
    name === "draft" ? revisionTable().latest : name,
  );
  const client = await connect(chosen, timeout).catch(async (error) => {
    const isTried = chosen.length === datedRevisions().length;
    const spoken =
      locked || signal?.aborted || isTried ? [] : await spokenRevisions();
    if (spoken.length === 0) throw failed(error);
    throw newError(
      "MCP623",
      `${from} speaks ${spoken.join(", ")}; a client of ${revisions.join(", ")} can not connect to it.`,
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

/** What the lists and tools of any server need, at every revision with a date. */
function eras(): Eras {
  const [first, ...rest] = datedRevisions().reverse().map(era);
  return [first as Era, ...rest];
}

function era(version: string): Era {
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
    forms: none,
    outgoing: none,
  };
}
