/**
 * Checks that no declaration, member, doc comment or tag of a schema is missing
 * in the model. TypeScript's syntax tree of the schema is the reference. Types
 * are checked in tests/proof/types.test.ts.
 */
import { ts } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  bundledModel,
  datedModel,
  REVISIONS,
} from "../../harness/models/models.js";
import { bundledSchema } from "../../harness/models/sources.js";

/**
 * Returns one line for each named node in the syntax tree of a schema, with its
 * doc comment and tags, in sorted order.
 */
function readSource(text: string): string[] {
  const source = ts.createSourceFile(
    "schema.ts",
    text,
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    const name = ts.isVariableStatement(node)
      ? node.declarationList.declarations[0]?.name
      : ts.isIndexSignatureDeclaration(node)
        ? node.parameters[0]?.name
        : ts.isInterfaceDeclaration(node) ||
            ts.isTypeAliasDeclaration(node) ||
            ts.isPropertySignature(node)
          ? node.name
          : undefined;
    if (!name) return;
    const doc = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
    const said = ts.getTextOfJSDocComment(doc?.comment) ?? "";
    const tags = (doc?.tags ?? []).map(({ tagName }) => tagName.text);
    found.push(
      line(ts.isStringLiteral(name) ? name.text : name.getText(), said, tags),
    );
  };
  visit(source);
  return found.sort();
}

/**
 * Returns one line for each declaration and member in a model, with its doc
 * comment and tags.
 */
function readModel(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(readModel);
  if (!("doc" in value)) return inner;
  const { doc, ...named } = value as {
    doc: { text: string; tags: { name: string }[] };
    name?: string;
    parameter?: string;
  };
  const tags = doc.tags.map(({ name }) => name);
  return [...inner, line(named.name ?? named.parameter, doc.text, tags)];
}

function line(name = "", said: string, tags: readonly string[]): string {
  return [name, said.replace(/\s+/g, ""), ...tags].join(" @");
}

const test = suite("parse: completeness");

for (const revision of REVISIONS)
  test(`the model of ${revision} has all names, doc comments and tags of its schema`, () => {
    const lines = readSource(bundledSchema(revision));
    assert.ok(lines.length > 250, `only ${lines.length} named nodes`);
    assert.equal(readModel(bundledModel(revision).declarations).sort(), lines);
  });

test("`parseSchema` returns one model for a revision that it parses twice", () => {
  assert.is(datedModel("2025-11-25"), datedModel("2025-11-25"));
});

test.run();
