/** Tests of URL elicitations from a hostile server. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { elicitationHandlers } from "../../../runtime/features/client/elicitation.js";
import { urlElicitationRequired } from "../../../runtime/features/requests/url-elicitation.js";
import { failure } from "../../harness/host/scripted-servers.js";

const test = suite("client: hostile elicitation URLs");

const WITH_NAME = "https://:accounts.google.com@evil.example/";

/**
 * Test cases: the URL that the server sends, the URL that the client shows to
 * the user, and whether it is suspicious.
 */
const ADDRESSES: readonly (readonly [string, string, boolean])[] = [
  ["https://a.example/x?y=1#z", "https://a.example/x?y=1#z", false],
  ["https://a@evil.example/", "https://a@evil.example/", true],
  [WITH_NAME, WITH_NAME, true],
  ["https://a.example\\b", "https://a.example/b", false],
  ["https://a.ex\tam\nple/\u202Ex", "https://a.example/%E2%80%AEx", false],
  [" https://bücher.example", "https://xn--bcher-kva.example/", true],
];

for (const [text, href, suspicious] of ADDRESSES)
  test(`the elicitation URL ${JSON.stringify(text)} is shown as ${href}`, async () => {
    const seen: unknown[] = [];
    const handlers = elicitationHandlers(
      {
        url: ({ url }, target) => {
          seen.push(url, target.href, target.suspicious);
          return "decline";
        },
      },
      false,
    );
    const params = { mode: "url", message: "", url: text, elicitationId: "1" };
    await handlers["elicitation/create"](params, {} as never);
    assert.equal(seen, [href, href, suspicious]);
  });

test("the client opens at most ten URLs for one call and its retries", async () => {
  let next = 0;
  let opened = 0;
  const handlers = elicitationHandlers(
    {
      url: (params) => {
        opened += 1;
        const elicitationId = params.elicitationId as string;
        setImmediate(() => handlers.complete(elicitationId));
        return "accept";
      },
    },
    false,
  );
  for (const [each, most] of [
    [1, 3],
    [5, 10],
    [10, 10],
    [11, 0],
  ] as const) {
    opened = 0;
    const send = (): Promise<never> => {
      const pages = Array.from({ length: each }, () => ({
        mode: "url" as const,
        message: "",
        url: "https://a.example/",
        elicitationId: String((next += 1)),
      }));
      return Promise.reject(urlElicitationRequired(pages));
    };
    const text = await failure(handlers.retry(send));
    assert.is(text, "McpError: The user must visit a web page first");
    assert.is(opened, most);
  }
});

test.run();
