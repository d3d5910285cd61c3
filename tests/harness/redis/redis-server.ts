/** Starts a real `redis-server` for tests. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createClient } from "redis";
import { suite, type Test } from "uvu";
import { freePort } from "../http/free-port.js";
import { failOnExit } from "../program/child.js";

/**
 * Whether the program `redis-server` is installed. If it is missing, tests are
 * skipped.
 */
export const HAS_REDIS: boolean =
  spawnSync("redis-server", ["--version"]).status === 0;

const HOW_TO =
  "no redis-server on PATH, so that these tests are skipped: apt-get install redis-server";

/** Creates a suite whose tests are skipped if Redis is not installed. */
export function redisSuite<T = Record<string, never>>(title: string): Test<T> {
  const real = suite<T>(title);
  if (HAS_REDIS) return real;
  real(HOW_TO, () => {});
  const skipped = (name: string): void => real.skip(name);
  const hook = Object.assign(() => {}, { each: () => {} });
  return Object.assign(skipped, {
    before: hook,
    after: hook,
    only: skipped,
    skip: skipped,
    run: () => real.run(),
  }) as unknown as Test<T>;
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Stops the Redis server. Resolves when the server has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a Redis server without persistence, by default on a free port. */
export async function startRedis(
  args: readonly string[] = [],
  port?: number,
): Promise<RedisServer> {
  const at = port ?? (await freePort());
  const child = spawn(
    "redis-server",
    [
      "--port",
      String(at),
      "--save",
      "",
      "--appendonly",
      "no",
      "--bind",
      "127.0.0.1",
      ...args,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  await new Promise<void>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("Ready to accept")) resolve();
    });
    child.on("exit", () => reject(new Error(`redis-server ended: ${text}`)));
  });
  failOnExit(child);
  return {
    url: `redis://127.0.0.1:${at}`,
    port: at,
    child,
    async stop(signal = "SIGKILL") {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill(signal);
      await exit;
    },
  };
}

/** Connects a Redis client of the package `redis` (node-redis). */
export async function connectNodeRedis(url: string) {
  const client = createClient({ url });
  client.on("error", () => {});
  await client.connect();
  return client;
}
