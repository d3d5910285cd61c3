/** Records and counts the commands that servers send to Redis. */
import type { connectNodeRedis } from "./redis-server.js";
import type { NodeRedisLike } from "../../../runtime/redis/store/clients.js";

type Client = Awaited<ReturnType<typeof connectNodeRedis>>;

export interface Recorder extends NodeRedisLike {
  /** Commands that the client has sent, except heartbeats. */
  readonly commands: (readonly string[])[];
  /** Error with which all commands fail, as if the connection were lost. */
  lost: Error | undefined;
}

/** Returns a Redis client that records its commands. */
export function recordCommands(client: Client): Recorder {
  const recorder: Recorder = {
    commands: [],
    lost: undefined,
    sendCommand(...args: never[]): Promise<unknown> {
      const [command = []] = args as readonly (readonly string[])[];
      if (!command.some((part) => part.includes('"t":"beat"'))) {
        recorder.commands.push(command);
      }
      if (recorder.lost) return Promise.reject(recorder.lost);
      return client.sendCommand([...command]);
    },
    duplicate: () => client.duplicate(),
  };
  return recorder;
}

/**
 * Returns the number of events that Redis stores for the event streams of a
 * session.
 */
export async function countEvents(
  client: Client,
  prefix: string,
  session: { readonly "mcp-session-id": string },
): Promise<number> {
  const streams = await client.keys(
    `${prefix}:{${session["mcp-session-id"]}}:*.*`,
  );
  const lengths = await Promise.all(streams.map((key) => client.xLen(key)));
  return lengths.reduce((sum, length) => sum + length, 0);
}

/**
 * Returns how often Redis has run each command since `CONFIG RESETSTAT`,
 * including the commands of scripts.
 */
export async function countCommands(
  client: Client,
): Promise<Record<string, number>> {
  const info = await client.info("commandstats");
  const found = info.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm);
  return Object.fromEntries(
    [...found].map(([, name = "", calls]) => [name, Number(calls)]),
  );
}
