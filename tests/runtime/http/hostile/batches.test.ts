/** Batches of very many messages. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { onPlatforms, opened, post } from "../../../harness/http/site.js";
import { BATCH_SERVER, openServer } from "../../../harness/wire/wire.js";

const MOST = 10_000;
const TEXT = `A batch must not have more than ${MOST} messages`;

const batchOf = (length: number, one: (id: number) => object): object[] =>
  Array.from({ length }, (_, id) => one(id));
const ping = (id: number) => ({ id, method: "ping" });
const response = (id: number) => ({ id, result: {} });

const onPlatform = onPlatforms("hostile: batches");

onPlatform("10,000 messages are a batch, one more are none", async (serve) => {
  const { site, session } = await opened(serve, BATCH_SERVER, {});
  for (const one of [response, ping]) {
    const refused = await post(site, batchOf(MOST + 1, one), session);
    assert.is(refused.status, 400);
    assert.match(await refused.text(), `"message":"${TEXT}"`);
    assert.is(site.errors.length, one === ping ? MOST : 0);
    const taken = await post(site, batchOf(MOST, one), session);
    assert.is(taken.status, one === ping ? 200 : 202);
    const text = await taken.text();
    if (one === ping) assert.is((JSON.parse(text) as object[]).length, MOST);
  }
});

onPlatform.run();

const test = suite("hostile: batches of a connection");

test("10,000 messages are a batch, of one more each request is refused", async () => {
  const { wire } = openServer({}, {}, BATCH_SERVER);
  wire.give(batchOf(MOST + 1, ping));
  const error = { code: -32600, message: TEXT };
  assert.equal(
    wire.sent.splice(0),
    batchOf(MOST + 1, (id) => ({ id, error })),
  );
  wire.give(batchOf(MOST, ping));
  const [answers] = (await wire.take()) as unknown as [object[]];
  assert.equal(answers, batchOf(MOST, response));
});

test.run();
