/**
 * Tests of `@since` dates in doc comments: the revision in which a declaration
 * or member first appeared. tests/docs/pages.test.ts checks the source of the
 * dates, schema/since.json.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { SinceTable } from "../../../generator/model/history.js";
import { dateDeclarations } from "../../../generator/parse/protocol/since.js";
import { parseSchema } from "../../../generator/parse/index.js";

const test = suite("model: since");

const ASK = `
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
export interface AskRequest { method: "ask"; params: { a: string } }
export interface AskResult {}
export type ClientRequest = AskRequest;
`;

const TABLE: SinceTable = {
  revisions: ["r1", "r2", "r3"],
  methods: { ask: "r1" },
  declarations: { AskRequest: "r1", Odd: "r2", T: "r1", Map: "r1" },
  members: {
    "AskRequest.method": "r1",
    "AskRequest.params": "r2",
    "AskRequest.params.a": "r3",
    'Odd["a b"]': "r3",
    "T[].x": "r2",
    "Map[].y": "r3",
  },
};

test("`parseSchema` adds `@since` to members with quoted names and to members of array items and index signatures", () => {
  const { model } = parseSchema(
    `${ASK}interface Odd { "a b": 1; constructor: 1 } type T = { x: 1 }[]; interface Map { [key: string]: { y: 1 } } interface toString { a: 1 }`,
    { file: "f.ts", since: TABLE },
  );
  const found: string[] = [];
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { doc, name: own = name } = value as {
      doc?: { since: string | null };
      name?: string;
    };
    if (doc?.since) found.push(`${own} ${doc.since}`);
    for (const inner of Object.values(value)) visit(inner, own);
  };
  visit(model.declarations, "");
  const want = ["params r2", "a r3", "Odd r2", "a b r3", "x r2", "y r3"];
  assert.equal(found, want);
});

test("`dateDeclarations` dates the same declarations by each given table", () => {
  const { declarations } = parseSchema(ASK, { file: "f.ts" }).model;
  const date = (since: string) =>
    dateDeclarations({ ...TABLE, declarations: { AskRequest: since } })(
      declarations,
    ).map(({ doc }) => doc.since);
  assert.equal([date("r2")[1], date("r3")[1]], ["r2", "r3"]);
});

test.run();
