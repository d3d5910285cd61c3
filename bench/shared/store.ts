/** Starts a separate `redis-server` and reads its statistics. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createClient } from "redis";

export interface Store {
  readonly url: string;
  /**
   * Returns the number of Lua scripts and `RPUSH` commands that Redis has
   * executed so far.
   */
  commands(): Promise<number>;
  /**
   * Returns the number of commands that Redis has executed so far, including
   * the commands inside of scripts.
   */
  allCommands(): Promise<number>;
  /** Returns the memory that the server uses, in bytes. */
  memory(): Promise<number>;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export async function startStore(): Promise<Store> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const args = ["--port", `${port}`, "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", args, { stdio: "ignore" });
  const url = `redis://127.0.0.1:${port}`;
  const client = createClient({ url });
  client.on("error", () => {});
  await client.connect();
  const numbers = async (part: string, form: RegExp): Promise<number[]> =>
    [...(await client.info(part)).matchAll(form)].map(([, n]) => Number(n));
  return {
    url,
    async commands() {
      const form = /cmdstat_(?:evalsha|eval|rpush):calls=(\d+)/g;
      return (await numbers("commandstats", form)).reduce((a, b) => a + b, 0);
    },
    async allCommands() {
      const form = /cmdstat_(?!info)[^:]+:calls=(\d+)/g;
      return (await numbers("commandstats", form)).reduce((a, b) => a + b, 0);
    },
    async memory() {
      const [bytes = 0] = await numbers("memory", /used_memory:(\d+)/g);
      return bytes;
    },
    async flush() {
      await client.flushAll();
    },
    async stop() {
      const exit = once(child, "exit");
      client.destroy();
      child.kill();
      await exit;
    },
  };
}
