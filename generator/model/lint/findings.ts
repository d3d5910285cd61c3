import type { Declaration, Position } from "../types.js";

/**
 * Description of each kind of finding, and the reason why a reviewer needs it.
 */
export const LINT_RULES = {
  MCP400: {
    severity: "error",
    title: "Message in no union",
    explanation:
      "The method unions say which messages there are. One that stands in none of them is never sent, unless the union was forgotten.",
  },
  MCP401: {
    severity: "warning",
    title: "Result that no request leads to",
    explanation:
      "A result belongs to a request by its name or by a `ResultResponse`. One that belongs to none is never sent.",
  },
  MCP402: {
    severity: "warning",
    title: "Duplicate method",
    explanation:
      "Two declarations have one wire method. In different unions that is legal, but a reader of the method alone cannot tell them apart.",
  },
  MCP403: {
    severity: "warning",
    title: "Missing @category",
    explanation:
      "The reference pages are built from `@category`; a declaration without it, and without `@internal`, is on none of them.",
  },
  MCP404: {
    severity: "note",
    title: "Capability that no method needs",
    explanation:
      "A capability tells which methods may be used. One that stands for no method needs its meaning said in prose.",
  },
  MCP405: {
    severity: "note",
    title: "Number without intent",
    explanation:
      "`number` becomes `integer` in the JSON Schema unless `@TJS-type number` says otherwise. Say `@TJS-type integer` or `@TJS-type number`, so that a reader sees which is meant.",
  },
  MCP407: {
    severity: "warning",
    title: "Link to nothing",
    explanation:
      "`{@link Name}` names a declaration that the schema does not have, often one that was renamed.",
  },
  MCP408: {
    severity: "note",
    title: "Deprecation without advice",
    explanation:
      "`@deprecated` has no text, so a reader does not learn what to use instead.",
  },
} as const;

/** Code in the registry of findings. */
export type LintCode = keyof typeof LINT_RULES;

/** Finding for a reviewer of the schema. */
export interface Finding {
  readonly code: LintCode;
  readonly severity: "error" | "warning" | "note";
  readonly title: string;
  readonly message: string;
  readonly explanation: string;
  /**
   * Declaration that contains the finding, and the position of the declaration
   * or member.
   */
  readonly declaration: string;
  readonly position: Position;
}

/** Creates a finding at a declaration or at a position inside it. */
export function finding(
  code: LintCode,
  { name, position }: Declaration,
  message: string,
  at: Position = position,
): Finding {
  const { severity, title, explanation } = LINT_RULES[code];
  const place = { declaration: name, position: at };
  return { code, severity, title, message, explanation, ...place };
}
