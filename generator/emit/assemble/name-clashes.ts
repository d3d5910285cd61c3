/**
 * Names that generated files export beside the schema's own. This is the one
 * place where they are held against each other.
 */
import { declarationsByName, sourceOf } from "../../model/lookup.js";
import type { Declaration, ProtocolModel } from "../../model/types.js";
import { mapAll, type UserError } from "../../support/errors.js";
import type { ModulePage, Page } from "../context.js";
import { emitError, placeOf, type EmitCode } from "../diagnostics.js";
import { exportedName, originsOf } from "./origins.js";

/** What TypeScript lets a type be called, and reads as an operator elsewhere. */
const OPERATORS = ["infer", "intrinsic", "keyof", "readonly", "unique"];

/** Utility types that generated code relies on. */
const UTILITY_TYPES =
  "Array Exclude Extract NoInfer NonNullable Omit Partial Pick Readonly Record Required".split(
    " ",
  );

/**
 * Checks the names of a page against those that the schema declares.
 *
 * @throws UserError with all names that cannot be exported or imported.
 */
export function checkNames(model: ProtocolModel, page: Page): void {
  if (!("pieces" in page)) return;
  const { path, pieces } = page;
  if (path === "types.ts") {
    checkDeclaredNames(model);
    return;
  }
  const declarations = declarationsByName(model);
  const reexported = page.reexports.map(exportedName);
  const { imported, types } = importedBy(page);
  const exported = pieces.flatMap(({ exports }) => exports);
  mapAll([...new Set([...exported, ...reexported])], (name) => {
    const declared = declarations.get(name);
    const message = `${path} exports \`${name}\`, and so does the schema`;
    if (declared?.exported) throw nameError("MCP200", model, declared, message);
  });
  mapAll(pieces, ({ exports, type = "" }) => {
    const declared = declarations.get(type);
    const taken = [...imported, ...reexported].find((name) =>
      exports.includes(name),
    );
    const message = `${path} needs \`${taken}\`, and would export it for \`${type}\``;
    if (declared && taken !== undefined)
      throw nameError("MCP200", model, declared, message);
  });
  mapAll([...types], (name) => {
    const declared = declarations.get(name);
    const message = `${path} needs \`${name}\`, which is not exported`;
    if (declared && !declared.exported)
      throw nameError("MCP203", model, declared, message);
  });
}

/** Names that a page imports of the runtime, and of `types.ts`. */
function importedBy(page: ModulePage) {
  const originOf = originsOf(page);
  const imported = new Set<string>();
  const types = new Set<string>();
  for (const { uses } of page.pieces)
    for (const name of uses) {
      const origin = originOf(name);
      if ("runtime" in origin) imported.add(name);
      if ("module" in origin && origin.module.from.endsWith("/types"))
        types.add(origin.name);
    }
  return { imported, types };
}

/**
 * Checks that the schema's own names can stand in generated TypeScript.
 *
 * @throws UserError with all that cannot.
 */
function checkDeclaredNames(model: ProtocolModel): void {
  mapAll(model.declarations, (declared) => {
    const { name } = declared;
    const refuse = (code: EmitCode, message: string): never => {
      throw nameError(code, model, declared, message);
    };
    if (OPERATORS.includes(name))
      refuse("MCP201", `\`${name}\` cannot name a declaration`);
    if (UTILITY_TYPES.includes(name))
      refuse("MCP202", `The schema declares \`${name}\``);
  });
}

function nameError(
  code: EmitCode,
  model: ProtocolModel,
  declared: Declaration,
  message: string,
): UserError {
  const place = placeOf(sourceOf(model, declared), declared.position);
  return emitError(code, message, { place });
}
