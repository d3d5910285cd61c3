/** Tests of floods over stdio: many messages of each method in a short time. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../../harness/run/closing.js";
import { TESTED_REVISIONS, sample } from "../../harness/run/sampling.js";
import {
  clientMessages,
  serveStreams,
} from "../../harness/hostile/processes.js";
import { Manners } from "../../harness/hostile/requests.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = suite("stdio: floods of messages");
const atEnd = closing(test);

/** Maximum growth of the heap after all floods of messages, in bytes. */
const LEFT = 4e6;

const PAD = `{"pad":"${"x".repeat(100_000)}",`;

/**
 * Functions that create the text of a flood from one message: the message many
 * times, a very large message, invalid JSON and others.
 */
const WAYS: { readonly [way: string]: (text: string, n: number) => string } = {
  many: (text) => `${text}\n`.repeat(5),
  large: (text) => `${PAD}${text.slice(1)}\n`,
  broken: (text) => `${text.slice(0, -2)}\n`,
  cancelled: (text, n) =>
    `${text}\n{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${n}}}\n`,
};

for (const revision of TESTED_REVISIONS)
  test(`${revision}: a server still answers after floods of messages with each method`, async () => {
    const server = await serveStreams(revision);
    atEnd(server.kill);
    const manners = new Manners(revision);
    const write = (message: object): unknown =>
      server.input.write(`${manners.wrap(message, "").body}\n`);
    if (!manners.alone) {
      write(manners.opening());
      write({ jsonrpc: "2.0", method: "notifications/initialized" });
    }
    const { heap: before } = await server.gauge();
    const messages = clientMessages(revision);
    const floods = [...messages].flatMap(([method, pool]) =>
      Object.entries(WAYS).map((way) => [method, pool, ...way] as const),
    );
    for (const [method, pool, way, written] of sample(floods, 12)) {
      for (let n = 1; n <= 300; n += 1) {
        const { body } = manners.wrap({ ...pool[n % pool.length], id: n }, "");
        server.input.write(written(body, n));
      }
      const id = `${method} ${way}`;
      write({ jsonrpc: "2.0", id, method: "tools/list", params: {} });
      await waitUntil(`the server answers ${id}`, () =>
        server.answered.has(id),
      );
      const { heap } = await server.gauge();
      assert.ok(heap - before < LEFT, `${id}: ${heap} bytes`);
    }
  });

test.run();
