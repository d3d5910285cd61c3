/**
 * Tests of `ctx.session` in handlers: the data of a session, its hooks, and its
 * end.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ServerCore } from "../../../runtime/protocol/server-core.js";
import { combineHandlers } from "../../../runtime/features/modules.js";
import { sessionHandlers } from "../../../runtime/features/sessions.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import type { Session } from "../../../runtime/protocol/connection/session.js";
import {
  HELLO,
  LIST,
  listing,
  SERVER,
  STATELESS_SERVER,
  TOOLS,
  Wire,
} from "../../harness/wire/wire.js";
import { createMeta } from "../../harness/peers/meta.js";

const test = suite("sessions");

const INFO = { name: "s", version: "1" };

/** Creates a server and connects it to a test transport. */
async function serve(handlers: object, protocol = SERVER) {
  const problems: string[] = [];
  const onError = ({ message }: Error) => problems.push(message);
  const server = new ServerCore(protocol, INFO, handlers as never, { onError });
  const wire = new Wire();
  const session = await server.connect(wire);
  return { server, wire, session, problems };
}

function open(wire: Wire, id?: string): void {
  wire.give(HELLO, { session: id });
  wire.give({ method: "notifications/initialized" });
}

test("all requests of one connection share a session and the session's data", async () => {
  const seen: Session[] = [];
  const count = listing(({ session }: Call) => {
    if (!session) return;
    session.data["count"] = Number(session.data["count"] ?? 0) + 1;
    seen.push(session);
  });
  const first = await serve(count);
  open(first.wire, "id");
  for (const id of [1, 2]) first.wire.give({ ...LIST, id });
  const other = new Wire();
  await first.server.connect(other);
  open(other);
  other.give(LIST);
  assert.equal(
    seen.map(({ id, data, client }) => [id, data, client.info?.name]),
    [
      ["id", { count: 2 }, "test"],
      ["id", { count: 2 }, "test"],
      [undefined, { count: 1 }, "test"],
    ],
  );
  assert.is(seen[0], first.session);
  assert.is(seen[1], first.session);
});

test("`ctx.session` is undefined in the handler of a stateless request", async () => {
  const seen: unknown[] = [];
  const { wire } = await serve(
    listing((ctx: Call) => seen.push(ctx.session)),
    { ...STATELESS_SERVER, http: { sessions: false } },
  );
  wire.give({ ...LIST, params: { _meta: createMeta("2000-01-01") } });
  assert.equal(seen, [undefined]);
});

test("a server calls the session hooks of all modules at the start and end of a session", async () => {
  const told: unknown[] = [];
  const hooks = (name: string) =>
    sessionHandlers({
      onSession: (session) => told.push([name, "open", session.id]),
      onSessionEnd: (session) => told.push([name, "end", session.data]),
    });
  const { wire, session } = await serve(
    combineHandlers([{ ...TOOLS, ...hooks("a") }, hooks("b")]),
  );
  wire.give(HELLO, { session: "x" });
  assert.equal(told, []);
  wire.give({ method: "notifications/initialized" });
  session.data["kept"] = true;
  assert.equal(told.splice(0), [
    ["a", "open", "x"],
    ["b", "open", "x"],
  ]);
  wire.receiver.closed();
  await session.closed;
  assert.equal(told, [
    ["a", "end", { kept: true }],
    ["b", "end", { kept: true }],
  ]);
});

test("session hooks are not called for a connection that was never initialized", async () => {
  const told: unknown[] = [];
  const hook = (): unknown => told.push(1);
  const { wire, session } = await serve(
    sessionHandlers({ onSession: hook, onSessionEnd: hook }),
  );
  wire.give(HELLO);
  wire.receiver.closed();
  await session.closed;
  assert.equal(told, []);
});

test("errors of session hooks are passed to onError", async () => {
  const failing = sessionHandlers({
    onSession: () => Promise.reject(new Error("open")),
    onSessionEnd: () => {
      throw new Error("end");
    },
  });
  const { wire, session, problems } = await serve(failing);
  open(wire);
  wire.receiver.closed();
  await session.closed;
  await Promise.resolve();
  assert.equal(problems, ["open", "end"]);
});

test.run();
