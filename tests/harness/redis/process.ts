/**
 * Server that tests start in a separate process with `process.js URL PREFIX
 * LEASE TIMEOUT`. The server prints its URL. The arguments of a tool call set
 * the number of log messages, and whether the tool returns.
 */
import { createClient } from "redis";
import { listen } from "../http/serving.js";
import { redis } from "../../../runtime/redis/redis.js";
import { ServerCore } from "../../../runtime/protocol/server-core.js";
import { POLLING } from "../http/site.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";

interface Asked {
  readonly name: string;
  /**
   * Number of log messages that the tool sends, and whether the tool returns a
   * result afterwards.
   */
  readonly arguments?: { readonly logs?: number; readonly answers?: boolean };
}

const [url = "", prefix = "", lease = "", timeout = ""] = process.argv.slice(2);
const client = createClient({ url });
client.on("error", () => {});
await client.connect();
const server = new ServerCore(
  POLLING,
  { name: "server", version: "1" },
  {
    "tools/call": async (params: never, ctx: Call) => {
      const { logs = 0, answers } = (params as Asked).arguments ?? {};
      for (let n = 1; n <= logs; n += 1) ctx.log("info", n);
      if (!answers) await new Promise(() => {});
      return { process: process.pid };
    },
  },
  {
    capabilities: { logging: {}, tools: { listChanged: true } },
    onError: (error) => console.error(error.message),
  },
);
const listening = await listen(server, {
  shared: redis(client, {
    prefix,
    lease: Number(lease),
    timeout: Number(timeout),
  }),
});
process.on("SIGTERM", () => {
  void listening.close().then(() => client.destroy());
});
console.log(listening.url);
