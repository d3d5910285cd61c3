/**
 * Tests of the command `mcp-codegen model`, which prints a model as JSON for
 * other programs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { folderWith } from "../../harness/program/folders.js";
import { printModel } from "../../../generator/model/printed/print.js";
import type {
  PrintedModel,
  ProtocolModel,
} from "../../../generator/model/types.js";
import { ROOT, runCli } from "../../harness/program/cli.js";
import {
  bundledModel,
  datedModel,
  parseModel,
  REVISIONS,
} from "../../harness/models/models.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import { TESTED_REVISIONS } from "../../harness/run/sampling.js";

const schema = JSON.parse(
  readFileSync(join(ROOT, "schema", "model.schema.json"), "utf8"),
) as object;
// In model.schema.json, the value of a literal may have one of several types.
// ajv's strict mode accepts a list of types only with `allowUnionTypes`.
const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  schema,
);

/**
 * Converts a model to JSON and back, so that it contains only the values that
 * other programs read.
 */
function asJson(model: ProtocolModel, resolved = false): PrintedModel {
  const printed = printModel(model, { resolved });
  return JSON.parse(JSON.stringify(printed)) as PrintedModel;
}

const test = suite("model: JSON");

for (const [revision, resolved] of TESTED_REVISIONS.flatMap((name) =>
  [false, true].map((resolved) => [name, resolved] as const),
))
  test(`\`model --rev ${revision}${resolved ? " --resolved" : ""}\` prints the whole model as JSON`, async () => {
    const options = resolved ? ["--resolved"] : [];
    const run = await runCli(["model", "--rev", revision, ...options]);
    assert.is(run.code, 0, run.stderr);
    assert.is(run.stderr, "");
    const expected = datedModel(revision);
    const read = JSON.parse(run.stdout) as ProtocolModel;
    assert.match(read.source.commit ?? "", /^[0-9a-f]{40}$/);
    assert.equal(read, {
      ...asJson(expected, resolved),
      source: { ...expected.source, commit: read.source.commit },
    });
    assert.is(run.stdout, `${JSON.stringify(read, null, 2)}\n`);
    assert.not.match(run.stdout, /\r/);
  });

test("`model --schema` prints the model of the given schema file", async () => {
  const text = `\uFEFF${SMALL_SCHEMA}\n/** @unheard of */\nexport type Odd = 1;\n`;
  const folder = folderWith({ "schema.ts": text.replaceAll("\n", "\r\n") });
  const args = ["model", "--schema", "schema.ts", "--protocol-version", "v9"];
  const run = await runCli(args, folder);
  assert.is(run.code, 0, run.stderr);
  assert.match(run.stderr, "MCP140");
  const model = JSON.parse(run.stdout) as ProtocolModel;
  const { revision, file } = model.source;
  const found = [model.protocolVersion, revision, file];
  assert.equal(found, ["v9", null, "schema.ts"]);
  assert.is(validate(model), true, JSON.stringify(validate.errors));
});

test("the JSON objects of each kind have the same order of keys in all models", () => {
  const orders = new Map<string, Set<string>>();
  const visit = (value: unknown, role: string): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return value.forEach((v) => visit(v, role));
    const keys = Object.keys(value);
    // Treat the primitive `number` as a separate kind, because only this
    // primitive has the member `integer`.
    const number = "integer" in value ? " number" : "";
    const kind =
      "method" in value
        ? "method"
        : `${role} ${"kind" in value && value.kind}${number}`;
    const seen = orders.get(kind) ?? new Set();
    orders.set(kind, seen.add(keys.join()));
    const roles = /^(declarations|doc|tags|position|source)$/;
    for (const [key, child] of Object.entries(value))
      visit(child, roles.test(key) ? key : "");
  };
  for (const revision of REVISIONS) visit(bundledModel(revision), "model");
  visit(parseModel(EVERYTHING), "model");
  assert.is(orders.size, 24);
  for (const [kind, seen] of orders)
    assert.is(seen.size, 1, `${kind}: ${[...seen].join(" and ")}`);
});

/** Schema with every kind of type and extreme values. */
const EVERYTHING = `${SMALL_SCHEMA}
export const RATIO = 0.5;
export const HUGE = 1e21;
export type Fraction = -2.5 | 1e-7;
export interface Thing { readonly a: string; b?: number; [key: string]: unknown }
export type Both = Thing & { a: "a" };
export type All =
  | Omit<Thing, "a"> | Partial<Thing> | NonNullable<Both | null>
  | Record<string, null> | string[] | typeof RATIO | Fraction;
`;

for (const revision of TESTED_REVISIONS)
  test(`the model of ${revision} is valid according to model.schema.json`, () => {
    for (const resolved of [false, true]) {
      const ok = validate(asJson(datedModel(revision), resolved));
      assert.is(ok, true, JSON.stringify(validate.errors?.slice(0, 3)));
    }
  });

test("a model with every kind of type is valid according to model.schema.json", () => {
  const model = parseModel(EVERYTHING);
  const text = JSON.stringify(printModel(model));
  const file = join(ROOT, "generator/model/type-nodes.ts");
  const kinds = readFileSync(file, "utf8").matchAll(/readonly kind: "(\w+)"/g);
  for (const [, kind] of kinds) assert.match(text, `"kind":"${kind}"`);
  assert.is(validate(JSON.parse(text)), true, JSON.stringify(validate.errors));
});

test.run();
