/**
 * Tests of the faults (protocol violations) that are found in recorded traffic,
 * and of their line, method, JSON pointer and section.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TrafficChecker } from "../../../generator/validate/check.js";
import type { Fault } from "../../../generator/validate/fault.js";
import { getSection } from "../../../generator/validate/specification.js";
import type { Summary } from "../../../generator/validate/summary.js";
import type { Decoders } from "../../../generator/validate/decoder-runtime.js";
import { loadDecoders } from "../../../generator/validate/validators.js";
import type { ProtocolModel } from "../../../generator/model/types.js";
import type { Side } from "../../../generator/emit/context.js";
import { EDGE_SCHEMA } from "../../harness/models/edge-schema.js";
import {
  bundledModel,
  parseModel,
  REVISIONS,
} from "../../harness/models/models.js";
import { parseCells } from "../../harness/run/cases.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import { TESTED_REVISIONS } from "../../harness/run/sampling.js";

const decoders = new Map<string, Decoders>();

interface Checked {
  readonly faults: readonly Fault[];
  readonly summary: Summary;
}

interface Options {
  readonly revision?: string;
  readonly from?: Side;
  readonly isLog?: boolean;
  readonly maxPending?: number;
  readonly model?: ProtocolModel;
  readonly differs?: (version: string, line: number) => void;
}

function check(
  lines: readonly (object | string)[],
  { revision = "2025-06-18", isLog = false, ...rest }: Options = {},
): Checked {
  const model = bundledModel(revision);
  const loaded = decoders.get(revision) ?? loadDecoders(model);
  decoders.set(revision, loaded);
  const faults: Fault[] = [];
  const report = (fault: Fault): void => void faults.push(fault);
  const options = { model, decoders: loaded, report, isLog, ...rest };
  const checker = new TrafficChecker(options);
  for (const [at, line] of lines.entries())
    checker.line(
      typeof line === "string" ? line : JSON.stringify(line),
      at + 1,
    );
  return { faults, summary: checker.end() };
}

/** Returns one text `line sender method pointer` for each fault. */
function printFaults(checked: Checked): string[] {
  return checked.faults.map(({ line, sender, method, pointer }) =>
    `${line} ${sender ?? "?"} ${method ?? "-"} ${pointer}`.trim(),
  );
}

const request = (id: number | string, method: string, params = {}) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const result = (id: number | string, value: object) => ({
  jsonrpc: "2.0",
  id,
  result: value,
});
const call = (id: number | string) => request(id, "tools/call", { name: "x" });
const asked = (id: number | string) => request(id, "roots/list");
const content = [{ type: "text", text: "!" }];

const test = suite("validate: traffic");

test("the traffic checker validates a recorded result against the method of its request", () => {
  const checked = check([call(1), result(1, { content: [{ type: "text" }] })]);
  assert.equal(printFaults(checked), [
    "2 server tools/call /result/content/0/text",
  ]);
  assert.equal(checked.faults[0], {
    line: 2,
    sender: "server",
    kind: "response",
    method: "tools/call",
    path: ["result", "content", 0, "text"],
    pointer: "/result/content/0/text",
    message: "expected string, got nothing",
    section:
      "https://modelcontextprotocol.io/specification/2025-06-18/server/tools#calling-tools",
  });
});

test("the traffic checker matches a response to a request whose id is larger than the safe integers", () => {
  const lines = [call(2 ** 60), result(2 ** 60, { content: 1 })];
  assert.equal(printFaults(check(lines)), [
    "2 server tools/call /result/content",
  ]);
});

test("the traffic checker distinguishes the request ids 1 and '1', and the ids of two sessions", () => {
  const in_ = (session: string, message: object) => ({ session, message });
  const wrong = { tools: 1 };
  for (const lines of [
    [
      request(1, "prompts/list"),
      request("1", "tools/list"),
      result(1, { prompts: [] }),
      result("1", wrong),
    ],
    [
      in_("a", request(1, "prompts/list")),
      in_("b", request(1, "tools/list")),
      in_("a", result(1, { prompts: [] })),
      in_("b", result(1, wrong)),
    ],
  ])
    assert.equal(printFaults(check(lines)), [
      "4 server tools/list /result/tools",
    ]);
});

test("if both sides use the same id, a recorded result belongs to the request for which it is valid", () => {
  const both = [call(1), asked(1)];
  const [tools, roots] = [result(1, { content }), result(1, { roots: [] })];
  assert.equal(check([...both, tools, roots]).faults, []);
  assert.equal(check([...both, roots, tools]).faults, []);
});

test("a recorded result belongs to the request of its receiver before a request of an unknown sender", () => {
  const lines = [request(1, "ping"), call(1)];
  const message = result(1, { content: 1 });
  assert.equal(printFaults(check([...lines, { from: "server", message }])), [
    "3 server tools/call /result/content",
  ]);
});

test("the first request of a recording determines whether client messages have the direction `in` or `out`", () => {
  const way = (direction: string, message: object) => ({ direction, message });
  const want = [
    "2 server tools/call /result/content",
    "3 server tools/call /method",
  ];
  for (const [mine = "", other = ""] of [
    ["out", "in"],
    ["in", "out"],
  ]) {
    const answer = way(other, result(1, { content: 1 }));
    const lines = [way(mine, call(1)), answer, way(other, call(2))];
    assert.equal(printFaults(check(lines)), want);
    // A message without a direction does not determine the direction.
    assert.equal(check([call(1), way(mine, call(2))]).faults, []);
  }
});

test("the option `from` sets the sender of recorded messages without a direction", () => {
  const lines = [call(1), { from: "client", message: call(2) }];
  const checked = check(lines, { from: "server" });
  assert.equal(printFaults(checked), ["1 server tools/call /method"]);
  const { message = "" } = checked.faults[0] ?? {};
  assert.match(message, "only the client may send");
});

/**
 * Test cases: message, sender, and the message of the fault in the member
 * `method`.
 */
const METHODS: readonly (readonly [object, Side | undefined, string])[] = [
  [
    request(1, "tool/list"),
    undefined,
    '2025-06-18 has no method "tool/list"; did you mean tools/list?',
  ],
  [request(1, "acme"), "client", '2025-06-18 has no method "acme"'],
  [
    { jsonrpc: "2.0", method: "ping" },
    "client",
    "ping is a request, but the message has no id",
  ],
  [
    request(1, "notifications/initialized"),
    undefined,
    "notifications/initialized is a notification, but the message has an id",
  ],
];
for (const [message, from, expected] of METHODS)
  test(`the traffic checker reports the method of a message: ${expected}`, () => {
    const { faults } = check([message], from && { from });
    assert.equal(
      faults.map(({ pointer, message }) => [pointer, message]),
      [["/method", expected]],
    );
  });

test("the traffic checker does not know the sender of a request that occurs only inside results", () => {
  const lines = [request(1, "sampling/createMessage")];
  assert.equal(printFaults(check(lines, { revision: "2026-07-28" })), [
    "1 ? sampling/createMessage /method",
  ]);
});

test("the traffic checker counts messages, faults and lines with faults", () => {
  const lines = [
    request(1, "tools/call", { name: 7, arguments: 1 }),
    { jsonrpc: "2.0", method: "notifications/initialized" },
    result(1, { content }),
    asked(1),
    { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "" } },
    call(2),
    "x",
  ];
  assert.equal(check(lines).summary, {
    lines: 7,
    messages: 6,
    requests: 3,
    notifications: 1,
    responses: 1,
    errors: 1,
    faults: 3,
    faultyLines: 2,
    remarks: 0,
    unanswered: 1,
    unmatched: 0,
  });
});

test("the traffic checker reports the first version that differs from the version of its model", () => {
  const found: unknown[] = [];
  const differs = (...version: unknown[]): void => void found.push(version);
  const negotiated = (protocolVersion: string) =>
    result(1, { protocolVersion, capabilities: {} });
  const lines = ["2025-06-18", "2025-03-26", "2024-11-05"].map(negotiated);
  check(lines, { differs });
  assert.equal(found, [["2025-03-26", 2]]);
  const model = { ...bundledModel("2025-06-18"), protocolVersion: null };
  check(lines, { differs, model });
  assert.is(found.length, 1);
});

test("a response without a request is a fault in a recording of both sides", () => {
  assert.equal(printFaults(check([call(1), result(2, {})])), ["2 ? - /id"]);
  assert.equal(check([result(2, {})]).faults, []);
  const fromClient = { from: "client", message: result(2, {}) };
  assert.equal(check([call(1), fromClient]).faults, []);
  const alone = check([result(2, {}), result(3, {})], { from: "server" });
  assert.equal(alone.faults, []);
  assert.is(alone.summary.unmatched, 2);
});

const hello = request(1, "initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "a", version: "1" },
});
const welcome = result(1, {
  protocolVersion: "2025-06-18",
  capabilities: {},
  serverInfo: { name: "b", version: "1" },
});

test("the traffic checker reports a response without an id", () =>
  assert.equal(printFaults(check([{ jsonrpc: "2.0", result: {} }])), [
    "1 ? - /id",
  ]));

test("a request with the id of a pending request is a fault", () => {
  const twice = check([call(1), call(1)]);
  assert.equal(printFaults(twice), ["2 client tools/call /id"]);
  assert.match(twice.faults[0]?.message ?? "", "line 1");
  const again = check([call(1), hello, call(2)]);
  assert.equal(again.faults, []);
  assert.is(again.summary.unanswered, 3);
  const in_ = (session: string, message: object) => ({ session, message });
  const others = ["", "a\nb", "ab"].flatMap((session) => [
    in_(session, call(1)),
    in_("a", hello),
    in_(session, result(1, { content })),
  ]);
  assert.equal(check(others).faults, []);
});

test("a batch is a fault in all revisions except 2025-03-26", () => {
  const batch = [
    [call(1), request(2, "tools/list")],
    [result(2, { tools: 1 }), result(1, { content })],
  ];
  assert.equal(printFaults(check(batch, { revision: "2025-03-26" })), [
    "2 server tools/list /result/tools",
  ]);
  assert.equal(printFaults(check(batch)), ["1 client -", "2 ? -"]);
});

test("the traffic checker reports a line without a message unless the option `isLog` is set", () => {
  const words = { level: 30, msg: "started" };
  const isLog = true;
  const log = check([words, { message: call(1) }, "started"], { isLog });
  assert.equal(log.faults, []);
  assert.is(log.summary.remarks, 2);
  assert.equal(printFaults(check([words, call(1), words])), ["1 ? -", "3 ? -"]);
  assert.equal(printFaults(check([words])), ["1 ? -"]);
});

test("above the limit `maxPending`, the traffic checker reports no responses with unknown ids", () => {
  const answered = (id: number) => [call(id), result(id, { content })];
  const few = [call(1), call(2), ...answered(3), call(4)];
  const lost = result(9, { content });
  const remembered = check([...few, lost], { maxPending: 3 });
  assert.equal(printFaults(remembered), ["6 ? - /id"]);
  const many = check([...few, call(5), lost, result(1, {})], { maxPending: 3 });
  assert.equal([many.faults, many.summary.unanswered], [[], 4]);
  const twice = check([call(1), call(2), call(3)], { maxPending: 1 });
  assert.is(twice.summary.unanswered, 3);
  const sessions = ["a", "b", "c", "d"].flatMap((session) =>
    [hello, welcome].map((message) => ({ session, message })),
  );
  assert.equal(check([...sessions, lost], { maxPending: 2 }).faults, []);
  // The limit also counts sessions. Later requests are stored again.
  const later = [...sessions, call(1), call(2), result(1, { content: 1 })];
  assert.equal(printFaults(check(later, { maxPending: 4 })), [
    "11 server tools/call /result/content",
  ]);
});

test("`loadDecoders` supports a type that has the name of a built-in object", () => {
  for (const schema of [EDGE_SCHEMA, `${SMALL_SCHEMA}export type Array = 1;`]) {
    const { decodeMessage } = loadDecoders(parseModel(schema));
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    assert.match(JSON.stringify(decodeMessage(ping)), '"kind":"request"');
  }
});

/** Methods, each with its page and heading in the specification. */
const SECTIONS = new Map(
  parseCells(`
  ping | basic/utilities/ping#message-format
  initialize | basic/lifecycle#initialization
  completion/complete | server/utilities/completion#requesting-completions
  logging/setLevel | server/utilities/logging#setting-log-level
  prompts/get | server/prompts#getting-a-prompt
  prompts/list | server/prompts#listing-prompts
  resources/list | server/resources#listing-resources
  resources/templates/list | server/resources#resource-templates
  resources/read | server/resources#reading-resources
  resources/subscribe | server/resources#subscriptions
  resources/unsubscribe | server/resources#subscriptions
  tools/call | server/tools#calling-tools
  tools/list | server/tools#listing-tools
  sampling/createMessage | client/sampling#creating-messages
  roots/list | client/roots#listing-roots
  notifications/cancelled | basic/utilities/cancellation#cancellation-flow
  notifications/progress | basic/utilities/progress#progress-flow
  notifications/initialized | basic/lifecycle#initialization
  notifications/roots/list_changed | client/roots#root-list-changes
  notifications/message | server/utilities/logging#log-message-notifications
  notifications/resources/updated | server/resources#subscriptions
  notifications/resources/list_changed | server/resources#list-changed-notification
  notifications/tools/list_changed | server/tools#list-changed-notification
  notifications/prompts/list_changed | server/prompts#list-changed-notification
  tasks/get | basic/utilities/tasks#protocol-messages
  tasks/result | basic/utilities/tasks#protocol-messages
  tasks/list | basic/utilities/tasks#protocol-messages
  tasks/cancel | basic/utilities/tasks#protocol-messages
  elicitation/create | client/elicitation#protocol-messages
  notifications/tasks/status | basic/utilities/tasks#protocol-messages
  notifications/elicitation/complete | client/elicitation#protocol-messages
  server/discover | server/discover
  subscriptions/listen | basic/patterns/subscriptions
  notifications/subscriptions/acknowledged | basic/patterns/subscriptions
`).map(([method = "", section = ""]) => [method, section]),
);

test("`getSection` returns the URL of the section of the specification that describes a method", () => {
  const url = "https://modelcontextprotocol.io/specification";
  for (const [method, section] of SECTIONS)
    assert.is(
      getSection("2025-11-25", method, "request"),
      `${url}/2025-11-25/${section}`,
    );
  for (const revision of REVISIONS)
    for (const { method } of bundledModel(revision).methods)
      assert.ok(SECTIONS.has(method), method);
});

test("`getSection` returns a more specific section if it receives the method of the message", () => {
  for (const revision of TESTED_REVISIONS) {
    const general = getSection(revision, null, "request");
    for (const { method } of bundledModel(revision).methods)
      assert.is.not(getSection(revision, method, "request"), general, method);
  }
  assert.is(getSection(null, "tools/call", "request"), null);
  const response = getSection("2024-11-05", null, "response") ?? "";
  assert.match(response, "/basic/messages#responses");
  const message = (revision: string) => getSection(revision, null, "message");
  assert.match(message("2024-11-05") ?? "", /\/basic\/messages$/);
  assert.match(message("2025-03-26") ?? "", /\/basic#messages$/);
  const told = getSection("draft", "notifications/progress", "notification");
  assert.match(told ?? "", "/draft/basic/patterns/progress#");
});

test("only a fault in the params of a request has the section of the request's method", () => {
  const section = (change: object): string =>
    check([{ ...call(1), ...change }]).faults[0]?.section ?? "";
  assert.match(section({ params: 1 }), /\/server\/tools#calling-tools$/);
  assert.match(section({ jsonrpc: "1.0" }), /\/basic#requests$/);
});

test.run();
