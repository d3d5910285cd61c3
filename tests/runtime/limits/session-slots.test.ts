/**
 * Tests of session slots, which limit the number of sessions. In the tests, one
 * client opens as many sessions as possible.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SessionSlots } from "../../../runtime/limits/session-slots.js";
import {
  closeSites,
  Events,
  listenTo,
  openSession,
  OPENING,
  PLATFORMS,
  post,
  SESSIONS,
} from "../../harness/http/site.js";
import { LIST, SERVER, TOOLS } from "../../harness/wire/wire.js";
import { address, as, auth } from "../../harness/host/scripted-servers.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";

const SSE: Protocol = { ...SERVER, http: { legacySse: true } };

for (const [platform, serve] of Object.entries(PLATFORMS)) {
  const test = suite(`session slots: ${platform}`);
  test.after.each(closeSites);

  test("at the session limit, a server evicts a session of the client with the most sessions", async () => {
    const site = await serve(SESSIONS, TOOLS, { auth, maxSessions: 6 });
    const eves = [];
    const streams = [];
    for (const token of ["dan", "dan", "fay"])
      await openSession(site, as(token));
    for (let count = 0; count < 3; count += 1) {
      const session = await openSession(site, as("eve"));
      eves.push(session);
      streams.push(new Events(await listenTo(site, session)));
    }
    const anns = await openSession(site, as("ann"));
    assert.equal(await streams[0]?.rest(), []);
    assert.is((await post(site, LIST, eves[0])).status, 404);
    const bobs = await openSession(site, as("bob"));
    // The client `eve` still has the most sessions, so the server refuses a new
    // session of this client.
    for (let count = 0; count < 5; count += 1) {
      const refused = await post(site, OPENING, as("eve"));
      assert.is(refused.status, 503);
    }
    assert.is((await post(site, LIST, anns)).status, 200);
    assert.is((await post(site, LIST, bobs)).status, 200);
    for (const stream of streams) await stream.cancel();
  });

  test("all addresses of one IPv6 network count as one client", async () => {
    const options = { address, maxSessions: 4 };
    const site = await serve(SSE, TOOLS, options);
    const open = (from: string) =>
      site.request("/sse", {
        headers: { accept: "text/event-stream", "x-from": from },
      });
    const first = await open("2001:db8::1");
    // This address belongs to the same IPv6 network as the first address.
    const others = [await open("2001:db8:0:0:9::")];
    assert.is((await open("2001:db8::3")).status, 503);
    others.push(await open("2001:db8:2::1"), await open("2001:db8:3::1"));
    const ann = await open("2001:db8:1::1");
    assert.is(ann.status, 200);
    assert.match(await first.text(), "event: endpoint");
    for (const answer of [...others, ann]) await answer.body?.cancel();
  });

  test("an address that opens many sessions gets only half of the session slots", async () => {
    const site = await serve(SESSIONS, TOOLS, { address, maxSessions: 4 });
    const open = (from: string) => post(site, OPENING, { "x-from": from });
    const statuses = [];
    for (const from of ["eve", "eve", "eve", "ann", "ann"])
      statuses.push((await open(from)).status);
    assert.equal(statuses, [200, 200, 503, 200, 200]);
  });

  test.run();
}

const test = suite("session slots");

const OLD = 200_000;

/**
 * Returns a session slot: its client, its idle time in milliseconds, and
 * whether the session is handling a request.
 */
const held = (holder: string, unused: number, busy = false) => ({
  holder,
  unused,
  busy,
});
type Held = ReturnType<typeof held>;

/**
 * Test cases: title, occupied slots, the client that opens a session, and the
 * index of the slot whose session is evicted (null if none is).
 */
const CASES: readonly (readonly [string, Held[], string, number | null])[] = [
  [
    "evicts the longest unused session if all clients have equally many sessions",
    [held("a", OLD, true), held("b", OLD - 2), held("c", OLD - 1)],
    "d",
    2,
  ],
  [
    "evicts no recently used session if all clients have equally many sessions",
    [held("a", 0), held("b", 9)],
    "c",
    null,
  ],
  [
    "evicts an old session of the client with the most sessions for its new session",
    [held("a", OLD), held("b", OLD), held("x", 0), held("x", OLD - 1)],
    "x",
    3,
  ],
  [
    "evicts no recent session of the client with the most sessions for its new session",
    [held("a", OLD), held("b", OLD), held("x", 0), held("x", 0)],
    "x",
    null,
  ],
  [
    "evicts idle sessions of a client before sessions in use",
    [held("x", 9, true), held("x", 0), held("x", 0, true)],
    "a",
    1,
  ],
];

for (const [title, all, comes, gone] of CASES)
  test(`when no session slot is free, SessionSlots ${title}`, () => {
    const slots = new SessionSlots(all.length, Infinity);
    const ended: number[] = [];
    const byUse = [...all.entries()].sort(
      ([, one], [, other]) => other.unused - one.unused,
    );
    for (const [index, { unused, ...place }] of byUse) {
      const used = Date.now() - unused;
      slots.add({ ...place, used, end: () => void ended.push(index) });
    }
    assert.is(slots.tryReserve(comes), gone !== null);
    assert.equal(ended, gone === null ? [] : [gone]);
  });

for (const comes of ["a", "new"])
  for (const isBusy of [false, true])
    test(`SessionSlots.tryReserve("${comes}") examines at most 300 of 2,000 ${isBusy ? "busy" : "idle"} sessions`, () => {
      const slots = new SessionSlots(2_000, Infinity, 1_000);
      let examined = 0;
      for (let count = 0; count < 2_000; count += 1)
        slots.add({
          holder: count % 2 === 0 ? "a" : "b",
          used: Date.now(),
          get busy() {
            examined += 1;
            return isBusy;
          },
          end: () => {},
        });
      assert.is(slots.tryReserve(comes), comes === "new");
      assert.ok(examined <= 300, `${examined} examined`);
    });

test("if all sessions of a client are in use, SessionSlots evicts the session with the oldest last use", () => {
  const slots = new SessionSlots(2, Infinity);
  const ended: string[] = [];
  const add = (name: string, used: number) => {
    const slot = {
      holder: "x",
      busy: true,
      used,
      end: () => void ended.push(name),
    };
    slots.add(slot);
    return slot;
  };
  const first = add("first", 1);
  add("second", 2);
  first.used = 3;
  assert.ok(slots.tryReserve("a"));
  assert.equal(ended, ["second"]);
});

test("for a client at its session limit, SessionSlots.tryReserve evicts only an idle session", () => {
  const slots = new SessionSlots(9, Infinity, 2);
  const ended: string[] = [];
  const add = (holder: string, unused: number): void => {
    const used = Date.now() - unused;
    const end = (): void => void ended.push(`${holder} ${unused}`);
    slots.add({ holder, busy: false, used, end });
  };
  add("a", 2 * OLD);
  add("x", 0);
  assert.ok(slots.tryReserve("x"));
  add("x", 9);
  assert.not(slots.tryReserve("x"));
  assert.ok(slots.tryReserve("a"));
  assert.equal(ended, []);
  add("y", OLD + 1);
  add("y", OLD);
  assert.ok(slots.tryReserve("y"));
  assert.equal(ended, [`y ${OLD + 1}`]);
});

test.run();
