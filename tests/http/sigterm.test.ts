/** What SIGTERM does to a program that listens. */
import { once } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HEADERS } from "./support.js";
import { spawnListener } from "./listener.js";
import { metaOf } from "../support/meta.js";

const test = suite("SIGTERM");

const post = (url: string, message: object, session = {}): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { ...HEADERS, ...session },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });

for (const own of [false, true]) {
  const name = own ? "with a listener of its own" : "that does not listen";
  test(`what was accepted is answered: a program ${name}`, async () => {
    const { url, child, lines } = await spawnListener(own);
    const opened = await post(url, {
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "c", version: "1" },
      },
    });
    const session = {
      "mcp-session-id": opened.headers.get("mcp-session-id") ?? "",
    };
    await opened.body?.cancel();
    await post(url, { method: "notifications/initialized" }, session);
    const calls = Array.from({ length: 50 }, async (_, id) => {
      const params = { name: "wait", arguments: {} };
      const call = { id: id + 1, method: "tools/call", params };
      return (await post(url, call, session)).text();
    });
    while (lines().filter((line) => line === "called").length < 50) {
      await once(child.stdout, "data");
    }
    child.kill("SIGTERM");
    for (const text of await Promise.all(calls)) assert.match(text, "waited");
    if (child.exitCode === null) await once(child, "exit");
    assert.is(child.exitCode, own ? 7 : 0);
    assert.is(child.signalCode, null);
  });
}

const MODERN = "2026-07-28";

/** A request that stands alone. */
const single = (
  url: string,
  id: number,
  method: string,
  params: { name?: string; notifications?: object },
): Promise<Response> =>
  post(
    url,
    {
      id,
      method,
      params: {
        ...params,
        _meta: metaOf(MODERN),
      },
    },
    {
      "mcp-protocol-version": MODERN,
      "mcp-method": method,
      ...(params.name ? { "mcp-name": params.name } : {}),
    },
  );

test("requests without a session are answered, and subscriptions ended", async () => {
  const { url, child, lines } = await spawnListener(false, MODERN);
  const notifications = { toolsListChanged: true };
  const listen = single(url, 0, "subscriptions/listen", { notifications });
  const stream = (await listen).text();
  const calls = Array.from({ length: 50 }, async (_, id) => {
    const answer = await single(url, id + 1, "tools/call", { name: "wait" });
    return answer.text();
  });
  while (lines().filter((line) => line === "called").length < 50) {
    await once(child.stdout, "data");
  }
  child.kill("SIGTERM");
  for (const text of await Promise.all(calls)) assert.match(text, "waited");
  const told = (await stream).match(/^data: .*$/gm) ?? [];
  assert.match(told[0] ?? "", "notifications/subscriptions/acknowledged");
  assert.match(told.at(-1) ?? "", '"resultType":"complete"');
  if (child.exitCode === null) await once(child, "exit");
  assert.is(child.exitCode, 0);
  assert.is(child.signalCode, null);
});

test.run();
