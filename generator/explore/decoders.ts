/** Generated validators of several revisions, as statements that they share. */
import type { ProtocolModel } from "../model/types.js";
import { ts, type TS } from "../parse/read/typescript.js";
import { RUNTIME_NAMES } from "../validate/decoder-runtime.js";
import { erasedValidators } from "../validate/validators.js";
import type { DecoderPool, RevisionData } from "./page-data.js";

/**
 * Functions that the page calls. Statements that they do not need are left out.
 */
const ROOTS = ["decodeClientMessage", "decodeServerMessage", "decodeMessage"];

/**
 * Statement of a module: its text, the names that it declares, and those that
 * it uses.
 */
interface Statement {
  readonly text: string;
  readonly declares: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** Returns the validators of all revisions. Equal models share them. */
export function decoderPool(revisions: readonly RevisionData[]): DecoderPool {
  const places = new Map<string, number>();
  const made = revisions.map(({ name, model }) => {
    const own = decoderStatements(model).map((text) => {
      const place = places.get(text) ?? places.size;
      places.set(text, place);
      return place;
    });
    return [name, own] as const;
  });
  return {
    runtime: RUNTIME_NAMES,
    statements: [...places.keys()],
    revisions: Object.fromEntries(made),
  };
}

function decoderStatements(model: ProtocolModel): string[] {
  const text = erasedValidators(model);
  const file = ts.createSourceFile("", text, ts.ScriptTarget.ES2022);
  const all = file.statements.map((node) => statement(node, file));
  const byName = new Map(
    all.flatMap((one) => one.declares.map((name) => [name, one] as const)),
  );
  const reached = new Set<Statement>();
  const pending = [...ROOTS];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const one = byName.get(name);
    if (!one || reached.has(one)) continue;
    reached.add(one);
    pending.push(...one.names);
  }
  return all.filter((one) => reached.has(one)).map((one) => one.text);
}

function statement(node: TS.Statement, file: TS.SourceFile): Statement {
  const names = new Set<string>();
  const visit = (inner: TS.Node): void => {
    if (ts.isIdentifier(inner)) names.add(inner.text);
    ts.forEachChild(inner, visit);
  };
  visit(node);
  const text = file.text.slice(ts.getTokenPosOfNode(node, file), node.end);
  return { text: squeezed(text), declares: declaredBy(node), names };
}

function declaredBy(node: TS.Statement): string[] {
  if (ts.isFunctionDeclaration(node)) return node.name ? [node.name.text] : [];
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap(({ name }) =>
    ts.isIdentifier(name) ? [name.text] : [],
  );
}

/**
 * Removes indentation and comments. No literal of generated code contains a
 * line end.
 */
function squeezed(text: string): string {
  return text
    .replaceAll("/*@__PURE__*/ ", "")
    .replace(/^\s+(?:\/\/.*$)?/gm, "")
    .replace(/,\n(?=[)\]}])/g, "\n");
}
