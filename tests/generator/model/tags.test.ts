/**
 * Unit tests of doc tags that narrow a shape (the structure of a type), and of
 * the directions in which values of a type are sent.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  commonFlow,
  getFlows,
  methodFlows,
} from "../../../generator/model/flow.js";
import type { Shape } from "../../../generator/model/resolved/shape.js";
import { constrain } from "../../../generator/model/resolved/tags.js";
import type { Method } from "../../../generator/model/types.js";
import { parseSchema } from "../../../generator/parse/index.js";

const test = suite("model: tags and flow");

const TEXT: Shape = { kind: "string" };
const NUMBER: Shape = { kind: "number", integer: true };
const LIST: Shape = { kind: "array", element: TEXT };
const union = (...members: Shape[]): Shape => ({ kind: "union", members });
const named = (name: string): Shape => ({ kind: "named", name });
const TYPES: Readonly<Record<string, Shape>> = {
  Text: TEXT,
  Flag: { kind: "boolean" },
  Either: union(named("Text"), named("Flag")),
};

/**
 * Test cases: a shape, the tags of a doc comment, and the shape that results
 * from both.
 */
const CASES: readonly (readonly [
  shape: Shape,
  tags: string,
  narrowed: Shape,
])[] = [
  [TEXT, "internal", TEXT],
  [TEXT, "minimum 1", TEXT],
  [TEXT, "minLength", TEXT],
  [
    TEXT,
    "minLength 1; minLength 2; maxLength 9; maxLength 8",
    { ...TEXT, minLength: 2, maxLength: 8 },
  ],
  [TEXT, "format : uri", { ...TEXT, format: "uri" }],
  [
    TEXT,
    "format uri; format date; pattern a; TJS-pattern b",
    { ...TEXT, format: "uri", patterns: ["a", "b"] },
  ],
  [
    { ...TEXT, minLength: 1, patterns: ["x"] },
    "minLength 0; pattern a",
    { ...TEXT, minLength: 0, patterns: ["x", "a"] },
  ],
  [
    { ...TEXT, patterns: ["x"] },
    "maxLength 3",
    { ...TEXT, patterns: ["x"], maxLength: 3 },
  ],
  [
    NUMBER,
    "minimum 1; maximum 2; minLength 3",
    { ...NUMBER, minimum: 1, maximum: 2 },
  ],
  [NUMBER, "TJS-type number", { ...NUMBER, integer: false }],
  [NUMBER, "TJS-type integer", NUMBER],
  [{ ...NUMBER, integer: false }, "format int", NUMBER],
  [LIST, "minItems 1; maxItems 2", { ...LIST, minItems: 1, maxItems: 2 }],
  [LIST, "maxLength 2", LIST],
  [
    union(TEXT, NUMBER),
    "minLength 1",
    union({ ...TEXT, minLength: 1 }, NUMBER),
  ],
  [union(LIST, NUMBER), "minLength 1", union(LIST, NUMBER)],
  [named("Text"), "minLength 1", { ...TEXT, minLength: 1 }],
  [named("Flag"), "minLength 1", named("Flag")],
  [
    named("Either"),
    "minLength 1",
    union({ ...TEXT, minLength: 1 }, named("Flag")),
  ],
  [{ kind: "boolean" }, "minLength 1", { kind: "boolean" }],
];
for (const [shape, tags, narrowed] of CASES)
  test(`\`constrain\` with the tags "${tags}" converts ${JSON.stringify(shape)} to ${JSON.stringify(narrowed)}`, () => {
    const doc = {
      text: "",
      deprecated: null,
      since: null,
      tags: tags.split("; ").map((tag) => {
        const [name = "", ...words] = tag.split(" ");
        return { name, text: words.join(" ") };
      }),
    };
    const resolve = (name: string): Shape => TYPES[name] ?? NUMBER;
    assert.equal(constrain(shape, doc, resolve), narrowed);
  });

const [client, server] = [
  { toClient: true, toServer: false },
  { toClient: false, toServer: true },
];
const both = { toClient: true, toServer: true };
const none = { toClient: false, toServer: false };

test("`commonFlow` returns the directions that both of its arguments contain", () => {
  assert.equal(commonFlow(both, client), client);
  assert.equal(commonFlow(server, both), server);
  assert.equal(commonFlow(client, server), none);
});

for (const [sender, embedded, message, response] of [
  ["client", false, server, client],
  ["server", false, client, server],
  ["both", false, both, both],
  ["server", true, client, server],
] as const)
  test(`\`methodFlows\` returns the directions of a request from ${sender === "both" ? "both sides" : `the ${sender}`}${embedded ? " in a result" : ""} and of its response`, () => {
    const method = { sender, embedded } as unknown as Method;
    assert.equal(methodFlows(method), { message, response });
  });

const SCHEMA = `
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
export interface Request { method: string; params?: { [key: string]: unknown } }
export interface Notification { method: string; params?: { [key: string]: unknown } }
export interface Result { [key: string]: unknown }
export type RequestId = string;
export interface Failure { code: number; detail: Detail }
export interface Detail { a: string }
export interface NarrowFailure extends Failure { b: string }
export interface JSONRPCRequest extends Request { id: RequestId }
export interface JSONRPCError { id: RequestId; error: Failure }
export type JSONRPCMessage = JSONRPCRequest | JSONRPCError;
export interface Question { text: string; next?: Question }
export interface Answer { text: string }
export interface Shared { a: string }
export interface Unused { a: Shared }
export interface AskRequest extends Request { method: "ask"; params: { question: Question; shared: Shared } }
export interface AskResult extends Result { answer: Answer; shared: Shared }
export interface News { a: string }
export interface TellNotification extends Notification { method: "tell"; params: { news: News } }
export type ClientRequest = AskRequest;
export type ServerResult = AskResult;
export type ServerNotification = TellNotification;
`;

test("`getFlows` returns the directions in which the values of each type are sent", () => {
  const { model } = parseSchema(SCHEMA, { file: "schema.ts" });
  const flows = getFlows(model);
  const print = (name: string): string => {
    const { toClient, toServer } = flows.get(name) ?? none;
    return `${name}${toClient ? " client" : ""}${toServer ? " server" : ""}`;
  };
  assert.equal(
    model.declarations
      .map(({ name }) => print(name))
      .filter((line) => !/^(LATEST|Client|Server)/.test(line)),
    [
      "Request server",
      "Notification client",
      "Result client",
      "RequestId client server",
      "Failure client server",
      "Detail client server",
      "NarrowFailure client",
      "JSONRPCRequest client server",
      "JSONRPCError client server",
      "JSONRPCMessage client server",
      "Question server",
      "Answer client",
      "Shared client server",
      "Unused",
      "AskRequest server",
      "AskResult client",
      "News client",
      "TellNotification client",
    ],
  );
});

test.run();
