/** What several models of a run have in common is written once. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OUTPUTS } from "../../generator/emit/context.js";
import type {
  EmitContext,
  Emitter,
  Page,
} from "../../generator/emit/context.js";
import { emitMethods } from "../../generator/emit/methods/methods.js";
import {
  createRecall,
  type Recall,
} from "../../generator/emit/assemble/shared-text.js";
import { emitRevision } from "../../generator/emit/assemble/revision.js";
import { emitTypes } from "../../generator/emit/types/types.js";
import { emitValidators } from "../../generator/emit/validators/emit.js";
import type { ProtocolModel } from "../../generator/model/types.js";
import { blocksOf } from "../support/cases.js";
import { parse } from "../support/diffs.js";
import {
  bundledModel,
  contextOf,
  REVISIONS,
  textOf,
} from "../support/models.js";

const recalls = suite("recall");

const EMITTERS: readonly (readonly [string, Emitter])[] = [
  ["types", emitTypes],
  ["methods", emitMethods],
  ["validators", emitValidators],
];

const TYPES =
  "export interface Inner { text: string; numbers: number[] } " +
  "export interface Outer { inner: Inner; list: { a: string }[] }";

/** The same declarations, of which other ones make something else. */
const OTHERS = blocksOf(`
# nothing else
${TYPES}
# a cycle
export interface A { b?: B } export interface B { n: number }
export interface B { a?: A }
# a cycle by another way
export interface A { b?: B; c?: C } export interface B { a?: A } export interface C { c?: C }
export interface B { b?: B } export interface C { a?: A }
# a tag
export interface A { kind: "a"; n: number } export interface C { a: A }
export interface B { kind: "b" } export type Union = A | B;
# a part of its name
${TYPES}
export interface OuterList { b: string }
# a place for an equal part
${TYPES}
export type First = { a: string }[];
# a pattern before its own
export interface P { /** @pattern ^a */ p: string }
export interface Before { /** @pattern ^b */ p: string }
# another comment
${TYPES}
/** Inside. */ export interface Inner { text: string }
`);

type Pair = readonly [name: string, ProtocolModel, ProtocolModel];
const PAIRS: readonly Pair[] = [
  ...OTHERS.map(([name, first = "", more = ""]): Pair => [
    name,
    parse(first),
    parse(without(first, more) + more),
  ]),
  ...REVISIONS.slice(1).map((revision, at): Pair => [
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
  const alone = (model: ProtocolModel) => textOf(emit(contextOf(model)));
  const after = (recall: Recall, model: ProtocolModel) =>
    textOf(emit({ ...contextOf(model), recall }));

  for (const [name, a, b] of PAIRS)
    recalls(`${file} of a model are its own beside ${name}`, () => {
      const recall = createRecall();
      for (const model of [a, b, a])
        assert.is(after(recall, model), alone(model));
    });
}

const BARE = parse(TYPES);
const { declarations, methods, source } = BARE;

const named = (revision: string): ProtocolModel => ({
  ...BARE,
  source: { ...source, revision },
});
const results = { up: { a: ["b"] } };

/** Another revision, and whether its pages are the first one's. */
const REVISED: readonly (readonly [string, boolean, Partial<EmitContext>])[] = [
  ["places", true, { model: parse(`\n\n${TYPES}`) }],
  ["a name", true, { model: named("a") }],
  ["draft's dialect", false, { model: named("draft") }],
  ["a version", false, { model: { ...BARE, protocolVersion: "2030-01-01" } }],
  [
    "a comment",
    false,
    { model: parse(TYPES.replace("text", "/** A */ text")) },
  ],
  ["a type", false, { model: parse(TYPES.replace("number", "string")) }],
  [
    "fewer declarations",
    false,
    { model: { ...BARE, declarations: declarations.slice(0, -1) } },
  ],
  ["fewer methods", false, { model: { ...BARE, methods: methods.slice(1) } }],
  ["what is later", false, { later: { schema: { results, incoming: {} } } }],
  ["the folder of the runtime", false, { runtime: "../runtime" }],
];

for (const [name, same, other] of REVISED)
  recalls(`pages are ${same ? "shared" : "made anew"} for ${name}`, () => {
    const context = { ...contextOf(BARE), recall: createRecall() };
    const pagesOf = (given: EmitContext): readonly Page[] =>
      emitRevision(given, new Set(OUTPUTS.slice(0, 3)), []);
    const first = pagesOf(context);
    const pages = pagesOf({ ...context, ...other });
    assert.is(first.length, 3);
    pages.forEach((page, at) => assert.is(page === first[at], same));
  });

recalls.run();
