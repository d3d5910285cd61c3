/**
 * Tests of URL elicitation in a generated client: consent, warnings and
 * completion.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../harness/generated/load.js";
import type { Context } from "../harness/generated/modules.js";
import { PAGE, closePairs, pair, TEXT } from "../harness/generated/pair.js";
import { requirement } from "../harness/run/requirement.js";

const test = suite("client: elicitation URLs");
test.after.each(closePairs);
const { elicitation } = await load("2025-11-25", "client");

requirement(`
  d420d49e8ace c6f7f3ecdc80 223e14ac645f 35103f50a45a 877cce9edf54
  043cf6acef79
`);
test("a client asks the user for consent to open the URL of an elicitation", async () => {
  const seen: unknown[] = [];
  const { call } = await pair("2025-11-25", {
    ...elicitation({
      url: ({ url }: { url: string }, target: object) => {
        seen.push(url, target);
        return "accept";
      },
      completed: (id: string) => seen.push(id),
    }),
  });
  const said = await call(async (ctx) => {
    const finish = (elicitationId: string): void =>
      ctx.notify("notifications/elicitation/complete", { elicitationId });
    finish("e1");
    const answer = await ctx.elicit(PAGE);
    finish("unknown");
    finish("e1");
    finish("e1");
    return answer;
  });
  assert.equal(said, { action: "accept" });
  const href = "https://a.b/c?d";
  const target = { href, host: "a.b", secure: true, suspicious: false };
  assert.equal(seen, [href, target, "e1"]);
});

requirement("bf03ea2eb161 b305be8f6fb4 e18d4e0daea9");
test("the URL handler of a client receives the host of the URL and a flag for suspicious URLs", async () => {
  const seen: string[] = [];
  const url = (_: object, target: { [name: string]: unknown }): string => {
    seen.push(`${target["host"]} ${target["secure"]} ${target["suspicious"]}`);
    return "decline";
  };
  const handlers = elicitation({ url });
  const { elicit } = await pair("2025-11-25", handlers);
  for (const url of [
    "http://localhost:8080/",
    "https://xn--pple-43d.com/",
    "https://a.xn--p1ai/",
    "https://bank.com@evil.com/",
  ]) {
    const answer = await elicit({ ...PAGE, url });
    assert.equal(answer, { action: "decline" });
  }
  assert.equal(seen, [
    "localhost:8080 false false",
    "xn--pple-43d.com true true",
    "a.xn--p1ai true true",
    "evil.com true true",
  ]);
  const visit = handlers["elicitation/create" as never] as Context["elicit"];
  for (const url of ["javascript:alert(1)", "file:///etc/passwd", "a.b"]) {
    // A generated server refuses to send these URLs, so the test calls the
    // handler of the client directly.
    const problem = `undefined: url must be http or https: ${url}`;
    assert.is(await elicit({ ...PAGE, url }), problem);
    assert.is(
      await visit({ ...PAGE, url }).catch(({ message }: Error) => message),
      "Invalid params: url must be http or https",
    );
  }
});

requirement("07542473b63c 90978e980509 54938e050a5a 76afbf4e2f25");
test("a client retries a call after the user has visited the required URLs", async () => {
  const server = await load("2025-11-25", "server");
  const visited: string[] = [];
  let consent = "accept";
  const ask = elicitation({
    url: async ({ elicitationId }: { elicitationId: string }) => {
      visited.push(elicitationId);
      queueMicrotask(() => ask.complete(elicitationId));
      return consent;
    },
  });
  const pages = ["1", "2"].map((elicitationId) => ({ ...PAGE, elicitationId }));
  const { client } = await pair(
    "2025-11-25",
    ask,
    {},
    {
      "tools/call": () => {
        if (visited.length === 2) return { content: [TEXT] };
        throw server.urlElicitationRequired(pages);
      },
    },
  );
  const send = () => client.callTool({ name: "t" });
  assert.equal(await ask.retry(send), { content: [TEXT] });
  assert.equal(visited, ["1", "2"]);

  visited.length = 0;
  consent = "decline";
  const refused = await ask
    .retry(send)
    .catch(({ code, message }) => [code, message]);
  assert.equal(refused, [-32042, "The user must visit a web page first"]);
  assert.equal(visited, ["1"]);

  const never = await ask.retry(send, { retries: 0 }).catch(({ code }) => code);
  assert.is(never, -32042);
});

test.run();
