import { closest, distance } from "fastest-levenshtein";
import { ts } from "./typescript.js";

/** What the first look at a file tells of a name. */
export interface DeclaredName {
  /** `unreadable` is declared by a statement that is reported itself. */
  readonly kind: "interface" | "alias" | "constant" | "unreadable";
  /** How many type arguments a reference needs, and may have. */
  readonly required: number;
  readonly allowed: number;
}

/** The names that a file declares; references may come before declarations. */
export function declaredNames(
  source: ts.SourceFile,
): ReadonlyMap<string, DeclaredName> {
  const names = new Map<string, DeclaredName>();
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && !names.has(name.text))
          names.set(name.text, { kind: "constant", required: 0, allowed: 0 });
      }
    } else if (
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    ) {
      const parameters = statement.typeParameters ?? [];
      const found = names.get(statement.name.text);
      // Of a constant and a type of one name, references mean the type.
      if (found && found.kind !== "constant") continue;
      names.set(statement.name.text, {
        kind: ts.isInterfaceDeclaration(statement) ? "interface" : "alias",
        required: parameters.filter((p) => !p.default).length,
        allowed: parameters.length,
      });
    } else
      for (const name of otherNames(statement))
        if (!names.has(name))
          names.set(name, { kind: "unreadable", required: 0, allowed: 0 });
  }
  return names;
}

/** What a statement declares that the model does not know. */
function otherNames(statement: ts.Statement): string[] {
  if (ts.isEnumDeclaration(statement)) return [statement.name.text];
  if (ts.isClassDeclaration(statement))
    return statement.name ? [statement.name.text] : [];
  if (!ts.isImportDeclaration(statement)) return [];
  const { name, namedBindings } = statement.importClause ?? {};
  const named =
    namedBindings && ts.isNamedImports(namedBindings)
      ? namedBindings.elements
      : [];
  return [...(name ? [name] : []), ...named.map((one) => one.name)].map(
    ({ text }) => text,
  );
}

/** `; did you mean X?` with the name most like `name`, or nothing. */
export function suggestion(name: string, known: Iterable<string>): string {
  const limit = Math.max(1, Math.floor(name.length / 4));
  // Cheap to rule out first: a file may have thousands of names.
  const near = [...known].filter(
    (other) => Math.abs(other.length - name.length) <= limit,
  );
  if (near.length === 0) return "";
  const best = closest(name, near);
  return distance(name, best) <= limit ? `; did you mean \`${best}\`?` : "";
}
