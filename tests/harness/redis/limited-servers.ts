/** Starts servers that fill the Redis store up to its limits. */
import { redisTasks } from "../../../runtime/redis/tasks.js";
import { tasks } from "../../../runtime/tasks/core/tasks.js";
import { taskToolHandlers } from "../../../runtime/tasks/tools.js";
import {
  CALL,
  Events,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
} from "../http/site.js";
import { TASK_SERVER } from "../tasks/receiver.js";
import type { RedisTasksOptions } from "../../../runtime/redis/tasks.js";
import type { HttpOptions } from "../../../runtime/http/server/options.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { Site } from "../http/site.js";
import type { World } from "./cluster.js";

/**
 * HTTP options of a server that accepts any access token and uses it as the
 * subject (user name) of the client.
 */
export const AUTH = {
  auth: { verify: (token: string) => ({ subject: token }) },
};

/** Opens a session with a token. */
export const openAs = (site: Site, token: string) =>
  openSession(site, { authorization: `Bearer ${token}` });

export const KB = "x".repeat(1_000);

/**
 * Starts a server whose tool sends messages of 1 KB, either on the response
 * stream of the call or on the client's GET stream.
 */
export const startNoisy = async (
  world: World,
  prefix: string,
  maxBytes?: number,
  options: HttpOptions = AUTH,
) => {
  const shared = await world.connect({ prefix, maxBytes });
  const handlers = {
    "tools/call": ({ name }: { name: string }, ctx: Call) => {
      const [where, count] = name.split(" ");
      const data = { level: "info", data: KB } as const;
      for (let n = 0; n < Number(count); n += 1) {
        if (where === "stream") ctx.log("info", KB);
        else ctx.session?.notify("notifications/message", data);
      }
      return {};
    },
  } as unknown as Handlers;
  return PLATFORMS["node"]!(SESSIONS, handlers, { shared, ...options });
};

let ids = 10;
/**
 * Calls the tool of a server that `startNoisy` has started. Returns the id of
 * the first event.
 */
export const callTool = async (
  site: Site,
  session: { [name: string]: string },
  name: string,
): Promise<string | undefined> => {
  const message = { ...CALL, id: ++ids, params: { name } };
  const response = await post(site, message, session);
  if (!name.startsWith("stream")) return void (await response.text());
  const events = new Events(response);
  const id = (await events.next())?.id;
  await events.rest();
  return id;
};

/**
 * Starts a server whose tasks have a result of 1 KB. The tasks end after `end`
 * has resolved.
 */
export const startTasks = async (
  world: World,
  prefix: string,
  limits: RedisTasksOptions,
  options: HttpOptions = AUTH,
  end?: Promise<void>,
) => {
  const shared = await world.connect({ prefix });
  const handler = async () => {
    await end;
    return { content: [{ type: "text", text: KB }] };
  };
  const tool = { inputSchema: { type: "object" }, taskSupport: "optional" };
  const handlers = {
    ...taskToolHandlers({ t: { ...tool, handler } } as never),
    ...tasks({ store: redisTasks(shared, limits), pollInterval: 20 }),
  } as Handlers;
  const protocol = { ...TASK_SERVER, http: SESSIONS.http };
  const site = await PLATFORMS["node"]!(protocol, handlers, {
    shared,
    ...options,
  });
  const ask = async (
    session: { [name: string]: string },
    method: string,
    params: object,
  ) => {
    const response = await post(site, { id: ++ids, method, params }, session);
    const isStream = response.headers.get("content-type")?.includes("stream");
    const answer = isStream
      ? (await new Events(response).rest()).at(-1)?.data
      : await response.json();
    return answer as {
      result?: { task: { taskId: string } };
      error?: { message: string };
    };
  };
  const params = { name: "t", arguments: {}, task: {} };
  return {
    site,
    ask,
    start: (session: { [name: string]: string }) =>
      ask(session, "tools/call", params),
  };
};
