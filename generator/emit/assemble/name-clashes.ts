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
  const { used, types } = usedBy(page);
  const exported = pieces.flatMap(({ exports }) => exports);
  mapAll([...new Set([...exported, ...reexported])], (name) => {
    const declared = declarations.get(name);
    const message = `${path} exports \`${name}\`, and so does the schema`;
    if (declared?.exported) throw nameError("MCP200", model, declared, message);
  });
  mapAll(pieces, ({ exports, type = "" }) => {
    const declared = declarations.get(type);
    // No piece uses such a name: a use of it is that of an import.
    const taken = [...used, ...reexported].find((name) =>
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

/** All names that a page uses, and those that it imports from `types.ts`. */
function usedBy(page: ModulePage) {
  const originOf = originsOf(page);
  const used = new Set(page.pieces.flatMap(({ uses }) => [...uses]));
  const types = [...used].flatMap((name) => {
    const origin = originOf(name);
    return "module" in origin && origin.module.from.endsWith("/types")
      ? [origin.name]
      : [];
  });
  return { used, types: new Set(types) };
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
