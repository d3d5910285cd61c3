/**
 * What is dated by since when there is what a revision has. The table itself is
 * schema/since.json, which tests/docs/pages.test.ts holds to the program.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fingerprint } from "../../generator/model/identity/fingerprint.js";
import type { SinceTable } from "../../generator/model/history/since.js";
import { parseSchema } from "../../generator/parse/index.js";
import { bundledModel, datedModel, REVISIONS } from "../support/models.js";

const since = suite("since");

const ASK = `
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
export interface AskRequest { method: "ask"; params: { a: string } }
export interface AskResult {}
export type ClientRequest = AskRequest;
`;

const TABLE: SinceTable = {
  revisions: ["r1", "r2", "r3"],
  methods: { ask: "r1" },
  declarations: { AskRequest: "r1", New: "r2", Odd: "r2", T: "r1" },
  members: {
    "AskRequest.method": "r1",
    "AskRequest.params": "r2",
    "AskRequest.params.a": "r3",
    "New.x": "r2",
    "New.y": "r3",
    'Odd["a b"]': "r3",
    "T[].x": "r2",
  },
  renamed: {},
};

function dated(lines: string): string[] {
  const { model } = parseSchema(ASK + lines, { file: "f.ts", since: TABLE });
  const found: string[] = [];
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { doc, name: own } = value as {
      doc?: { since: string | null };
      name?: string;
    };
    if (doc?.since) found.push(`${own ?? name} ${doc.since}`);
    for (const inner of Object.values(value)) visit(inner, own ?? name);
  };
  visit(model.declarations, "");
  return [...found, ...model.methods.map((m) => `${m.method} ${m.since}`)];
}

const DATED: readonly [string, string, readonly string[]][] = [
  ["only what is newer than what it is in", "", ["params r2", "a r3"]],
  [
    "a new declaration once, and what came to it later",
    "interface New { x: 1; y: 2; z: 3 }",
    ["params r2", "a r3", "New r2", "y r3"],
  ],
  [
    "quoted names, lists, and none for names that only look known",
    'interface Odd { "a b": 1; constructor: 1 } type T = { x: 1 }[]; interface toString { a: 1 }',
    ["params r2", "a r3", "Odd r2", "a b r3", "x r2"],
  ],
];
for (const [name, lines, want] of DATED)
  since(`dates ${name}`, () => assert.equal(dated(lines), [...want, "ask r1"]));

since("nothing is dated without a table", () => {
  const model = bundledModel("2025-11-25");
  assert.not.match(JSON.stringify(model), /"since":"/);
});

for (const revision of REVISIONS) {
  since(`${revision}: dates are not structure`, () => {
    const model = datedModel(revision);
    assert.is(fingerprint(model), fingerprint(bundledModel(revision)));
    for (const { since: first } of model.methods)
      assert.ok(first !== null && first <= revision);
  });
}

since.run();
