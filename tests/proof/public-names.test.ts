/**
 * What users pass or receive has a name that they can import: the types that the
 * exports of the generated modules name are exports too, but for those below.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Node, Project, ts } from "ts-morph";
import { outputOf } from "../support/made.js";
import { REVISIONS } from "../support/models.js";

const test = suite("names of what is public");

/** Names that stay within, with their module, by why nobody has to write them. */
const WITHIN = {
  "works out another type": [
    "client.Asked",
    "client.Awaitable",
    "client.ClientNotifications",
    "client.ClientRequests",
    "client.Rest",
    "client.Sent",
    "client.ServerNotifications",
    "client.ServerRequests",
    "consent.Awaitable",
    "custom.CustomHandlers",
    "custom.CustomNotification",
    "custom.CustomParams",
    "custom.CustomRequest",
    "custom.CustomResult",
    "messages.Decoded",
    "messages.DecodedBatch",
    "server.Awaitable",
    "server.ClientNotifications",
    "server.ClientRequests",
    "server.HandledKey",
    "server.Rest",
    "server.SchemaOutput",
    "uri-match.Found",
  ],
  "is extended by what is exported, or one of its kinds": [
    "client-elicitation.ElicitationSpec",
    "client-roots.RootSpec",
    "client-sampling.SamplingSpec",
    "entries.EntriesSettings",
    "json-places.Place",
    "messages.SingleMessage",
    "meter.TrafficLimits",
  ],
  "is plain data that has no need of a name": [
    "fetcher.Headers",
    "files.Caller",
    "files.FileContents",
    "issues.Path",
    "json-schema.JsonSchema",
    "messages.ErrorObject",
    "messages.MessageId",
    "messages.Params",
    "messages.RequestId",
    "names.Part",
    "node-reply.Listener",
    "owner.Rate",
    "standard-schema.JsonSchemaOptions",
    "standard-schema.StandardResult",
    "task.TaskStatus",
    "variables.Variables",
  ],
  "is passed through, and of the runtime alone": [
    "call.Call",
    "connection.Connection",
    "shape.Shape",
  ],
};

const out = await outputOf("all");
const project = new Project({
  compilerOptions: {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: [],
  },
});
project.addSourceFilesAtPaths(join(out, "**/*.ts"));

/** What a schema declares, and what is made of that alone. */
const OWN = ["types.ts", "methods.ts"];

/** Names of types in a declaration, but for what is private in it. */
function namedIn(node: Node): Node[] {
  if (Node.isBlock(node) || Node.isPrivateIdentifier(node)) return [];
  const own = node.getFirstChild(Node.isPrivateIdentifier);
  if (own !== undefined) return [];
  const names = Node.isTypeReference(node)
    ? [node.getTypeName()]
    : Node.isExpressionWithTypeArguments(node)
      ? [node.getExpression()]
      : [];
  const value = Node.isInitializerExpressionGetable(node)
    ? node.getInitializer()
    : undefined;
  const parts = node.forEachChildAsArray().filter((part) => part !== value);
  return [...names, ...parts.flatMap(namedIn)];
}

/** Types that exports of a folder name, and that it does not export. */
function unnamed(folder: string): Set<string> {
  const index = project.getSourceFileOrThrow(join(out, folder, "index.ts"));
  const all = [...index.getExportedDeclarations().values()].flat();
  const exported = new Set<Node>(all);
  const found = new Set<string>();
  for (const declaration of all) {
    const file = declaration.getSourceFile().getBaseName();
    if (OWN.includes(file)) continue;
    for (const name of namedIn(declaration)) {
      const symbol = name.getSymbol();
      const named = (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations();
      const [first] = named ?? [];
      if (!first?.getSourceFile().getFilePath().startsWith(out)) continue;
      if (Node.isTypeParameterDeclaration(first)) continue;
      // Over several revisions, these are exports of each one's folder.
      const file = first.getSourceFile().getBaseName();
      if (exported.has(first) || OWN.includes(file)) continue;
      const module = first.getSourceFile().getBaseNameWithoutExtension();
      found.add(`${module}.${first.getSymbol()?.getName()}`);
    }
  }
  return found;
}

const within = Object.values(WITHIN).flat();
const seen = new Set<string>();

for (const folder of ["", ...REVISIONS])
  test(`${folder || "all revisions"}: what is named is exported`, () => {
    const found = unnamed(folder);
    for (const name of found) seen.add(name);
    assert.equal(
      [...found].filter((name) => !within.includes(name)),
      [],
    );
  });

test("what stays within is named somewhere", () =>
  assert.equal(
    within.filter((name) => !seen.has(name)),
    [],
  ));

test.run();
