/**
 * Simulates several server processes that share a real Redis server. All
 * simulated servers run in this process.
 */
import { setTimeout } from "node:timers/promises";
import { redis } from "../../../runtime/redis/redis.js";
import { closeSites, PLATFORMS, type Site } from "../http/site.js";
import { getLoad } from "../run/time-limit.js";
import { connectNodeRedis, redisSuite, startRedis } from "./redis-server.js";
import type { ClusterNode } from "../../../runtime/redis/cluster-node.js";
import type { RedisOptions } from "../../../runtime/redis/connect.js";
import type { RedisClient } from "../../../runtime/redis/store/clients.js";
import type { HttpOptions } from "../../../runtime/http/server/options.js";
import type { SharedState } from "../../../runtime/http/server/shared-state.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { RedisServer } from "./redis-server.js";

/**
 * Timeout of commands to Redis in milliseconds. On a busy machine, an answer
 * may take longer than the default timeout of one second.
 */
export const TIMEOUT = 20_000;

/**
 * Number of round trips for which `settle` waits. A command can cause further
 * commands, but no such chain is longer.
 */
const ROUND_TRIPS = 20;

/**
 * Redis server of a test file. Also keeps the Redis clients and HTTP servers
 * that must be closed after a test.
 */
export class World {
  server!: RedisServer;
  /**
   * Time that the Redis server took to start, in milliseconds. It shows how
   * busy the machine is: tests multiply it to get their timeouts.
   */
  unit = 0;
  /**
   * Time after which a simulated process that sends no heartbeats loses its
   * lease, in milliseconds.
   */
  lease = 0;
  /** Members of clusters that the current test has started. */
  readonly nodes: ClusterNode[] = [];
  readonly #clients: { ping(): unknown; destroy(): unknown }[] = [];
  readonly #load = getLoad();
  #prefixes = 0;

  async start(args: readonly string[] = []): Promise<void> {
    const before = performance.now();
    this.server = await startRedis(args);
    this.unit = performance.now() - before;
    this.lease = this.scale(1_000);
  }

  /**
   * Returns a duration of at least `least` milliseconds, which is longer on a
   * busy machine.
   */
  scale(least: number): number {
    return Math.round(Math.max(least * this.#load, 20 * this.unit));
  }

  async client() {
    const client = await connectNodeRedis(this.server.url);
    this.#clients.push(client);
    return client;
  }

  /** Connects one process of a cluster to Redis, by default with a new client. */
  async connect(
    options: RedisOptions,
    client?: RedisClient,
  ): Promise<SharedState> {
    const all = { timeout: TIMEOUT, ...options };
    const shared = redis(client ?? (await this.client()), all);
    this.nodes.push((shared as unknown as { node: ClusterNode }).node);
    return shared;
  }

  /** Waits until Redis has run all commands that the processes send now. */
  async settle(): Promise<void> {
    for (let count = 0; count < ROUND_TRIPS; count += 1) {
      // Wait until the tick ends, because processes send some commands only
      // then.
      await setTimeout(0);
      await Promise.all(this.#clients.map((client) => client.ping()));
    }
  }

  /**
   * Waits until each process has tried to send at least `count` more
   * heartbeats.
   */
  async waitForBeats(count: number): Promise<void> {
    const waitForBeat = ({ onBeat }: ClusterNode): Promise<void> =>
      new Promise((resolve) => {
        const ended = (): void => {
          onBeat.delete(ended);
          resolve();
        };
        onBeat.add(ended);
      });
    for (let left = count; left > 0; left -= 1)
      await Promise.all(this.nodes.map(waitForBeat));
  }

  /**
   * Starts `count` HTTP servers that simulate the processes of one clustered
   * server.
   */
  async sites(
    count: number,
    protocol: Protocol,
    handlers: (process: number, shared: SharedState) => Handlers,
    options: HttpOptions = {},
    platform = "node",
  ): Promise<Site[]> {
    const prefix = `test${++this.#prefixes}`;
    const serve = PLATFORMS[platform];
    if (!serve) throw new Error(`Unknown platform: ${platform}`);
    return Promise.all(
      Array.from({ length: count }, async (_, process) => {
        const shared = await this.connect({ prefix, lease: this.lease });
        return serve(protocol, handlers(process, shared), {
          shared,
          ...options,
        });
      }),
    );
  }

  async clean(): Promise<void> {
    await closeSites();
    this.nodes.length = 0;
    for (const client of this.#clients.splice(0)) client.destroy();
  }

  async end(): Promise<void> {
    await this.clean();
    await this.server.stop();
  }
}

/**
 * Creates a suite with a Redis server. If Redis is not installed, the tests are
 * skipped.
 */
export function withRedis(title: string, args: readonly string[] = []) {
  const test = redisSuite<World>(title);
  const world = new World();
  test.before(() => world.start(args));
  test.after.each(() => world.clean());
  test.after(() => world.end());
  type Body = (world: World) => Promise<unknown>;
  return Object.assign(
    (name: string, body: Body): void => {
      test(name, async () => void (await body(world)));
    },
    {
      run(): void {
        test.run();
      },
    },
  );
}
