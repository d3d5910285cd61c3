/** Since when there is what a revision has: the table, and what is dated. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fingerprint } from "../../generator/model/identity/fingerprint.js";
import { sinceTable } from "../../generator/model/history/since.js";
import type { SinceTable } from "../../generator/model/history/since.js";
import type { ProtocolModel } from "../../generator/model/types.js";
import { parseSchema } from "../../generator/parse/index.js";
import {
  bundledModel,
  datedModel,
  modelOf,
  REVISIONS,
} from "../support/models.js";

const since = suite("since");

const ASK = `
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
export interface AskRequest { method: "ask"; params: { a: string } }
export interface AskResult {}
export type ClientRequest = AskRequest;
`;

function tableOf(...lines: readonly string[]): SinceTable {
  const models = lines.map((text, index): [string, ProtocolModel] => [
    `r${index + 1}`,
    modelOf(ASK + text),
  ]);
  return sinceTable(new Map(models));
}

since("names go by the first revision that has them", () => {
  const { revisions, declarations, members, methods } = tableOf(
    "interface A { x: 1 } interface Back {}",
    "interface A { x: 1; y?: { deep: 2[] } }",
    'interface A { x: 1; y?: { deep: 2[]; more: { z: 1 }[] } } interface Back {} interface TellN { method: "tell" } type ServerNotification = TellN;',
  );
  assert.equal(revisions, ["r1", "r2", "r3"]);
  assert.equal(methods, { ask: "r1", tell: "r3" });
  const { A, Back, TellN } = declarations;
  assert.equal([A, Back, TellN], ["r1", "r1", "r3"]);
  const ofA = Object.entries(members).filter(([path]) => path.startsWith("A."));
  const since = ofA.map((one) => one.join(" ")).join(", ");
  const want = "A.x r1, A.y r2, A.y.deep r2, A.y.more r3, A.y.more[].z r3";
  assert.is(since, want);
});

since("a member that a base has now is as old as it was", () => {
  const { members } = tableOf(
    "interface A { x: 1; z: 1 }",
    "interface B { x: 1; y?: 2 } interface A extends B { z: 1 }",
    "interface B { y?: 2 } interface A extends B { x: 1; z: 1 }",
  );
  const found = ["A.x", "A.y", "B.x"].map((path) => members[path]);
  assert.equal(found, ["r1", "r2", "r2"]);
});

since("what wraps every message is no member of each", () => {
  const envelope = 'interface JSONRPCRequest { jsonrpc: "2.0"; id: 1 }';
  const { members } = tableOf(
    `${envelope} interface X { a: 1 }`,
    `${envelope} interface X extends JSONRPCRequest { a: 1 }`,
  );
  assert.is(members["JSONRPCRequest.id"], "r1");
  assert.not.ok("X.id" in members);
});

since("a new name is new, and what it likely was is told", () => {
  const { declarations, renamed } = tableOf(
    "interface ThingRef { a: 1; b: 2 }",
    "interface ThingOtherRef { a: 1; b: 2 }",
  );
  assert.is(declarations["ThingOtherRef"], "r2");
  assert.equal(renamed, { ThingOtherRef: { from: "ThingRef", in: "r2" } });
});

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
