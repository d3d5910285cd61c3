/** Roots, sampling and elicitation that come inside a result. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Wire } from "../runtime/support.js";
import { load } from "./support.js";
import { ANSWER, FORM, INFO, MESSAGES, TEXT, YES } from "./client-support.js";

const embedded = suite("inside results");

interface Sent {
  readonly id: number;
  readonly params: { readonly [name: string]: unknown };
}

embedded("the same handlers answer what comes inside a result", async () => {
  const { createClient, elicitation, roots, sampling } = await load(
    "2026-07-28",
    "client",
  );
  const client = createClient(INFO, {
    ...roots(["file:///a"]),
    ...sampling({ ...YES, tools: true }),
    ...elicitation({ form: () => ({ action: "accept", content: { age: 2 } }) }),
  });
  const wire = new Wire();
  const take = async (): Promise<Sent> => {
    const message = await wire.next();
    return message as Sent;
  };
  const done = {
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
  };
  const connected = client.connect(wire);
  wire.give({ id: (await take()).id, result: done });
  await connected;

  const called = client.callTool({ name: "t" });
  const { id, params } = await take();
  const meta = params._meta as { [name: string]: unknown };
  assert.equal(meta["io.modelcontextprotocol/clientCapabilities"], {
    roots: {},
    sampling: { tools: {} },
    elicitation: { form: {} },
  });
  wire.give({
    id,
    result: {
      resultType: "input_required",
      requestState: "s",
      inputRequests: {
        r: { method: "roots/list" },
        s: {
          method: "sampling/createMessage",
          params: { messages: MESSAGES, maxTokens: 1 },
        },
        e: {
          method: "elicitation/create",
          params: { message: "?", requestedSchema: FORM },
        },
      },
    },
  });
  const again = await take();
  assert.equal(again.params.inputResponses, {
    r: { roots: [{ uri: "file:///a" }] },
    s: ANSWER,
    e: { action: "accept", content: { age: 2, name: "anon", sure: false } },
  });
  wire.give({ id: again.id, result: { ...done, content: [TEXT] } });
  assert.equal((await called).content, [TEXT]);
  await client.close();
});

embedded.run();
