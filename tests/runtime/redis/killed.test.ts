/** Tests of server processes that end while they run a call. */
import * as assert from "uvu/assert";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import {
  Events,
  gist,
  listenTo,
  openSession,
  post,
} from "../../harness/http/site.js";
import { TIMEOUT, withRedis, type World } from "../../harness/redis/cluster.js";
import type { Site } from "../../harness/http/site.js";
import { failOnExit } from "../../harness/program/child.js";
import { countEvents } from "../../harness/redis/commands.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const PROCESS = fileURLToPath(
  new URL("../../harness/redis/process.js", import.meta.url),
);
const CALL = {
  id: 7,
  method: "tools/call",
  params: { name: "x", arguments: { logs: 3 } },
};

const test = withRedis("redis: killed processes");

type Started = Pick<Site, "request"> & { readonly child: ChildProcess };

const started: ChildProcess[] = [];

/** Starts several processes of one server that share a Redis store. */
const start = (world: World, prefix: string, count = 2): Promise<Started[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const lease = String(world.scale(1_500));
      const { url: store } = world.server;
      const args = [PROCESS, store, prefix, lease, String(TIMEOUT)];
      const child = failOnExit(
        spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] }),
      );
      started.push(child);
      const [line] = (await once(child.stdout, "data")) as [Buffer];
      const url = line.toString().trim();
      return {
        child,
        request: (path: string, init: RequestInit) =>
          fetch(new URL(path, url), init),
      };
    }),
  );

const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
};

const LOST = {
  code: -32603,
  message:
    "The process that ran the request has ended; the request is not run again",
};

/**
 * Ends the process that runs a call. Then resumes the event stream of the call
 * at another process.
 */
const resumeAfterEnd = async (world: World, signal: NodeJS.Signals) => {
  const [a, b] = await start(world, `dead-${signal}`);
  const session = await openSession(a!);
  const events = new Events(await post(a!, CALL, session));
  const logged = await events.next();
  assert.is(gist(logged!), 1);
  while (gist((await events.next())!) !== 3);
  const client = await world.client();
  await waitUntil(
    "the events are stored",
    async () => (await countEvents(client, `dead-${signal}`, session)) >= 3,
  );
  await end(a!.child, signal);
  const rest = new Events(await listenTo(b!, session, logged?.id));
  const all = await rest.rest();
  assert.equal(all.slice(0, -1).map(gist), [2, 3]);
  assert.equal(all.at(-1)?.data.error, LOST);
  // Resuming the event stream again returns the same events.
  const again = await listenTo(b!, session, logged?.id);
  const same = await new Events(again).rest();
  assert.equal(
    same.map(({ id }) => id),
    all.map(({ id }) => id),
  );
  await end(b!.child, "SIGKILL");
};

/**
 * Resumes the event stream of a call at another process while the process that
 * runs the call is still alive.
 */
const resumeBeforeEnd = async (world: World) => {
  const [a, b] = await start(world, "watched");
  const session = await openSession(a!);
  const stop = new AbortController();
  const events = new Events(await post(a!, CALL, session, stop.signal));
  const logged = await events.next();
  stop.abort();
  const rest = new Events(await listenTo(b!, session, logged?.id));
  assert.is(gist((await rest.next())!), 2);
  await end(a!.child, "SIGKILL");
  const all = await rest.rest();
  assert.equal(all.slice(0, -1).map(gist), [3]);
  assert.equal(all.at(-1)?.data.error, LOST);
  await end(b!.child, "SIGKILL");
};

// The cases run concurrently because most of their time is spent waiting for
// timeouts.
test("a call whose process ends gets an error on the resumed stream", async (world) => {
  await Promise.all([
    resumeAfterEnd(world, "SIGKILL"),
    resumeAfterEnd(world, "SIGTERM"),
    resumeBeforeEnd(world),
  ]);
});

test.run();
