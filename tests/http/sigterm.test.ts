/** What SIGTERM does to a program that listens. */
import { once } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HEADERS } from "./support.js";
import { spawnListener } from "./listener.js";

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

test.run();
