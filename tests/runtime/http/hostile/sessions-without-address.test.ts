/**
 * Tests of anonymous clients: how the server finds their network addresses on
 * web platforms, and the quotas of sessions without a known address.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getPlatformAddress } from "../../../../runtime/http/platform/address.js";
import { memoryEventStore } from "../../../../runtime/http/server/sessions/event-store.js";
import { QuotaShares } from "../../../../runtime/limits/quota-share.js";
import { memoryTasks } from "../../../../runtime/tasks/store.js";
import { tasks } from "../../../../runtime/tasks/core/tasks.js";
import {
  closeSites,
  openSession,
  OPENING,
  PLATFORMS,
  post,
  SESSIONS,
} from "../../../harness/http/site.js";
import {
  stuck,
  TASK_SERVER,
  taskTools,
} from "../../../harness/tasks/receiver.js";
import { as, auth } from "../../../harness/host/scripted-servers.js";
import { LIST, TOOLS } from "../../../harness/wire/wire.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";

const test = suite("anonymous sessions");
test.after.each(closeSites);

const { web: serve = undefined as never } = PLATFORMS;

const socket = { remoteAddress: "10.0.0.1" };
const spoofed = { "cf-connecting-ip": "10.0.0.9" };

for (const [platform, info, members, address] of [
  ["Deno", { remoteAddr: { hostname: "10.0.0.1" } }, {}, "10.0.0.1"],
  ["Bun", { requestIP: () => ({ address: "::1" }) }, {}, "::1"],
  ["a closed connection on Bun", { requestIP: () => null }, {}, undefined],
  ["@hono/node-server", { incoming: { socket } }, {}, "10.0.0.1"],
  ["@whatwg-node/server", { req: { socket } }, {}, "10.0.0.1"],
  ["Cloudflare Workers", { KV: {} }, { cf: {} }, "10.0.0.9"],
  [
    "an unknown platform, not even from a header of the client",
    {},
    {},
    undefined,
  ],
  ["a platform without a second argument", undefined, {}, undefined],
] as const)
  test(`\`fetchHandler\` gets ${address ? "the" : "no"} client address from ${platform}`, () => {
    const request = new Request("http://a/", { headers: spoofed });
    Object.assign(request, members);
    assert.is(getPlatformAddress(request, info), address);
  });

test("two sessions without a client address have separate rate limits", async () => {
  const rate = { burst: 4, perSecond: 0.001 };
  const site = await serve(SESSIONS, TOOLS, { rate });
  const noisy = await openSession(site);
  const quiet = await openSession(site);
  const statuses = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await post(site, LIST, noisy)).status);
  assert.equal(statuses, [200, 200, 200, 429]);
  assert.is((await post(site, LIST, quiet)).status, 200);
});

test("sessions without a client address get at most half of the session slots", async () => {
  const verify = (token: string) =>
    token === "anonymous" ? ({} as never) : auth.verify(token);
  const options = { auth: { verify }, maxSessions: 4 };
  const site = await serve(SESSIONS, TOOLS, options);
  const statuses = [];
  for (const token of ["anonymous", "anonymous", "anonymous", "ann", "bob"])
    statuses.push((await post(site, OPENING, as(token))).status);
  assert.equal(statuses, [200, 200, 503, 200, 200]);
});

test("sessions without a client address use at most half of the memory budget", async () => {
  const site = await serve(SESSIONS, TOOLS, { maxKept: 100_000 });
  const open = (length: number) => {
    const clientInfo = { name: "x".repeat(length), version: "1" };
    const params = { ...OPENING.params, clientInfo };
    return post(site, { ...OPENING, params }).then(({ status }) => status);
  };
  const statuses = [];
  for (const length of [30_000, 15_000, 15_000, 500])
    statuses.push(await open(length));
  assert.equal(statuses, [200, 200, 429, 200]);
});

test("each session of an address may start half of the tasks that the limit `maxRunning` still permits", async () => {
  const handlers = { ...taskTools({ t: stuck }), ...tasks({ maxRunning: 8 }) };
  const site = await serve(TASK_SERVER, handlers as Handlers);
  const started = [];
  for (let session = 0; session < 3; session += 1) {
    const headers = await openSession(site);
    let count = 0;
    for (let id = 1; id <= 8; id += 1) {
      const params = { name: "t", task: {} };
      const call = { id, method: "tools/call", params };
      const answer = await post(site, call, headers);
      if ("result" in ((await answer.json()) as object)) count += 1;
    }
    started.push(count);
  }
  assert.equal(started, [4, 2, 1]);
});

test("each anonymous session of an address may store half of the tasks that `perOwner` still permits", () => {
  const store = memoryTasks({ perOwner: 8 });
  const times = { createdAt: "", lastUpdatedAt: "", ttl: null };
  const started = ["s1", "s2", "s3"].map((owner) => {
    for (let count = 0; ; count += 1) {
      const taskId = `${owner}${count}`;
      const task = { taskId, status: "working" as const, ...times };
      try {
        void store.create({ task, owner, holder: "address", method: "m" });
      } catch {
        return count;
      }
    }
  });
  assert.equal(started, [4, 2, 1]);
});

for (const limits of [{ maxEvents: 10 }, { maxLength: 100 }])
  test(`an event store at its limit \`${Object.keys(limits)[0]}\` does not evict events of another session`, () => {
    const store = memoryEventStore(limits);
    const event = (number: number) => ({ number, data: "x".repeat(10) });
    void store.append("quiet/1", event(1), "address");
    for (let number = 1; number <= 50; number += 1) {
      void store.append("noisy/1", event(number), "address");
      void store.append(`noisy/${number + 1}`, event(1), "address");
    }
    assert.equal(store.after("quiet/1", 0), [event(1)]);
  });

test("`QuotaShares.add()` with a negative amount reduces the shares of the session and the client", () => {
  const shares = new QuotaShares();
  shares.add("a", 3, "s1");
  shares.add("a", 2, "s2");
  assert.equal([shares.getLargestMember("a"), shares.total], ["s1", 5]);
  shares.add("a", -3, "s1");
  assert.equal([shares.getLargestMember("a"), shares.total], ["s2", 2]);
  shares.add("a", -2, "s2");
  assert.equal(
    [shares.getLargestMember("a"), shares.largestHolder, shares.total],
    [undefined, undefined, 0],
  );
});

test.run();
