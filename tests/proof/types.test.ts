/**
 * The generated types are those of the schema: each is held against the
 * declaration that it comes from by the compiler, which shares no code with
 * the generator. Copies with one member changed show that the check can fail.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitMethods } from "../../generator/emit/methods/methods.js";
import { emitTypes } from "../../generator/emit/types/types.js";
import { typeCheck } from "../support/compiler.js";
import { temporaryFolder, writeTree } from "../support/folders.js";
import { bundledModel, contextOf, textOf } from "../support/models.js";
import { bundledSchema } from "../support/sources.js";
import { PROVEN } from "../support/whole.js";

const test = suite("types are the schema's");

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: "ES2022",
  module: "NodeNext",
  types: [],
};

/**
 * `Same` is true for identical types only: `any` is not `unknown`, an optional
 * member is not one that may be undefined, a readonly one is not a plain one.
 */
const CHECKS = `\
import type * as S from "./schema.js";
import type * as T from "./types.js";

type Same<A, B> =
  (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2
    ? true
    : false;
type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
`;

/** The schema's declarations as its text has them, not as we have read them. */
function declaredIn(schema: string): string[] {
  return [
    ...schema.matchAll(
      /^export (const|interface|type) (\w+)(<(?:[^<>=]|=>?|<[^<>]*>)*>)?/gm,
    ),
  ].map(([, kind, name = "", parameters]) => {
    assert.is(parameters, undefined, `${name} is generic: extend this test`);
    return kind === "const" ? `typeof #.${name}` : `#.${name}`;
  });
}

/** One line of checks for each declaration. */
function checks(schema: string): string {
  return declaredIn(schema)
    .map((name, index) => {
      const pair = `${name.replace("#", "S")}, ${name.replace("#", "T")}`;
      return `export const check${index}: [Same<${pair}>, Mutual<${pair}>] = [true, true];\n`;
    })
    .join("");
}

/** A change to generated types, and the declarations that it must break. */
interface Mutation {
  readonly from: string;
  readonly to: string;
  readonly breaks: string;
}

const MUTATIONS: readonly Mutation[] = [
  {
    from: 'JSONRPC_VERSION = "2.0"',
    to: 'JSONRPC_VERSION = "2.1"',
    breaks: "typeof S.JSONRPC_VERSION",
  },
  {
    from: "progressToken?: ProgressToken;",
    to: "progressToken: ProgressToken;",
    breaks: "S.ClientRequest,",
  },
  {
    from: "[key: string]: unknown;",
    to: "[key: string]: any;",
    breaks: "S.",
  },
  {
    from: 'export type Role = "user" | "assistant";',
    to: 'export type Role = "user";',
    breaks: "S.PromptMessage",
  },
];

/** Every folder's own errors, from one run of the compiler. */
async function compile(
  folders: Record<string, Record<string, string>>,
): Promise<{
  readonly errors: ReadonlyMap<string, readonly string[]>;
  readonly output: string;
}> {
  const root = temporaryFolder();
  for (const [name, files] of Object.entries(folders)) {
    writeTree(join(root, name), files);
  }
  const output = await typeCheck(root, { options: OPTIONS });
  const errors = new Map<string, string[]>();
  for (const [
    ,
    folder = "",
    file = "",
    line = "",
    code = "",
  ] of output.matchAll(/^([^/\n]+)\/(\w+\.ts)\((\d+),\d+\): error (TS\d+)/gm)) {
    const text = folders[folder]?.[file]?.split("\n")[Number(line) - 1] ?? "";
    const found = `${file} ${code} ${text}`;
    errors.set(folder, [...(errors.get(folder) ?? []), found]);
  }
  return { errors, output };
}

function filesOf(revision: string): Record<string, string> {
  const schema = bundledSchema(revision);
  const context = contextOf(bundledModel(revision));
  return {
    "schema.ts": schema,
    "types.ts": textOf(emitTypes(context)),
    "methods.ts": textOf(emitMethods(context)),
    "check.ts": `${CHECKS}\n${checks(schema)}`,
    "maps.ts": MAPS,
  };
}

/** What holds of the maps at every revision. */
const MAPS = `\
import {
  METHODS,
  type ClientNotifications,
  type ClientRequests,
  type EmbeddedRequests,
  type MethodName,
  type ServerNotifications,
  type ServerRequests,
} from "./methods.js";
import type { CallToolRequest, CallToolResult } from "./types.js";

type Same<A, B> =
  (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2
    ? true
    : false;
type Names =
  | keyof ClientNotifications
  | keyof ClientRequests
  | keyof EmbeddedRequests
  | keyof ServerNotifications
  | keyof ServerRequests;
type Call = ClientRequests["tools/call"];

export const names: Same<MethodName, Names> = true;
export const result: Same<Call["result"], CallToolResult> = true;
export const declared: Call["params"] extends CallToolRequest["params"]
  ? true
  : false = true;
export const sender: "client" = METHODS["tools/call"].sender;
export function token(params: Call["params"]): string | number | undefined {
  return params._meta?.progressToken;
}
`;

test("every declaration of every revision, and the maps on top", async () => {
  const folders = Object.fromEntries(
    PROVEN.map((revision) => [revision, filesOf(revision)]),
  );
  const { errors, output } = await compile(folders);
  assert.equal([...errors], []);
  assert.is(output, "");
});

test("there is a check for each declaration, and no export beside them", () => {
  for (const revision of PROVEN) {
    const { declarations } = bundledModel(revision);
    const { "types.ts": types = "", "schema.ts": schema = "" } =
      filesOf(revision);
    const declared = declaredIn(schema);
    assert.is(declared.length, schema.match(/^export /gm)?.length);
    assert.is(declared.length, new Set(declared).size);
    assert.equal(declaredIn(types), declared);
    assert.is(declarations.length, declared.length);
  }
});

test("one changed member fails the check of its declaration", async () => {
  const folders: Record<string, Record<string, string>> = {};
  const expected = new Map<string, string>();
  for (const revision of PROVEN) {
    const files = filesOf(revision);
    const { "types.ts": types = "" } = files;
    for (const [index, { from, to, breaks }] of MUTATIONS.entries()) {
      assert.ok(types.includes(from), `${revision} has ${from}`);
      const name = `${revision}-${index}`;
      folders[name] = { ...files, "types.ts": types.replace(from, to) };
      expected.set(name, `<${breaks}`);
    }
  }
  const { errors } = await compile(folders);
  for (const [name, breaks] of expected) {
    const found = errors.get(name) ?? [];
    assert.ok(
      found.some(
        (error) => /^check.ts TS2322/.test(error) && error.includes(breaks),
      ),
      `${name} breaks ${breaks}: ${found.join("\n")}`,
    );
  }
});

test.run();
