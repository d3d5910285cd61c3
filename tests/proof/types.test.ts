/**
 * Compares generated types with the declarations of the schema. The TypeScript
 * compiler makes the comparison, so the comparison shares no code with the
 * generator.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitMethods } from "../../generator/emit/methods/methods.js";
import { emitTypes } from "../../generator/emit/types/types.js";
import { typeCheck } from "../harness/program/compiler.js";
import { temporaryFolder, writeTree } from "../harness/program/folders.js";
import {
  bundledModel,
  createContext,
  printPage,
} from "../harness/models/models.js";
import { bundledSchema } from "../harness/models/sources.js";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";

const test = suite("proof: types");

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  target: "ES2022",
  module: "NodeNext",
  types: [],
};

/**
 * Type `Same`, which is true only for identical types. `Same` distinguishes
 * `any` from `unknown`, optional from possibly undefined members, and readonly
 * from mutable members.
 */
const SAME = `
type Same<A, B> =
  (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2
    ? true
    : false;
`;
const CHECKS = `\
import type * as S from "./schema.js";
import type * as T from "./types.js";
${SAME}
type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
`;

/**
 * Returns the names of the declarations in the text of a schema. Finds them
 * without the parser of the generator.
 */
function findDeclarations(schema: string): string[] {
  return [
    ...schema.matchAll(
      /^export (const|interface|type) (\w+)(<(?:[^<>=]|=>?|<[^<>]*>)*>)?/gm,
    ),
  ].map(([, kind, name = "", parameters]) => {
    assert.is(parameters, undefined, `${name} is generic: extend this test`);
    return kind === "const" ? `typeof #.${name}` : `#.${name}`;
  });
}

/**
 * Returns TypeScript code that compares types. For each declaration, one line
 * checks that the generated type is identical to the declaration.
 */
function createChecks(schema: string): string {
  return findDeclarations(schema)
    .map((name, index) => {
      const pair = `${name.replace("#", "S")}, ${name.replace("#", "T")}`;
      return `export const check${index}: [Same<${pair}>, Mutual<${pair}>] = [true, true];\n`;
    })
    .join("");
}

/** Type-checks several folders in one compiler run and returns the errors. */
async function typeCheckFolders(
  folders: Record<string, Record<string, string>>,
): Promise<string> {
  const root = temporaryFolder();
  for (const [name, files] of Object.entries(folders))
    writeTree(join(root, name), files);
  return typeCheck(root, { options: OPTIONS });
}

function emitFiles(revision: string): Record<string, string> {
  const schema = bundledSchema(revision);
  const context = createContext(bundledModel(revision));
  return {
    "schema.ts": schema,
    "types.ts": printPage(emitTypes(context)),
    "methods.ts": printPage(emitMethods(context)),
    "check.ts": `${CHECKS}\n${createChecks(schema)}`,
    "maps.ts": MAPS,
  };
}

/**
 * Type assertions about the method maps in methods.ts. They hold in every
 * revision.
 */
const MAPS = `\
import type * as M from "./methods.js";
import { METHODS } from "./methods.js";
import type { CallToolRequest, CallToolResult } from "./types.js";
${SAME}
type Names =
  | keyof (M.ClientNotifications & M.ClientRequests & M.EmbeddedRequests)
  | keyof (M.ServerNotifications & M.ServerRequests);
type Call = M.ClientRequests["tools/call"];
type Declared = Call["params"] extends CallToolRequest["params"] ? true : false;

export const names: Same<M.MethodName, Names> = true;
export const result: Same<Call["result"], CallToolResult> = true;
export const declared: Declared = true;
export const sender: "client" = METHODS["tools/call"].sender;
export const token = (params: Call["params"]): string | number | undefined =>
  params._meta?.progressToken;
`;

test("generated types and method maps of every revision are identical to the types in the schema", async () => {
  const folders = Object.fromEntries(
    TESTED_REVISIONS.map((revision) => [revision, emitFiles(revision)]),
  );
  assert.is(await typeCheckFolders(folders), "");
});

test("types.ts exports each declaration of the schema exactly once", () => {
  for (const revision of TESTED_REVISIONS) {
    const { declarations } = bundledModel(revision);
    const { "types.ts": types = "", "schema.ts": schema = "" } =
      emitFiles(revision);
    const declared = findDeclarations(schema);
    assert.is(declared.length, schema.match(/^export /gm)?.length);
    assert.is(declared.length, new Set(declared).size);
    assert.equal(findDeclarations(types), declared);
    assert.is(declarations.length, declared.length);
  }
});

test.run();
