/**
 * Reads the imports in the schema of an extension. The imported names are types
 * of the protocol.
 */
import { nearest } from "../../support/nearest.js";
import type { SinceTable } from "../../model/history.js";
import { declarationsByName, getOwnerName } from "../../model/lookup.js";
import type { ProtocolModel } from "../../model/types.js";
import { excerpt } from "../read/constructs.js";
import { ts, type TS } from "../read/typescript.js";
import { getStartOffset, type Reporter } from "../reporter.js";

/** Type of the protocol that an extension imports. */
export interface Import {
  /** Local name of the type in the extension's file. */
  readonly local: string;
  /** Name of the type in the protocol's schema. */
  readonly name: string;
  /** Offset of the import statement in the text of the file. */
  readonly at: number;
}

/**
 * Returns the names that a file imports. The module specifier is ignored,
 * because an extension may import the types from a schema file or from a
 * package. Imports that are not named imports are reported as errors.
 */
export function readImports(
  source: TS.SourceFile,
  reporter: Reporter,
): readonly Import[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement)) return [];
    const bindings = statement.importClause?.namedBindings;
    if (
      !bindings ||
      !ts.isNamedImports(bindings) ||
      statement.importClause?.name
    ) {
      reporter.error(
        "MCP161",
        getStartOffset(statement, source),
        `Unsupported import: ${excerpt(statement, source)}`,
      );
      return [];
    }
    return bindings.elements.map((element) => ({
      local: element.name.text,
      name: (element.propertyName ?? element.name).text,
      at: getStartOffset(element, source),
    }));
  });
}

/** Returns the imports of types that the protocol does not export. */
export function findMissing(
  imports: readonly Import[],
  model: ProtocolModel,
): Import[] {
  const core = declarationsByName(model);
  return imports.filter(({ name }) => !core.get(name)?.exported);
}

/**
 * Reports the imports of types that the protocol does not export. If a later
 * revision has all these types, one error names the revisions that have them.
 *
 * @param extension Name of the extension for the message.
 */
export function reportMissing(
  missing: readonly Import[],
  extension: string,
  model: ProtocolModel,
  since: SinceTable | undefined,
  reporter: Reporter,
): void {
  const core = getOwnerName(model, {});
  const revisions = since?.revisions ?? [];
  const first = missing.map(({ name }) =>
    revisions.indexOf(since?.declarations[name] ?? ""),
  );
  const later = revisions.slice(Math.max(...first));
  const isOlder = revisions.includes(core) && !later.includes(core);
  if (isOlder && !first.includes(-1)) {
    const names = missing.map(({ name }) => `\`${name}\``).join(", ");
    return reporter.error(
      "MCP160",
      null,
      `The extension ${extension} needs another revision: ${later.join(" or ")}. ${core} does not export the imported types ${names}.`,
      `Pass a revision that the message names, for example with \`--rev ${later[0]}\`.`,
    );
  }
  const exported = model.declarations.filter((each) => each.exported);
  for (const { name, at } of missing) {
    const similar = nearest(
      name,
      exported.map((declaration) => declaration.name),
    );
    const hint = similar ? ` Did you mean \`${similar}\`?` : "";
    reporter.error("MCP160", at, `${core} exports no type \`${name}\`.${hint}`);
  }
}
