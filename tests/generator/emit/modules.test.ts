/**
 * Tests of runtime modules, and of the imports and exports of generated files.
 */
import { basename, join } from "node:path";
import { ts } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { selectOutputs } from "../../../generator/emit/select.js";
import { readImports } from "../../../generator/emit/assemble/read-imports.js";
import { createWholeRuntime } from "../../../generator/emit/assemble/runtime-modules.js";
import { getRuntimeSources } from "../../../generator/emit/assemble/runtime-sources.js";
import { emitClient } from "../../../generator/emit/client/client.js";
import type { Feature, ModulePage } from "../../../generator/emit/context.js";
import { emitMethods } from "../../../generator/emit/methods/methods.js";
import { emitServer } from "../../../generator/emit/server/server.js";
import { emitTypes } from "../../../generator/emit/types/types.js";
import { emitValidators } from "../../../generator/emit/validators/emit.js";
import {
  bundledModel,
  createContext,
  extendedModel,
  REVISIONS,
  printPage,
} from "../../harness/models/models.js";
import { ROOT } from "../../harness/program/cli.js";
import { readFileSync } from "node:fs";

const test = suite("emit: modules");

const MODULES = createWholeRuntime().map(({ path, text }) => ({
  name: basename(path, ".ts"),
  text,
}));

test("the generated runtime modules have no import cycle, even with type imports", () => {
  const imports = new Map(
    MODULES.map(({ name, text }) => [
      name,
      readImports(text).lines.map(({ from }) => basename(from, ".js")),
    ]),
  );
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const name of imports.get(from) ?? [])
      if (!seen.has(name)) reaches(name, seen.add(name));
    return seen;
  };
  const cycles = [...imports.keys()].filter((name) => reaches(name).has(name));
  assert.equal(cycles, []);
});

test("each runtime module declares or imports a top-level name only once", () => {
  for (const { name, text } of MODULES) {
    const names = new Map<string, ts.SyntaxKind>();
    const clashes: string[] = [];
    for (const [declared, kind] of getTopLevelNames(text)) {
      // An overloaded function has several declarations, which do not clash.
      const isOverload =
        kind === ts.SyntaxKind.FunctionDeclaration &&
        names.get(declared) === kind;
      if (names.has(declared) && !isOverload) clashes.push(declared);
      names.set(declared, kind);
    }
    assert.equal([name, clashes], [name, []]);
  }
});

test("the generated runtime modules contain the code of every runtime source file, except the imports", () => {
  for (const { path } of getRuntimeSources().values()) {
    const source = readFileSync(join(ROOT, "runtime", path), "utf8");
    const whole = `// ${path}\n\n${readImports(source).rest.trim()}\n`;
    assert.ok(
      MODULES.some(({ text }) => text.includes(whole)),
      path,
    );
  }
});

const EMITTERS = [
  emitTypes,
  emitMethods,
  emitValidators,
  emitServer,
  emitClient,
] as readonly ((context: ReturnType<typeof createContext>) => ModulePage)[];

for (const [title, model] of [
  ...REVISIONS.map((revision) => [revision, bundledModel(revision)] as const),
  ["the schema with extensions", extendedModel()] as const,
])
  test(`generated files of ${title} declare all names that they export`, () => {
    for (const emit of EMITTERS) {
      const context = { ...createContext(model), sides: ["server", "client"] };
      const page = emit(context as ReturnType<typeof createContext>);
      const declared = page.pieces.flatMap(({ exports }) => exports).sort();
      const exported = getExportedNames(printPage(page)).sort();
      assert.equal([page.path, declared], [page.path, exported]);
    }
  });

/**
 * Test cases: a module, the features with which it is generated, and the names
 * that it re-exports only because of these features.
 */
const REEXPORTS = [
  ["client", "http", "http Fetch Authorizer HttpChallenge HttpClientOptions"],
  ["client", "stdio", "spawn SpawnOptions"],
  ["client", "memory", "memory"],
  ["client", "oauth", ""],
  ["client", "memory tools", "memory OutputValidator"],
  [
    "client",
    "stdio tools",
    "spawn OutputValidator outputValidator SpawnOptions",
  ],
  ["server", "stdio", "stdio StdioOptions"],
  ["server", "memory", "memory"],
  ["server", "shared", "redis RedisOptions RedisClient SharedState"],
  [
    "server",
    "elicitation",
    "urlElicitationRequired UrlElicitation ElicitOptions FormAnswer",
  ],
  [
    "server",
    "resources",
    "fileResources FileResource FileResourcesOptions ResourcesSettings TemplateMatch",
  ],
] as const;
for (const [module, features, names] of REEXPORTS)
  test(`${module}.ts with the features ${features} re-exports these names of the runtime: ${names || "none"}`, () => {
    const emit = module === "client" ? emitClient : emitServer;
    const general = emit(createChosen("2025-11-25", "")).reexports;
    const { reexports } = emit(createChosen("2025-11-25", features));
    const added = reexports.filter((name) => !general.includes(name));
    assert.is(added.join(" "), names);
  });

for (const [feature, names] of [
  ["tasks tools", ""],
  ["shared tasks tools", "redisTasks RedisTasksOptions"],
] as const)
  test(`server.ts with the features ${feature} re-exports these names of the Redis task store: ${names || "none"}`, () => {
    const { reexports } = emitServer(createChosen("2025-11-25", feature));
    const found = reexports.filter((name) => /redisTasks/i.test(name));
    assert.is(found.join(" "), names);
  });

for (const [revision, features, names] of [
  ["2025-11-25", "", "ClientNotificationHandler"],
  ["2025-11-25", "roots", "ClientNotificationHandler ClientRequestHandler"],
  ["2026-07-28", "", "ClientNotificationHandler"],
  ["2026-07-28", "roots", "ClientNotificationHandler ClientInputHandler"],
] as const)
  test(`client.ts for ${revision} with ${features ? `the feature ${features}` : "no feature"} declares ${names}`, () => {
    const { pieces } = emitClient(createChosen(revision, features));
    const declared = pieces.flatMap(({ exports }) => exports);
    const handlers = declared.filter((name) => /^Client.+Handler$/.test(name));
    assert.is(handlers.join(" "), names);
  });

/** Returns the context for generating modules with features. */
function createChosen(revision: string, features: string) {
  const chosen = new Set(features.split(" ") as Feature[]);
  return {
    ...createContext(bundledModel(revision)),
    chosen: { server: chosen, client: chosen },
  };
}

function getStatements(text: string): readonly ts.Statement[] {
  return ts.createSourceFile("a.ts", text, ts.ScriptTarget.ES2022, true)
    .statements;
}

/**
 * Returns the names that top-level statements declare or import, each with the
 * kind of its statement.
 */
function getTopLevelNames(text: string): [name: string, kind: ts.SyntaxKind][] {
  return getStatements(text).flatMap((statement) =>
    getNames(statement).map((name): [string, ts.SyntaxKind] => [
      name,
      statement.kind,
    ]),
  );
}

function getNames(statement: ts.Statement): string[] {
  if (ts.isImportDeclaration(statement)) {
    const bindings = statement.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings)
      ? bindings.elements.map(({ name }) => name.text)
      : [];
  }
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) =>
      name.getText(),
    );
  const { name } = statement as { name?: ts.Node };
  return name && ts.isIdentifier(name as ts.Node) ? [name.getText()] : [];
}

function getExportedNames(text: string): string[] {
  return getStatements(text)
    .filter(
      (statement) =>
        ts.canHaveModifiers(statement) &&
        ts
          .getModifiers(statement)
          ?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
    )
    .flatMap(getNames);
}

/** Test cases: a selected output, and all outputs that are then generated. */
for (const [name, outputs] of [
  ["types", "types"],
  ["methods", "methods types"],
  ["validators", "types validators"],
  ["server", "methods server types validators"],
  ["client", "client methods types validators"],
  ["app", "app types validators"],
  ["corpus", "corpus"],
] as const)
  test(`the output ${name} needs these outputs: ${outputs}`, () =>
    assert.is([...selectOutputs([name])].sort().join(" "), outputs));

test.run();
