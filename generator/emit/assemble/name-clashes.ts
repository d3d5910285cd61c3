/**
 * Names that generated files export beside the schema's own. This is the one
 * place where they are held against each other.
 */
import { declarationsByName, sourceOf } from "../../model/lookup.js";
import type { Declaration, ProtocolModel } from "../../model/types.js";
import { mapAll, type UserError } from "../../support/errors.js";
import type { Page } from "../context.js";
import { emitError, placeOf, type EmitCode } from "../diagnostics.js";
import { codeOf, declaredIn } from "../print/code.js";

/** What TypeScript lets a type be called, and reads as an operator elsewhere. */
const OPERATORS = ["infer", "intrinsic", "keyof", "readonly", "unique"];

/** Utility types that generated code relies on. */
const UTILITY_TYPES =
  "Array Exclude Extract NoInfer NonNullable Omit Partial Pick Readonly Record Required".split(
    " ",
  );

/**
 * Checks the names that `file` adds to what the schema declares.
 *
 * @throws UserError with all names that the schema declares too.
 */
export function claimNames(
  model: ProtocolModel,
  file: string,
  names: Iterable<string>,
): void {
  mapAll([...names], (name) => {
    const declared = declarationsByName(model).get(name);
    const message = `${file} exports \`${name}\`, and so does the schema`;
    if (declared?.exported) throw nameError("MCP200", model, declared, message);
  });
}

/** The same of all that a page exports, and of what it passes on. */
export function claimExports(
  model: ProtocolModel,
  page: Page,
  passed: readonly string[] = [],
): void {
  const code = codeOf(page.under(""));
  const own = declaredIn(code).filter(({ exported }) => exported);
  claimNames(model, page.path, [...own.map(({ name }) => name), ...passed]);
}

/**
 * Checks the names that `file` makes of those of exported types.
 *
 * @param taken Names that the file uses for something else.
 * @throws UserError with all types of which a name is made that is taken.
 */
export function claimMade(
  model: ProtocolModel,
  file: string,
  taken: ReadonlySet<string>,
  made: (type: string) => readonly string[],
): void {
  const types = model.declarations.filter(
    ({ kind, exported }) => kind !== "constant" && exported,
  );
  const names = types.flatMap((type) =>
    made(type.name).map((name) => ({ type, name })),
  );
  mapAll(names, ({ type, name }) => {
    const message = `${file} needs \`${name}\`, and would export it for \`${type.name}\``;
    if (taken.has(name)) throw nameError("MCP200", model, type, message);
  });
}

/**
 * Checks that `file` can import what it refers to.
 *
 * @throws UserError with all declarations that are not exported.
 */
export function checkExported(
  model: ProtocolModel,
  file: string,
  names: Iterable<string>,
): void {
  mapAll([...names], (name) => {
    const declared = declarationsByName(model).get(name);
    const message = `${file} needs \`${name}\`, which is not exported`;
    if (declared && !declared.exported)
      throw nameError("MCP203", model, declared, message);
  });
}

/**
 * Checks that the schema's own names can stand in generated TypeScript.
 *
 * @throws UserError with all that cannot.
 */
export function checkDeclaredNames(model: ProtocolModel): void {
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
