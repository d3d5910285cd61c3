/** Tests of the maximum number of messages in a JSON-RPC batch. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { onPlatforms, opened, post } from "../../../harness/http/site.js";
import { BATCH_SERVER, openServer } from "../../../harness/wire/wire.js";

const MAX_BATCH = 10_000;
const TEXT = `A batch must not have more than ${MAX_BATCH} messages`;

const createBatch = (
  length: number,
  create: (id: number) => object,
): object[] => Array.from({ length }, (_, id) => create(id));
const ping = (id: number) => ({ id, method: "ping" });
const response = (id: number) => ({ id, result: {} });

const onPlatform = onPlatforms("http batches");

onPlatform(
  "an HTTP server answers a batch of 10,001 messages with 400",
  async (serve) => {
    const { site, session } = await opened(serve, BATCH_SERVER, {});
    for (const create of [response, ping]) {
      const refused = await post(
        site,
        createBatch(MAX_BATCH + 1, create),
        session,
      );
      assert.is(refused.status, 400);
      assert.match(await refused.text(), `"message":"${TEXT}"`);
      assert.is(site.errors.length, create === ping ? MAX_BATCH : 0);
      const taken = await post(site, createBatch(MAX_BATCH, create), session);
      assert.is(taken.status, create === ping ? 200 : 202);
      const text = await taken.text();
      if (create === ping)
        assert.is((JSON.parse(text) as object[]).length, MAX_BATCH);
    }
  },
);

onPlatform.run();

const test = suite("batches of a connection");

test("a connection refuses every request in a batch of 10,001 messages", async () => {
  const { wire } = openServer({}, {}, BATCH_SERVER);
  wire.give(createBatch(MAX_BATCH + 1, ping));
  const error = { code: -32600, message: TEXT };
  assert.equal(
    wire.sent.splice(0),
    createBatch(MAX_BATCH + 1, (id) => ({ id, error })),
  );
  wire.give(createBatch(MAX_BATCH, ping));
  const [answers] = (await wire.take()) as unknown as [object[]];
  assert.equal(answers, createBatch(MAX_BATCH, response));
});

test.run();
