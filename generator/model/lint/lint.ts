/**
 * Checks a schema for issues that a reviewer of the specification should know.
 */
import { lintCapabilities } from "./capabilities.js";
import { lintDocs } from "./docs.js";
import type { Finding } from "./findings.js";
import { lintMessages } from "./messages.js";
import { declarationsByName } from "../lookup.js";
import type { ProtocolModel } from "../types.js";

export { LINT_RULES } from "./findings.js";
export type { Finding } from "./findings.js";

/**
 * Returns all findings, in the order of the schema file. If the model contains
 * extensions, returns only the findings about the declarations of the
 * extensions.
 */
export function lint(model: ProtocolModel): Finding[] {
  const declarations = declarationsByName(model);
  const isAsked = ({ declaration }: Finding): boolean =>
    !model.extensions || declarations.get(declaration)?.extension !== undefined;
  return [
    ...lintMessages(model),
    ...lintCapabilities(model),
    ...lintDocs(model),
  ]
    .filter(isAsked)
    .sort(
      (a, b) =>
        a.position.line - b.position.line ||
        a.position.column - b.position.column ||
        (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
    );
}
