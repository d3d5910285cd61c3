/**
 * Tests of a multi-version server, which selects the revision by the first
 * messages of a connection.
 */
import { suite } from "uvu";
import { createMeta } from "../../harness/peers/meta.js";
import * as assert from "uvu/assert";
import { load } from "../../harness/generated/load.js";
import { Wire } from "../../harness/wire/wire.js";
import {
  ALL,
  getAnswers,
  MODERN,
  OLDER,
  buildOpening,
  buildRequest,
} from "../../harness/wire/multi-version.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("multi-version: opening");

const SERVER = `
import { createServer, tools } from "./server.js";
const handler = (_args, ctx) => new Promise((resolve) => setImmediate(() => resolve(String(ctx.peer.version))));
const handlers = { ...tools({ which: { handler } }), "tools/list": (params) => ({ tools: [], cursor: params.cursor }) };
export const server = createServer({ name: "s", version: "1" }, handlers);
`;

const which = (version: string, id = 1) =>
  buildRequest(version, id, "tools/call", { name: "which" });
const said = ({ result }: { result?: object }): unknown =>
  (result as { content?: { text: string }[] } | undefined)?.content?.[0]?.text;

requirement("81a29dbc4b14");
for (const version of ALL)
  test(`a multi-version server uses ${version} with a client of ${version}`, async () => {
    const answers = await getAnswers(SERVER, [
      ...buildOpening(version),
      which(version),
    ]);
    assert.is(said(answers.at(-1) ?? {}), version);
  });

requirement("6904eeac237b ea2fc59f90a9");
test("if `initialize` names an unknown revision, a multi-version server offers the newest revision that has a handshake", async () => {
  const [opening] = buildOpening("1999-01-01");
  const [answer] = await getAnswers(SERVER, [opening as object]);
  assert.is(answer?.result?.protocolVersion, "2025-11-25");
});

const [requested, UNKNOWN] = [
  "2099-01-01",
  { _meta: createMeta("2099-01-01") },
];
const OLD = "2025-06-18";
const ALONE = { _meta: createMeta(MODERN) };

for (const [name, method, params, expected, more] of [
  ["a request without a version", "tools/list", {}, -32602, {}],
  [
    "a request with an unknown version",
    "tools/list",
    UNKNOWN,
    -32022,
    { requested },
  ],
  [
    "a stateless request of an older revision",
    "tools/list",
    { _meta: createMeta(OLD) },
    -32022,
    { requested: OLD },
  ],
  ["initialize with a stateless _meta", "initialize", ALONE, -32601, {}],
] as const)
  test(`a multi-version server answers ${name} with an error that lists all supported revisions`, async () => {
    const [answer] = await getAnswers(SERVER, [{ id: 1, method, params }]);
    const { code, data } = answer?.error ?? { code: 0 };
    assert.equal([code, data], [expected, { supported: ALL, ...more }]);
  });

test("a client can send initialize after the server has rejected a request", async () => {
  const answers = await getAnswers(SERVER, [
    { id: 0, method: "server/discover", params: UNKNOWN },
    ...buildOpening("2025-06-18"),
    which("2025-06-18"),
  ]);
  assert.is(answers[0]?.error?.code, -32022);
  assert.is(said(answers.at(-1) ?? {}), "2025-06-18");
});

test("a multi-version server starts one health check for two initialize requests of which the first is invalid", async () => {
  const { createServer } = await load("all", "server");
  let checks = 0;
  const health = (): void => void (checks += 1);
  const server = createServer({ name: "s", version: "1" }, {}, { health });
  const wire = new Wire();
  await server.connect(wire);
  const [opening] = buildOpening("2025-06-18") as [object];
  wire.give({ ...opening, params: { protocolVersion: "2025-06-18" } });
  assert.is((await wire.next()).error.code, -32602);
  wire.give(opening);
  await wire.next();
  assert.is(checks, 1);
  await server.close();
});

test("one connection serves concurrent requests of two revisions", async () => {
  const answers = await getAnswers(SERVER, [
    which(MODERN, 1),
    ...buildOpening("2025-03-26"),
    which("2025-03-26", 2),
    which(MODERN, 3),
  ]);
  const of = (id: number) => answers.find((answer) => answer.id === id) ?? {};
  assert.is(said(of(1)), MODERN);
  assert.is(said(of(2)), "2025-03-26");
  assert.is(said(of(3)), MODERN);
  assert.equal(
    [1, 2, 3].map((id) => "resultType" in (of(id).result ?? {})),
    [true, false, true],
  );
});

for (const first of OLDER)
  for (const next of OLDER)
    test(`after a session of ${first}, a connection accepts an initialize request for ${next}`, async () => {
      const answers = await getAnswers(SERVER, [
        ...buildOpening(first),
        which(first, 1),
        which(MODERN, 2),
        ...buildOpening(next),
        which(next, 3),
        which(MODERN, 4),
      ]);
      const opened = answers.filter(({ id }) => id === "open");
      assert.equal(
        opened.map(({ result }) => result?.protocolVersion),
        [first, next],
      );
      // The second handshake cancels the requests of the first session, so the
      // server does not answer them.
      const rest = answers.filter(({ id }) => id !== "open");
      assert.equal(
        rest.map((answer) => [answer.id, said(answer)]),
        [
          [3, next],
          [4, MODERN],
        ],
      );
    });

test("an `initialize` request with the `_meta` of 2026-07-28 is rejected and does not end the session", async () => {
  const answers = await getAnswers(SERVER, [
    ...buildOpening("2025-06-18"),
    { id: 0, method: "initialize", params: ALONE },
    which("2025-06-18"),
  ]);
  assert.is(answers.find(({ id }) => id === 0)?.error?.code, -32601);
  assert.is(said(answers.at(-1) ?? {}), "2025-06-18");
});

test("a multi-version server answers a ping before the handshake", async () => {
  const answers = await getAnswers(SERVER, [
    { id: 0, method: "ping" },
    ...buildOpening("2025-06-18"),
    which("2025-06-18"),
  ]);
  assert.equal(answers[0]?.result, {});
  assert.is(said(answers.at(-1) ?? {}), "2025-06-18");
});

test("a multi-version server rejects ping as an unknown method in 2026-07-28", async () => {
  const [answer] = await getAnswers(SERVER, [buildRequest(MODERN, 0, "ping")]);
  assert.is(answer?.error?.code, -32601);
});

const TELLING = `
import { createServer, tools } from "./server.js";
const entries = tools({
  add: {
    handler: (_args, ctx) => {
      ctx.log("debug", "adds");
      ctx.progress(1, 2, "half of it");
      entries.set("more", { handler: () => "" });
      return "Added.";
    },
  },
});

const options = { capabilities: { logging: {} } };
export const server = createServer({ name: "s", version: "1" }, entries, options);
`;

for (const version of ["2025-06-18", "2024-11-05"])
  test(`on a connection of ${version}, a stateless request gets notifications in the format of ${MODERN}`, async () => {
    const _meta = createMeta(MODERN);
    const notifications = { toolsListChanged: true };
    const asked = {
      ..._meta,
      progressToken: 7,
      "io.modelcontextprotocol/logLevel": "debug",
    };
    const level = { level: "error" };
    const listen = { _meta, notifications };
    const sent = await getAnswers(TELLING, [
      ...buildOpening(version),
      { id: 0, method: "logging/setLevel", params: level },
      { id: "L", method: "subscriptions/listen", params: listen },
      { id: 1, method: "tools/call", params: { name: "add", _meta: asked } },
    ]);
    const id = { "io.modelcontextprotocol/subscriptionId": "L" };
    const message = "half of it";
    const reason = "The server is closing";
    assert.equal(
      sent.flatMap(({ method, params }) =>
        method ? [[method.replace("notifications/", ""), params]] : [],
      ),
      [
        ["subscriptions/acknowledged", { _meta: id, notifications }],
        ["message", { level: "debug", data: "adds" }],
        ["progress", { progressToken: 7, progress: 1, total: 2, message }],
        ["tools/list_changed", undefined],
        ["tools/list_changed", { _meta: id }],
        ["cancelled", { requestId: "L", reason }],
      ],
    );
    assert.equal(sent.find(({ id }) => id === "L")?.result?._meta, {
      "io.modelcontextprotocol/serverInfo": { name: "s", version: "1" },
      ...id,
    });
  });

const TASK = `
import { createServer } from "./server.js";
const handlers = { "tools/list": () => ({ tools: [] }), "tools/call": () => ({ task: {} }) };
export const server = createServer({ name: "s", version: "1" }, handlers, { onError: () => {} });
`;

test("a multi-version server sends no task as the result of a call that did not ask for a task", async () => {
  const version = "2025-11-25";
  const call = buildRequest(version, 1, "tools/call", { name: "t" });
  const answers = await getAnswers(TASK, [...buildOpening(version), call]);
  assert.is(answers.at(-1)?.error?.code, -32603);
});

const THROWING = `
import { createServer, McpError, tools } from "./server.js";
const throwing = (code) => ({
  handler: () => Promise.reject(new McpError(code, "no " + code, { a: 1 })),
});

const handlers = { ...tools({ gone: throwing(-32002), visit: throwing(-32042), own: throwing(7) }) };
const options = { onError: () => {} };
export const server = createServer({ name: "s", version: "1" }, handlers, options);
`;

const data = { a: 1 };
for (const [version, gone, visit] of [
  [MODERN, -32602, { code: -32603, message: "no -32042" }],
  ["2025-11-25", -32002, { code: -32042, message: "no -32042", data }],
  ["2025-06-18", -32002, { code: -32603, message: "no -32042" }],
] as const)
  test(`a multi-version server converts the error codes of handlers to the codes of ${version}`, async () => {
    const call = (id: number, name: string) =>
      buildRequest(version, id, "tools/call", { name });
    const sent = await getAnswers(THROWING, [
      ...buildOpening(version),
      call(1, "gone"),
      call(2, "visit"),
      call(3, "own"),
    ]);
    assert.equal(
      [1, 2, 3].map((id) => sent.find((message) => message.id === id)?.error),
      [
        { code: gone, message: "no -32002", data },
        visit,
        { code: 7, message: "no 7", data },
      ],
    );
  });

test("a handler receives params even if the client omitted params", async () => {
  const [, answer] = await getAnswers(SERVER, [
    ...buildOpening("2024-11-05"),
    { id: 1, method: "tools/list" },
  ]);
  assert.equal(answer?.result, { tools: [] });
});

requirement("fabb8a55df06");
test("the error for an older client lists only the revision that the server supports", async () => {
  const [answer] = await getAnswers(
    SERVER,
    buildOpening("2025-06-18").slice(0, 1),
    MODERN,
  );
  assert.equal(answer?.error?.data, { supported: [MODERN] });
});

test.run();
