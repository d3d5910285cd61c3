/**
 * Tests of a multi-version HTTP server, which selects the revision by the body
 * and the headers of a request.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../../harness/generated/load.js";
import { ALL, MODERN, buildOpening } from "../../harness/wire/multi-version.js";
import { HEADERS } from "../../harness/http/site.js";
import { createMeta } from "../../harness/peers/meta.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("multi-version: HTTP");

const [opening] = buildOpening("2025-06-18") as [object];
const list = { id: 1, method: "tools/list" };
const discover = { id: 1, method: "server/discover" };
const older = { "mcp-protocol-version": "2025-06-18" };
const modern = { ...list, params: { _meta: createMeta(MODERN) } };
const mirrored = {
  "mcp-protocol-version": MODERN,
  "mcp-method": "tools/list",
};

const VERSION = "mcp-protocol-version";

type Named = Record<string, string>;

/**
 * Message and headers of each request by test title, grouped by the status and
 * error code of the expected response.
 */
const CASES: { [answer: string]: { [title: string]: [object, Named] } } = {
  "200": {
    "a request with a version in _meta": [modern, mirrored],
    initialize: [opening, {}],
    "initialize with an unknown version header": [
      opening,
      { [VERSION]: "1999-01-01" },
    ],
  },
  "400 400": {
    "initialize with an invalid version header": [
      opening,
      { [VERSION]: "nonsense" },
    ],
  },
  "400 -32020": {
    "a request with a version in _meta and no headers": [modern, {}],
  },
  "400 -32602": {
    "initialize with the header of the newest revision": [opening, mirrored],
    "server/discover without _meta": [discover, {}],
    "a request without a version": [list, {}],
    "a request with an older version header only": [list, older],
  },
  "404 404": {
    "a request with an unknown session": [list, { "mcp-session-id": "x" }],
  },
};

/**
 * Creates a multi-version server. Returns a function that sends HTTP requests
 * to the server.
 */
async function createSender() {
  const { createServer, fetchHandler } = await load("all", "server");
  const handlers = { "tools/list": () => ({ tools: [] }) };
  const server = createServer({ name: "s", version: "1" }, handlers);
  const handler = fetchHandler(server);
  return (
    method: string,
    message: object | string | undefined,
    more: Named,
  ) => {
    const body =
      typeof message === "object"
        ? JSON.stringify({ jsonrpc: "2.0", ...message })
        : message;
    const all = { ...HEADERS, ...more };
    const init = { method, headers: all, ...(body && { body }) };
    return handler(new Request("http://127.0.0.1/mcp", init));
  };
}

test("the error for an HTTP request without a version names two ways to set the version", async () => {
  const send = await createSender();
  const response = await send("POST", list, {});
  const { error } = (await response.json()) as { error: { message: string } };
  assert.match(
    error.message,
    /, 2024-11-05; set the _meta of 2026-07-28, or send initialize first$/,
  );
});

for (const [answer, cases] of Object.entries(CASES))
  for (const [title, [message, headers]] of Object.entries(cases))
    test(`a multi-version HTTP server answers ${title} with the status and code ${answer}`, async () => {
      const send = await createSender();
      const response = await send("POST", message, headers);
      const { error } = (await response.json()) as {
        error?: { code: number; data?: { supported: unknown } };
      };
      assert.is([response.status, error?.code].join(" ").trim(), answer);
      if (error?.code === -32602) assert.equal(error.data?.supported, ALL);
      const opens = answer === "200" && message === opening;
      assert.is(response.headers.has("mcp-session-id"), opens);
    });

for (const [method, body, version, status, name, value] of [
  ["GET", undefined, MODERN, 405, "allow", "POST"],
  ["GET", undefined, "2025-11-25", 400, "allow", null],
  ["DELETE", undefined, MODERN, 405, "allow", "POST"],
  ["DELETE", undefined, "2025-11-25", 400, "allow", null],
  ["POST", "{", MODERN, 400, "content-type", "application/json"],
  ["POST", "{", "2025-06-18", 400, "content-type", "text/plain; charset=utf-8"],
] as const)
  test(`for ${version}, a ${method} ${body ? "with invalid JSON" : "without a session"} gets status ${status} in the format of that revision`, async () => {
    const send = await createSender();
    const headers = { "mcp-protocol-version": version };
    const response = await send(method, body, headers);
    assert.is(response.status, status);
    assert.is(response.headers.get(name), value);
  });

const ping = { id: 1, method: "ping" };
const note = { method: "notifications/cancelled", params: { requestId: 9 } };
const BAD = ["garbage", "zzz", "2099-01-01", "1999-01-01", MODERN];

requirement("3255c5512c74 e1677830dcf0");
for (const [version, bad] of [
  ["2025-03-26", [200, 202, 202, 200]],
  ["2025-06-18", [400, 400, 400, 400]],
  ["2025-11-25", [400, 400, 400, 400]],
] as const)
  test(`in a session of ${version}, a request with a different MCP-Protocol-Version gets status ${bad[0]}`, async () => {
    const send = await createSender();
    const [first, initialized] = buildOpening(version) as [object, object];
    const opened = await send("POST", first, {});
    const id = opened.headers.get("mcp-session-id") ?? "";
    const statuses = async (header: string | undefined): Promise<number[]> => {
      const session = {
        "mcp-session-id": id,
        ...(header && { "mcp-protocol-version": header }),
      };
      const found: number[] = [];
      for (const message of [ping, note, { id: 9, result: {} }, undefined]) {
        const method = message ? "POST" : "GET";
        const response = await send(method, message, session);
        found.push(response.status);
        await response.body?.cancel();
      }
      return found;
    };
    await send("POST", initialized, { "mcp-session-id": id });
    for (const good of [undefined, version])
      assert.equal(await statuses(good), [200, 202, 202, 200], good);
    for (const header of BAD) assert.equal(await statuses(header), bad, header);
    const ended = await send("DELETE", undefined, {
      "mcp-session-id": id,
      "mcp-protocol-version": "garbage",
    });
    assert.is(ended.status, version === "2025-03-26" ? 204 : 400);
  });
test.run();
