/** What a peer could make this side remember for ever, were there no bound. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClientCore } from "../../templates/runtime/endpoint/client.js";
import { connect, CLIENT, STATELESS_CLIENT, Wire } from "./support.js";

const test = suite("what is remembered, and until when");

test("of requests that were given up the last 10,000", async () => {
  const { wire, connection, errors } = connect(CLIENT);
  const open = connection.open();
  const answer = { id: 1, result: { capabilities: { tools: {} } } };
  Object.assign(answer.result, {
    protocolVersion: "2000-01-01",
    serverInfo: { name: "s", version: "1" },
  });
  await wire.take();
  wire.give(answer);
  await open;
  wire.sent.length = 0;
  const aborted = new AbortController();
  const given = Array.from({ length: 10_001 }, () =>
    connection
      .request("tools/list", {}, { signal: aborted.signal })
      .catch(() => {}),
  );
  const ids = wire.sent.map((one) => (one as { id: number }).id);
  aborted.abort("enough");
  await Promise.all(given);
  errors.length = 0;
  const late = (id: number | undefined): number => {
    wire.give({ id, result: { tools: [] } });
    return errors.splice(0).length;
  };
  assert.is(late(ids.at(-1)), 0);
  assert.is(late(ids[0]), 1);
});

test("no answer that was sent to another user", async () => {
  let user = "ann";
  let asked = 0;
  const protocol = { ...STATELESS_CLIENT, cacheable: ["tools/list"] };
  const client = new ClientCore(protocol, { name: "c", version: "1" }, {}, {});
  const wire = new Wire();
  const send = wire.send.bind(wire);
  Object.assign(wire, {
    credentials: async () => user,
    send(message: { id: number; method: string }) {
      send(message as never);
      const { id, method } = message;
      const lists = method === "tools/list";
      if (lists && ++asked === 1) user = "bob";
      const result = lists
        ? { tools: [], ttlMs: 60_000, cacheScope: "private" }
        : { supportedVersions: ["2000-01-01"], capabilities: { tools: {} } };
      const whole = { resultType: "complete", ...result };
      queueMicrotask(() => wire.give({ id, result: whole }));
    },
  });
  await client.connect(wire);
  const list = async (): Promise<number> => {
    await client.request("tools/list");
    return asked;
  };
  assert.is(await list(), 1);
  user = "ann";
  assert.is(await list(), 2, "what bob was answered is not for ann");
  assert.is(await list(), 2, "what ann was answered is");
});

test.run();
