/** One client that opens all the sessions there are. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Places } from "../../templates/runtime/http/request/places.js";
import {
  closeSites,
  Events,
  listenTo,
  openSession,
  OPENING,
  PLATFORMS,
  post,
  SESSIONS,
  type Site,
} from "../http/support.js";
import { SERVER } from "../runtime/support.js";
import type { Protocol } from "../../templates/runtime/endpoint/protocol.js";

const SSE: Protocol = { ...SERVER, http: { twoAddresses: true } };

const as = (name: string) => ({ authorization: `Bearer ${name}` });
const auth = { verify: (subject: string) => ({ subject }) };
const handlers = { "tools/list": () => ({ tools: [] }) };

const status = async (
  site: Site,
  session: { [name: string]: string },
): Promise<number> =>
  (await post(site, { id: 1, method: "tools/list" }, session)).status;

for (const [platform, serve] of Object.entries(PLATFORMS)) {
  const test = suite(`hostile: places: ${platform}`);
  test.after.each(closeSites);

  test("who has most sessions loses first, also those in use", async () => {
    const site = await serve(SESSIONS, handlers, { auth, maxSessions: 4 });
    const eves = [];
    const streams = [];
    for (let count = 0; count < 4; count += 1) {
      const session = await openSession(site, as("eve"));
      eves.push(session);
      streams.push(new Events(await listenTo(site, session)));
    }
    const anns = await openSession(site, as("ann"));
    assert.equal(await streams[0]?.rest(), []);
    assert.is(await status(site, eves[0] ?? {}), 404);
    const bobs = await openSession(site, as("bob"));
    // With as many as she may have, eve gets no more.
    for (let count = 0; count < 5; count += 1) {
      const refused = await post(site, OPENING, as("eve"));
      assert.is(refused.status, 503);
    }
    assert.is(await status(site, anns), 200);
    assert.is(await status(site, bobs), 200);
    for (const stream of streams) await stream.cancel();
  });

  test("of two addresses, too, and of HTTP with SSE", async () => {
    const address = (request: { header(name: string): string | undefined }) =>
      request.header("x-from");
    const options = { address, maxSessions: 3 };
    const site = await serve(SSE, handlers, options);
    const open = (from: string) =>
      site.request("/sse", {
        headers: { accept: "text/event-stream", "x-from": from },
      });
    const first = await open("2001:db8::1");
    // Another address of the same network.
    const others = [await open("2001:db8::2"), await open("2001:db8:0:0:9::")];
    assert.is((await open("2001:db8::3")).status, 503);
    const ann = await open("2001:db8:1::1");
    assert.is(ann.status, 200);
    assert.match(await first.text(), "event: endpoint");
    for (const one of [...others, ann]) await one.body?.cancel();
  });

  test.run();
}

const test = suite("hostile: places");

interface Fake {
  holder: string;
  used: number;
  busy: boolean;
  ended: boolean;
  end(): void;
}

function fake(holder: string, used: number, busy = false): Fake {
  return {
    holder,
    used,
    busy,
    ended: false,
    end: function () {
      this.ended = true;
    },
  };
}

test("among equals the one that was unused for longest goes, when that is long", () => {
  const places = new Places(3, Infinity);
  const now = Date.now();
  const all = [
    fake("a", now - 200_000, true),
    fake("b", now - 100_000),
    fake("c", now - 150_000),
  ];
  for (const one of all) places.add(one);
  assert.ok(places.room("d"));
  assert.equal(
    all.map(({ ended }) => ended),
    [false, false, true],
  );
  places.add(fake("d", now));
  assert.ok(places.room("e"));
  assert.ok(all[1]?.ended);
  places.add(fake("e", now));
  assert.not(places.room("f"));
});

test("who has most does not push out those who have less", () => {
  const places = new Places(4, Infinity);
  const long = Date.now() - 200_000;
  const honest = [fake("a", long), fake("b", long)];
  const own = [fake("x", Date.now()), fake("x", long + 1)];
  for (const one of [...honest, ...own]) places.add(one);
  assert.ok(places.room("x"));
  assert.equal(
    [...honest, ...own].map(({ ended }) => ended),
    [false, false, false, true],
  );
  places.add(fake("x", Date.now()));
  assert.not(places.room("x"));
});

test("of who has most, what is idle goes before what is in use", () => {
  const places = new Places(3, Infinity);
  const now = Date.now();
  const all = [fake("x", now - 9, true), fake("x", now), fake("x", now, true)];
  for (const one of all) places.add(one);
  assert.ok(places.room("a"));
  assert.equal(
    all.map(({ ended }) => ended),
    [false, true, false],
  );
});

test.run();
