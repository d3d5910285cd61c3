/**
 * No declaration, member, doc comment or tag of a schema is lost on the way into
 * the model: TypeScript's own tree, its doc comments read by TypeScript's own
 * parser, is held against it. tests/proof/types.test.ts does so for types.
 */
import { ts } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bundledModel, REVISIONS } from "../../harness/models/models.js";
import { bundledSchema } from "../../harness/models/sources.js";

/** What has a name and a doc comment, one line each, sorted. */
function inSource(text: string): string[] {
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

/** The same of the model: whatever in it has a doc comment. */
function inModel(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(inModel);
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

const completeness = suite("completeness");

for (const revision of REVISIONS)
  completeness(`of ${revision}`, () => {
    const lines = inSource(bundledSchema(revision));
    assert.ok(lines.length > 250, `only ${lines.length} things to count`);
    assert.equal(inModel(bundledModel(revision).declarations).sort(), lines);
  });

completeness.run();
