/**
 * Tests that the generated validators agree with corpus.json, in which each
 * test value is labelled as valid or invalid.
 */
import { getShapeName } from "../../../../generator/emit/facts/shape-names.js";
import { getNormals } from "../../../../generator/model/normal/normal.js";
import type { Normal } from "../../../../generator/model/normal/types.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  createCorpus,
  emitCorpus,
} from "../../../../generator/emit/corpus/emit.js";
import { generateValue } from "../../../../generator/emit/corpus/generate-value.js";
import { Random } from "../../../../generator/emit/corpus/random.js";
import type { ProtocolModel } from "../../../../generator/model/types.js";
import { findProblem } from "../../../../runtime/validation/explain/problem.js";
import type { Shape } from "../../../../runtime/validation/shape.js";
import { parseLines } from "../../../harness/models/parsing.js";
import { EDGE_SCHEMA } from "../../../harness/models/edge-schema.js";
import {
  loadValidators,
  validatedTypes,
} from "../../../harness/models/validators.js";
import {
  bundledModel,
  createContext,
  extendedModel,
  parseModel,
  printPage,
} from "../../../harness/models/models.js";
import { TESTED_REVISIONS, WHOLE } from "../../../harness/run/sampling.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("emit: corpus");

for (const [name, model] of [
  ...TESTED_REVISIONS.map(
    (revision) => [revision, bundledModel(revision)] as const,
  ),
  ["the schema of every construct", parseModel(EDGE_SCHEMA)] as const,
  ...(WHOLE ? [["the schema with extensions", extendedModel()] as const] : []),
]) {
  const page = emitCorpus(createContext(model));
  const text = printPage(page);
  const document = JSON.parse(text) as ReturnType<typeof createCorpus>;

  requirement("a991595a0605 50779e8f95df eeef4cc0a61a 4542e2843e99");
  test(`validators of ${name} accept the valid values in corpus.json and reject the invalid values`, async () => {
    const validators = await loadValidators(model);
    for (const { type, valid, invalid, cases } of document.types) {
      const { is } = validators.of(type);
      for (const { rule, valid, value } of cases) {
        assert.ok(Object.hasOwn(document.rules, rule), rule);
        assert.is(is(value), valid, `${type} ${rule} ${JSON.stringify(value)}`);
      }
      for (const value of valid)
        assert.ok(is(value), `${type} ${JSON.stringify(value)}`);
      for (const { value, change } of invalid)
        assert.not.ok(is(value), `${type} ${change} ${JSON.stringify(value)}`);
    }
  });

  test(`\`findProblem\` reports problems only for the invalid values in corpus.json of ${name}`, async () => {
    const shapes = await loadShapes(model);
    for (const { type, valid, invalid } of document.types) {
      const shape = shapes[getShapeName(getNormals(model), type)];
      // Plain types, such as `string`, have no shape (data structure for
      // validation).
      if (shape === undefined) continue;
      for (const value of valid)
        assert.equal(
          [type, findProblem(shape, value, "it")],
          [type, undefined],
        );
      for (const { value, change } of invalid)
        assert.match(
          findProblem(shape, value, "it") ?? `${type} ${change}`,
          /^it.*: expected .+, got \w+$/,
        );
    }
    assert.ok(Object.keys(shapes).length > 20, name);
  });

  requirement("388dd936628f 5baefee2ae54 3affa5d1bf90");
  test(`decoders of ${name} accept the valid messages in corpus.json and reject the invalid messages`, async () => {
    const { decodeClientMessage, decodeServerMessage } =
      await loadValidators(model);
    for (const { method, kind, sender, ...values } of document.messages) {
      const { valid, invalid, cases } = values;
      for (const { rule, sender, valid, value } of cases) {
        const outcome = (
          sender === "server" ? decodeServerMessage : decodeClientMessage
        )(value);
        const same = outcome.ok && outcome.kind === kind;
        assert.is(same, valid, `${method} ${rule} ${JSON.stringify(value)}`);
      }
      const decode =
        sender === "server" ? decodeServerMessage : decodeClientMessage;
      for (const value of valid) {
        const outcome = decode(value);
        assert.ok(outcome.ok, `${method} ${JSON.stringify(value)}`);
        assert.is(outcome.kind, kind);
      }
      for (const { value, change } of invalid) {
        const outcome = decode(value);
        const same = outcome.ok && outcome.kind === kind;
        assert.not.ok(same, `${method} ${change} ${JSON.stringify(value)}`);
      }
    }
  });

  test(`corpus.json of ${name} contains values of every type and messages of every method`, () => {
    assert.equal(
      document.types.map(({ type }) => type),
      validatedTypes(model),
    );
    const methods = model.methods.filter(({ embedded }) => !embedded);
    assert.is(document.messages.length, methods.length);
    for (const { method, valid, invalid } of document.messages) {
      assert.ok(valid.length > 0 && invalid.length > 2, method);
      const changes = new Set(invalid.map(({ change }) => change));
      assert.is(changes.size, invalid.length, method);
    }
    assert.ok(document.types.every(({ valid }) => valid.length > 0));
  });

  test(`\`emitCorpus\` returns the same text for ${name} in each run`, () => {
    assert.not.match(
      text,
      /\\ud[89a-f]/,
      "The corpus has a lone surrogate, which not every language can read.",
    );
    assert.is(printPage(emitCorpus(createContext(model))), text);
  });
}

for (const [tag, type] of [
  ["@minLength 600000000", "string"],
  ["@minItems 600000000", "string[]"],
  ["@pattern ^no sample matches$", "string"],
] as const)
  test(`corpus.json contains no values of a type whose required member has the unsatisfiable tag "${tag}"`, () => {
    const model = parseLines(
      `export interface A { /** ${tag} */ a: ${type} }
      export interface B { /** ${tag} */ a?: ${type}; b: A[] }`,
    );
    const { types } = createCorpus(model);
    const known = types.filter(({ valid }) => valid.length > 0);
    assert.equal(
      known.map(({ type }) => type),
      ["B"],
    );
  });

for (const [tag, type] of [
  ["@maxLength 600000000", "string"],
  ["@maxItems 600000000", "string[]"],
] as const)
  test(`corpus.json has no value that exceeds the limit "${tag}"`, () => {
    const model = parseLines(`export interface A { /** ${tag} */ a: ${type} }`);
    const corpus = createCorpus(model).types.find(({ type }) => type === "A");
    assert.ok(corpus && corpus.valid.length > 0);
    assert.ok(corpus.cases.every(({ rule }) => rule !== "limit"));
  });

test("corpus.json contains strings with one character too many, each of two UTF-16 code units", () => {
  const model = parseLines(
    "export interface A { /** @maxLength 2 */ a: string }",
  );
  const corpus = createCorpus(model).types.find(({ type }) => type === "A");
  assert.match(
    JSON.stringify(corpus?.cases),
    '"a":"\u{1d4b3}\u{1d4b3}\u{1d4b3}"',
  );
});

/** Nests a type in arrays, so deep that objects get no undeclared keys. */
function nest(type: Normal): Normal {
  return Array.from({ length: 5 }).reduce<Normal>(
    (element) => ({ kind: "array", element, minItems: 1 }),
    type,
  );
}

test("`generateValue` adds no undeclared key to a deeply nested object or an object that allows no keys", () => {
  const normals = getNormals(parseLines("export interface A { a: string }"));
  const object = (index: Normal | null): Normal => ({
    kind: "object",
    properties: [],
    index,
  });
  for (const type of [object({ kind: "never" }), nest(object(null))])
    for (let seed = 0; seed < 20; seed++) {
      const value = generateValue(type, normals, new Random(`${seed}`));
      const objects = [value].flat(Infinity);
      assert.ok(objects.length > 0);
      for (const found of objects) assert.equal(found, {});
    }
});

/**
 * Returns the shapes (validation data) of declared types. The key of a shape is
 * the name of the generated function that creates the shape.
 */
async function loadShapes(
  model: ProtocolModel,
): Promise<Readonly<Record<string, Shape>>> {
  const module: unknown = await loadValidators(model, (code) => {
    const names = code.match(/(?<=^var )shapeOf\w+/gm) ?? [];
    return `${code.replace(/^export \{[^}]*\};/m, "")}\nexport { ${names.join(", ")} };`;
  });
  return module as Readonly<Record<string, Shape>>;
}

test.run();
