/**
 * Tests of invalid names in schemas, and of clashes between names in the schema
 * and in generated files.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OUTPUTS } from "../../../generator/emit/context.js";
import { emitFiles } from "../../../generator/emit/assemble/files.js";
import { checkNames } from "../../../generator/emit/assemble/name-clashes.js";
import { emitMethods } from "../../../generator/emit/methods/methods.js";
import { emitTypes } from "../../../generator/emit/types/types.js";
import { emitValidators } from "../../../generator/emit/validators/emit.js";
import { getGuardName } from "../../../generator/emit/validators/guard-names.js";
import { NO_DOC } from "../../../generator/model/build.js";
import type { Normal } from "../../../generator/model/normal/types.js";
import type { Declaration } from "../../../generator/model/types.js";
import { getFailures } from "../../harness/run/failures.js";
import {
  bundledModel,
  createContext,
  parseModel,
  REVISIONS,
} from "../../harness/models/models.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";

const test = suite("emit: names");

/**
 * Returns all failures that `work` causes, as texts `code line:column message`.
 */
async function found(work: () => unknown): Promise<string[]> {
  return (await getFailures(work)).map(
    ({ code, place, message }) =>
      `${code} ${place?.line}:${place?.column} ${message}`,
  );
}

const LINE = SMALL_SCHEMA.split("\n").length;
const PRIVATE = SMALL_SCHEMA.replace(
  "export interface EchoResult",
  "interface EchoResult",
);

const CASES: readonly (readonly [string, schema: string, ...string[]])[] = [
  [
    "a schema whose unexported type has the same name as an export of methods.ts",
    `${SMALL_SCHEMA}type METHODS = 1;\n`,
  ],
  [
    "a schema that does not export the result type of a method",
    PRIVATE,
    `MCP203 ${PRIVATE.split("\n").indexOf("interface EchoResult extends Result {") + 1}:1 methods.ts imports \`EchoResult\`, which the schema does not export`,
  ],
];

for (const [about, schema, ...want] of CASES)
  test(`\`checkNames\` ${want.length > 0 ? "rejects" : "accepts"} ${about}`, async () => {
    const model = parseModel(schema);
    const check = () => checkNames(model, emitMethods(createContext(model)));
    assert.equal(await found(check), want);
  });

test("`emitFiles` reports the name clashes of all generated files in one error", async () => {
  const declared = ["METHODS", "isResult", "createClient"];
  const lines = declared.map((name) => `export type ${name} = 1;\n`);
  const model = parseModel(SMALL_SCHEMA + lines.join(""));
  const options = { importExt: "js", command: "" } as const;
  const outputs = new Set(OUTPUTS);
  const said = await found(() => emitFiles([model], { outputs, ...options }));
  assert.equal(
    said.map((line) => /(\w+\.ts) and the schema both export/.exec(line)?.[1]),
    ["methods.ts", "validators.ts", "client.ts"],
  );
  for (const [at, name] of declared.entries())
    assert.match(said[at] ?? "", `export the name \`${name}\``);
});

test("`checkNames` reports a type if its type guard has the name of a runtime helper", async () => {
  const line = "export type Object = 1;\n";
  const model = parseModel(SMALL_SCHEMA + line);
  const check = () => checkNames(model, emitValidators(createContext(model)));
  assert.equal(await found(check), [
    `MCP200 ${LINE}:1 validators.ts imports \`isObject\` from the runtime, so it cannot export the same name for the type \`Object\``,
  ]);
});

/** Names of declarations, each with the expected failures. */
const DECLARED: readonly (readonly [name: string, ...string[]])[] = [
  [
    "keyof",
    "MCP201 7:3 `keyof` is a TypeScript keyword and cannot be the name of a declaration",
  ],
  [
    "Omit",
    "MCP202 7:3 The schema declares `Omit`, which is a utility type of TypeScript",
  ],
  ["Error"],
  ["Promise"],
];

for (const [name, ...want] of DECLARED)
  test(`\`checkNames\` ${want.length > 0 ? "rejects" : "accepts"} a declaration called ${name}`, async () => {
    const declared: Declaration = {
      kind: "alias",
      name,
      exported: true,
      doc: NO_DOC,
      position: { line: 7, column: 3 },
      type: { kind: "primitive", name: "string" },
    };
    const model = parseModel(SMALL_SCHEMA);
    const declarations = [...model.declarations, declared];
    const changed = { ...model, declarations };
    const check = () => checkNames(changed, emitTypes(createContext(changed)));
    assert.equal(await found(check), want);
  });

for (const revision of REVISIONS)
  test(`\`emitFiles\` accepts the names in the schema of ${revision}`, async () => {
    const model = bundledModel(revision);
    // Remove the revision from the model, because the generator checks the
    // names only if the revision is unknown.
    const unknown = { ...model, source: { ...model.source, revision: null } };
    const outputs = new Set(OUTPUTS);
    assert.equal(
      await found(() =>
        emitFiles([unknown], { outputs, importExt: "js", command: "" }),
      ),
      [],
    );
  });

const REF: Normal = { kind: "ref", name: "Tool" };
const RECORD: Normal = { kind: "object", properties: [], index: REF };
const ARRAY: Normal = { kind: "array", element: REF };
/** Types of the member `A.b`, and the names of their guard functions. */
const GUARDS: readonly (readonly [type: Normal, name: string])[] = [
  [ARRAY, "ToolArray"],
  [{ ...ARRAY, minItems: 1 }, "ABArray"],
  [{ ...ARRAY, maxItems: 1 }, "ABArray"],
  [{ ...ARRAY, element: RECORD }, "ABArray"],
  [RECORD, "ToolRecord"],
  [{ ...RECORD, properties: [{ name: "c", type: REF, required: true }] }, "AB"],
];
for (const [type, name] of GUARDS)
  test(`the guard function of A.b has the name ${name} for the type ${JSON.stringify(type)}`, () =>
    assert.is(getGuardName(type, "A.b"), name));

test.run();
