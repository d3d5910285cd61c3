/**
 * Detects names in the schema that clash with other names in the generated
 * files.
 */
import { declarationsByName, getSource } from "../../model/lookup.js";
import type { Declaration, ProtocolModel } from "../../model/types.js";
import { mapAll, type UserError } from "../../support/errors.js";
import type { ModulePage, Page } from "../context.js";
import { emitError, createPlace, type EmitCode } from "../diagnostics.js";
import { getExportedName, getOriginLookup } from "./origins.js";

/**
 * Words that TypeScript accepts as the name of a type, but parses as operators
 * or keywords in other positions.
 */
const OPERATORS = ["infer", "intrinsic", "keyof", "readonly", "unique"];

/** Utility types of TypeScript that generated code uses. */
const UTILITY_TYPES =
  "Array Exclude Extract NoInfer NonNullable Omit Partial Pick Readonly Record Required".split(
    " ",
  );

/**
 * Checks that the names which a generated file exports or imports do not clash
 * with the names that the schema declares.
 *
 * @throws UserError with all names that cannot be exported or imported.
 */
export function checkNames(model: ProtocolModel, page: Page): void {
  // Skip known revisions without extensions: their content is pinned, and it is
  // known to have no name clash.
  const isProven = model.source.revision !== null && !model.extensions;
  if (isProven || !("pieces" in page)) return;
  const { path, pieces } = page;
  if (path === "types.ts") {
    checkDeclaredNames(model);
    return;
  }
  const declarations = declarationsByName(model);
  const reexported = page.reexports.map(getExportedName);
  const { used, types } = getUsedNames(page);
  const taken = new Set([...used, ...reexported]);
  const exported = pieces.flatMap(({ exports }) => exports);
  mapAll([...new Set([...exported, ...reexported])], (name) => {
    const declared = declarations.get(name);
    const message = `${path} and the schema both export the name \`${name}\``;
    if (declared?.exported)
      throw createNameError("MCP200", model, declared, message);
  });
  mapAll(pieces, ({ exports, type = "" }) => {
    const declared = declarations.get(type);
    // `exports` contains names that are derived from a schema type, such as
    // `isTool`. The code of the file does not use the derived names. If `taken`
    // contains a derived name, the file imports the same name from the runtime.
    // A file cannot import and export the same name.
    if (!declared || !exports.some((name) => taken.has(name))) return;
    const name = [...taken].find((each) => exports.includes(each));
    const message = `${path} imports \`${name}\` from the runtime, so it cannot export the same name for the type \`${type}\``;
    throw createNameError("MCP200", model, declared, message);
  });
  mapAll([...types], (name) => {
    const declared = declarations.get(name);
    const message = `${path} imports \`${name}\`, which the schema does not export`;
    if (declared && !declared.exported)
      throw createNameError("MCP203", model, declared, message);
  });
}

/**
 * Returns all names that the declarations of a generated file use, and the
 * subset of names that the file imports from `types.ts`.
 */
function getUsedNames(page: ModulePage) {
  const findOrigin = getOriginLookup(page);
  const used = new Set(page.pieces.flatMap(({ uses }) => [...uses]));
  const types = [...used].flatMap((name) => {
    const origin = findOrigin(name);
    return "module" in origin && origin.module.from.endsWith("/types")
      ? [origin.name]
      : [];
  });
  return { used, types: new Set(types) };
}

/**
 * Checks that the names of the schema are valid in generated TypeScript.
 *
 * @throws UserError with all invalid names.
 */
function checkDeclaredNames(model: ProtocolModel): void {
  mapAll(model.declarations, (declared) => {
    const { name } = declared;
    const refuse = (code: EmitCode, message: string): never => {
      throw createNameError(code, model, declared, message);
    };
    if (OPERATORS.includes(name))
      refuse(
        "MCP201",
        `\`${name}\` is a TypeScript keyword and cannot be the name of a declaration`,
      );
    if (UTILITY_TYPES.includes(name))
      refuse(
        "MCP202",
        `The schema declares \`${name}\`, which is a utility type of TypeScript`,
      );
  });
}

function createNameError(
  code: EmitCode,
  model: ProtocolModel,
  declared: Declaration,
  message: string,
): UserError {
  const place = createPlace(getSource(model, declared), declared.position);
  return emitError(code, message, { place });
}
