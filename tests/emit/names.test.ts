import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OUTPUTS } from "../../generator/emit/context.js";
import { emitFiles } from "../../generator/emit/assemble/files.js";
import { emitMethods } from "../../generator/emit/methods/methods.js";
import { claimNames } from "../../generator/emit/assemble/name-clashes.js";
import { emitTypes } from "../../generator/emit/types/types.js";
import { UserError } from "../../generator/support/errors.js";
import type {
  Declaration,
  ProtocolModel,
} from "../../generator/model/types.js";
import { contextOf, modelOf } from "../support/models.js";
import { SMALL_SCHEMA } from "../support/schema.js";

const test = suite("names");

/** `code place message` of all that was found, or nothing. */
function found(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.diagnostics.map(({ code, place, message }) =>
      [code, `${place?.file}:${place?.line}:${place?.column}`, message].join(
        " ",
      ),
    );
  }
}

/** The small schema with more declarations at its end. */
function withMore(text: string): { model: ProtocolModel; line: number } {
  const line = SMALL_SCHEMA.split("\n").length;
  return { model: modelOf(SMALL_SCHEMA + text), line };
}

/** The small schema with declarations that no schema could be parsed to. */
function withDeclared(...declarations: readonly Declaration[]): ProtocolModel {
  const model = modelOf(SMALL_SCHEMA);
  return { ...model, declarations: [...model.declarations, ...declarations] };
}

function alias(name: string, exported = true): Declaration {
  return {
    kind: "alias",
    name,
    exported,
    doc: { text: "", tags: [], deprecated: null, since: null },
    position: { line: 7, column: 3 },
    type: { kind: "primitive", name: "string" },
  };
}

test("nothing clashes in a plain schema", () => {
  const context = contextOf(modelOf(SMALL_SCHEMA));
  assert.equal(
    found(() => emitTypes(context)),
    [],
  );
  assert.equal(
    found(() => emitMethods(context)),
    [],
  );
});

test("a name of ours that the schema exports, with its place", () => {
  const { model, line } = withMore(
    "export type METHODS = 1;\n  export interface ClientRequests {}\n",
  );
  assert.equal(
    found(() => emitMethods(contextOf(model))),
    [
      `MCP200 schema.ts:${line + 1}:3 methods.ts exports \`ClientRequests\`, and so does the schema`,
      `MCP200 schema.ts:${line}:1 methods.ts exports \`METHODS\`, and so does the schema`,
    ],
  );
});

test("clashes with all outputs come at once", async () => {
  const declared = modelOf(
    SMALL_SCHEMA +
      "export type METHODS = 1;\nexport type isResult = 1;\nexport type createClient = 1;\n",
  );
  const outputs = new Set(OUTPUTS);
  const rest = { importExt: "js", command: "" } as const;
  const complaints = await emitFiles([declared], { outputs, ...rest }).then(
    () => [],
    (error: unknown) =>
      found(() => {
        throw error;
      }),
  );
  assert.equal(
    complaints.map((line) => /(\S+ exports `\w+`)/.exec(line)?.[1]),
    [
      "methods.ts exports `METHODS`",
      "validators.ts exports `isResult`",
      "client.ts exports `createClient`",
    ],
  );
});

test("what the schema keeps to itself clashes with nothing", () => {
  const { model } = withMore("type METHODS = 1;\n");
  assert.equal(
    found(() => emitMethods(contextOf(model))),
    [],
  );
});

test("any emitter can claim names", () => {
  const model = modelOf(SMALL_SCHEMA);
  assert.equal(
    found(() => claimNames(model, "x.ts", ["isResult"])),
    [],
  );
  assert.is(found(() => claimNames(model, "x.ts", ["Result"])).length, 1);
});

test("a word that names no type", () => {
  const context = contextOf(withDeclared(alias("string"), alias("default")));
  assert.equal(
    found(() => emitTypes(context)),
    [
      "MCP201 schema.ts:7:3 `string` cannot name a declaration",
      "MCP201 schema.ts:7:3 `default` cannot name a declaration",
    ],
  );
});

test("a name that hides a utility type", () => {
  const context = contextOf(withDeclared(alias("Omit")));
  assert.equal(
    found(() => emitTypes(context)),
    ["MCP202 schema.ts:7:3 The schema declares `Omit`"],
  );
});

test("names that TypeScript knows from elsewhere are free", () => {
  const context = contextOf(withDeclared(alias("Error"), alias("Promise")));
  assert.equal(
    found(() => emitTypes(context)),
    [],
  );
});

test("a type of a method that is not exported", () => {
  const text = SMALL_SCHEMA.replace(
    "export interface EchoResult",
    "interface EchoResult",
  );
  const line = text
    .split("\n")
    .indexOf("interface EchoResult extends Result {");
  assert.equal(
    found(() => emitMethods(contextOf(modelOf(text)))),
    [
      `MCP203 schema.ts:${line + 1}:1 methods.ts needs \`EchoResult\`, which is not exported`,
    ],
  );
});

test.run();
