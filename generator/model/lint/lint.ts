/** What a reviewer of the specification would want to know of a schema. */
import { lintCapabilities } from "./capabilities.js";
import { lintDocs } from "./docs.js";
import type { Finding } from "./findings.js";
import { lintMessages } from "./messages.js";
import { declarationsByName } from "../lookup.js";
import type { ProtocolModel } from "../types.js";

export { LINT_RULES } from "./findings.js";
export type { Finding, LintCode } from "./findings.js";

/** All findings in the order of the file; of extensions, if it has some, alone. */
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
