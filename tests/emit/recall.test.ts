/** What several models of a run have in common is written once. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Emitter } from "../../generator/emit/context.js";
import { emitMethods } from "../../generator/emit/methods.js";
import { createRecall, type Recall } from "../../generator/emit/recall.js";
import { emitTypes } from "../../generator/emit/types.js";
import { emitValidators } from "../../generator/emit/validators/emit.js";
import type { ProtocolModel } from "../../generator/model/types.js";
import { parse } from "../support/diffs.js";
import { bundledModel, contextOf, REVISIONS } from "../support/models.js";

const recalls = suite("recall");

const EMITTERS: readonly (readonly [string, Emitter])[] = [
  ["types", emitTypes],
  ["methods", emitMethods],
  ["validators", emitValidators],
];

const TYPES = `
export interface Inner { text: string; numbers: number[] }
export interface Outer { inner: Inner; list: { a: string }[] }
`;

/** The same declarations, of which other ones make something else. */
const OTHERS: readonly (readonly [string, string, string])[] = [
  ["nothing else", TYPES, ""],
  [
    "a cycle",
    "export interface A { b?: B } export interface B { n: number }",
    "export interface B { a?: A }",
  ],
  [
    "a cycle that it leads to",
    "export interface A { b?: B } export interface B { n: number }",
    "export interface B { b?: B }",
  ],
  [
    "a cycle by another way",
    "export interface A { b?: B; c?: C } export interface B { a?: A } export interface C { c?: C }",
    "export interface B { b?: B } export interface C { a?: A }",
  ],
  [
    "a tag",
    'export interface A { kind: "a"; n: number } export interface C { a: A }',
    'export interface B { kind: "b" } export type Union = A | B;',
  ],
  ["a part of its name", TYPES, "export interface OuterList { b: string }"],
  ["a place for an equal part", TYPES, "export type First = { a: string }[];"],
  ["a list of it", TYPES, "export interface Many { all: Inner[] }"],
  [
    "a pattern before its own",
    "export interface P { /** @pattern ^a */ p: string }",
    "export interface Before { /** @pattern ^b */ p: string }",
  ],
  [
    "another comment",
    TYPES,
    "/** Inside. */ export interface Inner { text: string }",
  ],
  ["an alias of it", TYPES, "export type Again = Inner;"],
];

const PAIRS: readonly (readonly [string, ProtocolModel, ProtocolModel])[] = [
  ...OTHERS.map(([name, first, more]): (typeof PAIRS)[number] => [
    name,
    parse(first),
    parse(without(first, more) + more),
  ]),
  ...REVISIONS.slice(1).map((revision, at): (typeof PAIRS)[number] => [
    revision,
    bundledModel(REVISIONS[at] ?? ""),
    bundledModel(revision),
  ]),
];

/** The declarations but for those that `more` has another of. */
function without(first: string, more: string): string {
  return first
    .split(/(?=export )/)
    .filter((one) => !more.includes(`${one.split("{")[0] ?? one}{`))
    .join("");
}

for (const [file, emit] of EMITTERS) {
  const alone = (model: ProtocolModel) => emit(contextOf(model)).text;
  const after = (recall: Recall, model: ProtocolModel) =>
    emit({ ...contextOf(model), recall }).text;

  for (const [name, a, b] of PAIRS)
    recalls(`${file} of a model are its own beside ${name}`, () => {
      const recall = createRecall();
      for (const model of [a, b, a])
        assert.is(after(recall, model), alone(model));
    });

  recalls(`${file} of the same model are not written again`, () => {
    const recall = createRecall();
    const made: string[] = [];
    const watched: Recall = (key, make) =>
      recall(key, () => {
        made.push(key().join(" "));
        return make();
      });
    after(watched, bundledModel("2025-06-18"));
    assert.ok(made.length > 0);
    made.length = 0;
    after(watched, bundledModel("2025-06-18"));
    assert.equal(made, []);
  });
}

recalls.run();
