/**
 * Names that generated files export beside the schema's own. This is the one
 * place where they are held against each other.
 */
import { findDeclaration } from "../../model/lookup.js";
import type { ProtocolModel } from "../../model/types.js";
import { emitError, placeOf, type EmitFinding } from "../diagnostics.js";
import { isConstantName, isTypeName } from "../print/syntax.js";

/** Utility types that generated code relies on. */
const UTILITY_TYPES: ReadonlySet<string> = new Set(
  "Array Exclude Extract NoInfer NonNullable Omit Partial Pick Readonly Record Required".split(
    " ",
  ),
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
  const findings: EmitFinding[] = [];
  for (const name of names) {
    const declared = findDeclaration(model, name);
    if (!declared?.exported) continue;
    findings.push({
      code: "MCP200",
      message: `${file} exports \`${name}\`, and so does the schema`,
      place: placeOf(model.source, declared.position),
    });
  }
  if (findings.length > 0) throw emitError(findings);
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
  const findings: EmitFinding[] = [];
  for (const { kind, name, exported, position } of model.declarations) {
    if (kind === "constant" || !exported) continue;
    for (const clash of made(name).filter((one) => taken.has(one)))
      findings.push({
        code: "MCP200",
        message: `${file} needs \`${clash}\`, and would export it for \`${name}\``,
        place: placeOf(model.source, position),
      });
  }
  if (findings.length > 0) throw emitError(findings);
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
  const findings: EmitFinding[] = [];
  for (const name of names) {
    const declared = findDeclaration(model, name);
    if (!declared || declared.exported) continue;
    findings.push({
      code: "MCP203",
      message: `${file} needs \`${name}\`, which is not exported`,
      place: placeOf(model.source, declared.position),
    });
  }
  if (findings.length > 0) throw emitError(findings);
}

/**
 * Checks that the schema's own names can stand in generated TypeScript.
 *
 * @throws UserError with all that cannot.
 */
export function checkDeclaredNames(model: ProtocolModel): void {
  const findings: EmitFinding[] = [];
  for (const { kind, name, position } of model.declarations) {
    const place = placeOf(model.source, position);
    const valid = kind === "constant" ? isConstantName(name) : isTypeName(name);
    if (!valid) {
      const message = `\`${name}\` cannot name a declaration`;
      findings.push({ code: "MCP201", message, place });
    } else if (UTILITY_TYPES.has(name)) {
      const message = `The schema declares \`${name}\``;
      findings.push({ code: "MCP202", message, place });
    }
  }
  if (findings.length > 0) throw emitError(findings);
}
