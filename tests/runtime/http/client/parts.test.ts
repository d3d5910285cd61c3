/**
 * Unit tests of the parts of the HTTP client: messages, redirects, abort
 * signals, parameter headers and event streams.
 */
import { EventEmitter } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  RequestAbort,
  toSignal,
} from "../../../../runtime/http/client/abort.js";
import { MAX_REDIRECTS } from "../../../../runtime/http/client/constants.js";
import {
  errorIn,
  isAnswerTo,
  isAwaited,
  isInitialized,
  isMismatch,
  isRequestMessage,
  listTool,
} from "../../../../runtime/http/client/messages.js";
import {
  getVersion,
  ParamHeaders,
} from "../../../../runtime/http/client/param-headers.js";
import {
  redirected,
  withoutSecrets,
} from "../../../../runtime/http/client/redirect.js";
import {
  EventReader,
  isEventStream,
  type ServerEvent,
} from "../../../../runtime/http/client/sse-read.js";
import {
  HttpClientSession,
  type SessionHost,
} from "../../../../runtime/http/client/session.js";
import { HEADER_MISMATCH } from "../../../../runtime/json-rpc/constants.js";
import { ConnectionError } from "../../../../runtime/json-rpc/messages/errors.js";
import {
  openBody,
  type Received,
} from "../../../../runtime/http/client/received.js";
import type { Message } from "../../../../runtime/json-rpc/messages/messages.js";

const test = suite("http: parts of the client");

const head = { jsonrpc: "2.0" } as const;
const REQUEST = { ...head, id: 1, method: "ping" };
const RESPONSE = { ...head, id: 1, result: {} };
const INITIALIZED = { ...head, method: "notifications/initialized" };
const NOTE = { ...head, method: "notifications/cancelled" };

/**
 * Test cases: message, and the names of the checks below that return true for
 * the message.
 */
const MESSAGES: readonly (readonly [message: Message, checks: string])[] = [
  [REQUEST, "request awaited"],
  [RESPONSE, "answer"],
  [{ ...RESPONSE, id: 2 }, ""],
  [INITIALIZED, "initialized awaited"],
  [NOTE, ""],
  [[NOTE, RESPONSE], "answer"],
  [[NOTE, REQUEST], "awaited"],
  [[INITIALIZED], "awaited"],
];
for (const [message, checks] of MESSAGES)
  test(`the client classifies the message ${JSON.stringify(message)} as: ${checks || "no kind"}`, () => {
    const found = Object.entries({
      request: isRequestMessage(message),
      initialized: isInitialized(message),
      answer: isAnswerTo(message, 1),
      awaited: isAwaited(message),
    });
    assert.is(
      found.flatMap(([name, is]) => (is ? [name] : [])).join(" "),
      checks,
    );
  });

/**
 * Test cases: response body, and whether the body is an error response to
 * request 1.
 */
const BODIES: readonly (readonly [body: string, isError: boolean])[] = [
  ['{"error":{"code":1},"id":1}', true],
  ['{"error":{"code":1},"id":null}', true],
  ['{"error":{"code":1}}', true],
  ['{"error":{"code":1},"id":2}', false],
  ['{"error":{"code":"1"},"id":1}', false],
  ['{"error":1,"id":1}', false],
  ['{"result":{},"id":1}', false],
  ["[]", false],
  ["null", false],
  ["<html>", false],
];
for (const [body, isError] of BODIES)
  test(`\`errorIn\` returns ${isError ? "the error" : "undefined"} for the body ${body}`, () => {
    const found = errorIn(body, 1);
    assert.equal(found, isError ? JSON.parse(body) : undefined);
  });

test("`isMismatch` returns true only for a tool call that failed with a header mismatch", () => {
  const call = { ...REQUEST, method: "tools/call" };
  const error = (code: number) => ({
    ...head,
    id: 1,
    error: { code, message: "" },
  });
  assert.is(isMismatch(error(HEADER_MISMATCH), call), true);
  assert.is(isMismatch(error(HEADER_MISMATCH), REQUEST), false);
  assert.is(isMismatch(error(1), call), false);
  assert.is(isMismatch(undefined, call), false);
});

/**
 * Test cases: title, answers to successive `tools/list` requests, and the
 * expected cursors of these requests.
 */
const PAGES: readonly (readonly [
  title: string,
  answers: readonly unknown[],
  cursors: readonly unknown[],
])[] = [
  ["the last page", [{ tools: [] }], [undefined]],
  [
    "a page with the tool",
    [
      { tools: [null, { name: "x" }], nextCursor: "b" },
      { tools: [{ name: "x" }, { name: "t" }], nextCursor: "c" },
    ],
    [undefined, "b"],
  ],
  ["a page without tools", [{ nextCursor: "b" }], [undefined]],
  ["a result that is a number", [1], [undefined]],
  [
    "a repeated cursor",
    Array(3).fill({ tools: [], nextCursor: "b" }),
    [undefined, "b"],
  ],
  [
    "1,000 pages",
    Array.from({ length: 1_001 }, (_, at) => ({
      tools: [],
      nextCursor: String(at),
    })),
    Array.from({ length: 1_000 }, (_, at) =>
      at === 0 ? undefined : String(at - 1),
    ),
  ],
];
for (const [title, answers, cursors] of PAGES)
  test(`\`listTool\` requests no more pages after ${title}`, async () => {
    const asked: unknown[] = [];
    await listTool(
      { ...REQUEST, params: { name: "t", _meta: { m: 1 } } },
      async ({ method, params }) => {
        assert.is(method, "tools/list");
        const { cursor, _meta } = params as { cursor?: string; _meta: object };
        assert.equal(_meta, { m: 1 });
        asked.push(cursor);
        return { result: answers[asked.length - 1] };
      },
      new RequestAbort(),
    );
    assert.equal(asked, cursors);
  });

test("`listTool` sends no request after its signal is aborted", async () => {
  const abort = new RequestAbort();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    abort.abort();
    return { result: { tools: [], nextCursor: String(asked) } };
  };
  await listTool({ ...REQUEST, params: { name: "t" } }, ask, abort);
  assert.is(asked, 1);
});

/** Returns a response with a status and headers. */
function respond(
  status: number,
  headers: Record<string, string> = {},
): Received {
  return {
    ok: status < 300,
    status,
    headers: { get: (name: string) => headers[name] ?? null },
    body: null,
  } as unknown as Received;
}

const FROM = "https://me:pw@a.example/mcp?key=k#f";

/**
 * Test cases: status, `Location` header, and the URL of the next request or the
 * expected error.
 */
const REDIRECTS: readonly (readonly [
  status: number,
  location: string | undefined,
  result: string,
])[] = [
  [307, "/b?c", "https://a.example/b?c"],
  [308, "https://a.example/b", "https://a.example/b"],
  ...[301, 302, 303].map(
    (status) =>
      [
        status,
        "/b?secret",
        `The server redirects to https://a.example/b (${status}), which is not followed`,
      ] as const,
  ),
  [
    307,
    "https://b.example/x?secret",
    "The server redirects to https://b.example/x (307), which is not followed",
  ],
  [
    308,
    undefined,
    "The server redirects to another address (308), which is not followed",
  ],
  [
    307,
    "http://",
    "The server redirects to another address (307), which is not followed",
  ],
  [304, "/b", FROM],
  [309, "/b", FROM],
];
for (const [status, location, result] of REDIRECTS)
  test(`a response ${status} with ${location === undefined ? "no location" : `the location ${location}`} results in: ${result}`, async () => {
    const sent: string[] = [];
    const send = async (url: string) => {
      sent.push(url);
      return sent.length === 1
        ? respond(status, location === undefined ? {} : { location })
        : respond(200);
    };
    const failed = await redirected(send, FROM, new RequestAbort()).then(
      () => undefined,
      ({ message }: Error) => message,
    );
    assert.is(
      (failed ?? sent.at(-1))?.replace("me:pw@a.example/b", "a.example/b"),
      result,
    );
  });

test("a client follows a limited number of redirects", async () => {
  for (const [most, result] of [
    [MAX_REDIRECTS, "200"],
    [MAX_REDIRECTS + 1, "Too many redirects"],
  ] as const) {
    let left = most;
    const send = async () =>
      left-- > 0 ? respond(307, { location: "/" }) : respond(200);
    const found = await redirected(send, FROM, new RequestAbort()).then(
      ({ status }) => String(status),
      ({ message }: Error) => message,
    );
    assert.is(found, result);
  }
  const hidden = {
    ...respond(0, { location: "/" }),
    type: "opaqueredirect",
  } as const;
  const error = await redirected(
    async () => hidden,
    FROM,
    new RequestAbort(),
  ).catch((found: Error) => found);
  assert.is(
    (error as Error).message,
    "The server redirects to another address (0), which is not followed",
  );
});

/**
 * Test cases: error that the request throws, and the reason in the client's
 * error message.
 */
const UNREACHABLE: readonly (readonly [error: unknown, reason: string])[] = [
  [new Error("a", { cause: new Error("b", { cause: "c" }) }), "b"],
  [Object.assign(new Error(""), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
  [
    new Error(`no ${FROM}, ${FROM}`),
    "no https://a.example/mcp, https://a.example/mcp",
  ],
  ["text", "text"],
];
for (const [error, reason] of UNREACHABLE)
  test(`a failed request is reported with the reason ${reason}`, async () => {
    const send = () => Promise.reject(error);
    const found = await redirected(send, FROM, new RequestAbort()).catch(
      (thrown: unknown) => thrown,
    );
    assert.instance(found, ConnectionError);
    const { message, fault, cause } = found as ConnectionError;
    assert.is(message, `https://a.example/mcp could not be reached: ${reason}`);
    assert.equal([fault, cause], ["closed", error]);
    const abort = new RequestAbort();
    abort.abort();
    const same = await redirected(send, FROM, abort).catch(
      (thrown: unknown) => thrown,
    );
    assert.is(same, error);
  });

test("`withoutSecrets` returns the origin and the path of a URL", () => {
  assert.is(withoutSecrets(FROM), "https://a.example/mcp");
});

test("a RequestAbort calls each listener once, except removed listeners", () => {
  const abort = new RequestAbort();
  const called: string[] = [];
  const removed = () => void called.push("removed");
  abort.addEventListener("abort", () => void called.push("a"));
  abort.addEventListener("abort", removed);
  abort.removeEventListener("abort", removed);
  const early = toSignal(abort);
  assert.equal(
    [abort.aborted, abort.reason, early.aborted],
    [false, undefined, false],
  );
  abort.abort();
  abort.abort();
  assert.equal(called, ["a"]);
  assert.is(abort.aborted, true);
  assert.is(abort.signal, early);
  assert.is(early.aborted, true);
  assert.is(abort.reason, early.reason);
});

test("`toSignal` returns an aborted signal for a `RequestAbort` that is already aborted", () => {
  const abort = new RequestAbort();
  abort.abort();
  assert.is(toSignal(abort).aborted, true);
  const { signal } = new AbortController();
  assert.is(toSignal(signal), signal);
});

const TOOL = {
  name: "t",
  inputSchema: {
    type: "object",
    properties: {
      a: { type: "string", "x-mcp-header": "A" },
      b: { type: "integer", "x-mcp-header": "B" },
    },
  },
};
const WRONG = {
  name: "w",
  inputSchema: {
    type: "object",
    properties: { a: { type: "string", "x-mcp-header": "" } },
  },
};

test("`ParamHeaders` removes tools with an invalid `x-mcp-header` annotation from a list of tools", () => {
  const headers = new ParamHeaders();
  const problems: string[] = [];
  const list = (...tools: unknown[]) =>
    headers.takeToolList({ tools, x: 1 }, (text) => problems.push(text));
  const get = (method: string, params: Record<string, unknown>) =>
    headers.getHeaders({ ...REQUEST, method, params }, "v");
  const call = () => get("tools/call", { name: "t", arguments: { a: "é" } });
  const common = { "mcp-protocol-version": "v", "mcp-method": "tools/call" };
  assert.equal(call(), { ...common, "mcp-name": "t" });
  assert.equal(list(TOOL, WRONG, 1, { name: 2 }), {
    tools: [TOOL, 1, { name: 2 }],
    x: 1,
  });
  assert.is(problems.length, 1);
  assert.match(problems[0] ?? "", /^The tool w is left out of the list: ./);
  assert.equal(call(), {
    ...common,
    "mcp-name": "t",
    "mcp-param-a": "=?base64?w6k=?=",
  });
  assert.equal(get("prompts/get", { name: "t", arguments: { a: "x" } }), {
    ...common,
    "mcp-method": "prompts/get",
    "mcp-name": "t",
  });
  assert.equal(get("ping", {}), { ...common, "mcp-method": "ping" });
  list({ ...TOOL, inputSchema: { type: "object" } });
  assert.equal(call(), { ...common, "mcp-name": "t" });
  for (const result of [1, null, { tools: 1 }])
    assert.is(
      headers.takeToolList(result, () => {}),
      result,
    );
});

test("`getVersion` returns the version in `_meta` if it is a string", () => {
  const meta = (version: unknown) => ({
    params: { _meta: { "io.modelcontextprotocol/protocolVersion": version } },
  });
  assert.is(getVersion(meta("v")), "v");
  for (const message of [meta(1), meta(undefined), { params: {} }, {}])
    assert.is(getVersion(message), undefined);
});

/** Test cases: status, content type, and whether the body is an event stream. */
const TYPES: readonly (readonly [status: number, type: string, is: boolean])[] =
  [
    [200, "text/event-stream", true],
    [200, " Text/Event-Stream ; charset=utf-8", true],
    [200, "text/event-streams", false],
    [200, "application/json", false],
    [400, "text/event-stream", false],
  ];
for (const [status, type, is] of TYPES)
  test(`\`isEventStream\` returns ${is} for ${status} with "${type}"`, () => {
    assert.is(isEventStream(respond(status, { "content-type": type })), is);
  });

test("`isEventStream` returns false without a content type", () => {
  assert.is(isEventStream(respond(200)), false);
});

/** Test cases: text of a stream, its events, and the time until a reconnect. */
const STREAMS: readonly (readonly [
  text: string,
  events: readonly ServerEvent[],
  retry?: number,
])[] = [
  ["\uFEFFdata: a\n\n", [{ type: "message", data: "a", id: undefined }]],
  [
    "data:  a\ndata\ndata:b\n\n",
    [{ type: "message", data: " a\n\nb", id: undefined }],
  ],
  [": data: a\n:\n\nevent: x\n\n", []],
  [
    "event: x\nid: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
    [
      { type: "x", data: "a", id: "1" },
      { type: "message", data: "b", id: "1" },
      { type: "message", data: "c", id: undefined },
    ],
  ],
  ["id: a\0\ndata: a\n\n", [{ type: "message", data: "a", id: undefined }]],
  ["retry: 12\n", [], 12],
  ["retry: 1s\nretry: -1\nretry:\n", []],
  ["retries: 1\ndatas: x\n\n", []],
];
for (const [text, events, retry] of STREAMS)
  test(`\`EventReader\` reads ${events.length} events from ${JSON.stringify(text)}`, () => {
    const found: ServerEvent[] = [];
    const reader = new EventReader(100, (event) => found.push(event));
    reader.push("");
    reader.push(text);
    assert.equal(found, events);
    assert.is(reader.retry, retry);
  });

test("`EventReader` counts each line break towards the length limit of an event", () => {
  const read = (text: string) => {
    let count = 0;
    new EventReader(3, () => (count += 1)).push(text);
    return count;
  };
  assert.is(read("data:a\ndata:b\n\ndata:abc\n\n"), 2);
  for (const text of [
    "data:abcd",
    "data:ab\ndata:b\n",
    "data\ndata\ndata\ndata\ndata\n",
  ])
    assert.throws(
      () => read(text),
      (error: Error) =>
        error.message === "An event was longer than 3 characters",
    );
});

test("`readText` removes a byte order mark only at the start of a body", async () => {
  const stream = new EventEmitter();
  const released: boolean[] = [];
  const body = openBody(
    Object.assign(stream, { setEncoding: () => {} }) as never,
    false,
    (complete) => released.push(complete),
  );
  let text = "";
  const read = body.readText((more) => (text += more));
  for (const chunk of ["\uFEFFa", "\uFEFFb"]) stream.emit("data", chunk);
  stream.emit("end");
  stream.emit("error", new Error("late"));
  await read;
  assert.is(text, "a\uFEFFb");
  assert.equal(released, [true]);
});

test("if two requests report that one session has ended, the client opens one new session", async () => {
  let opened = 0;
  const open = (): void =>
    session.opened(REQUEST, {
      headers: new Headers({ "mcp-session-id": `session ${opened}` }),
    } as unknown as Received);
  const session = new HttpClientSession({
    ask: () => {
      opened += 1;
      open();
      return Promise.resolve({ result: {} });
    },
    tell: () => Promise.resolve(),
  } as unknown as SessionHost);
  open();
  for (let loss = 0; loss < 2; loss += 1) await session.renew("session 0");
  assert.equal([opened, session.id], [1, "session 1"]);
});

test.run();
