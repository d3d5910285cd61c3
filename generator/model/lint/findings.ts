import type { Declaration, Position } from "../types.js";

/**
 * Description of each kind of finding, with the reason why a reviewer of the
 * schema needs it.
 */
export const LINT_RULES = {
  MCP400: {
    severity: "error",
    title: "Message is not a member of a message union",
    explanation:
      "Unions such as `ClientRequest` list all messages that a client or server sends. A message that is not in a union is never sent. The message may be missing in a union by mistake.",
  },
  MCP401: {
    severity: "warning",
    title: "Result without a request",
    explanation:
      "The result `XResult` belongs to the request `XRequest`, or to the request whose response type `XResultResponse` contains the result. A result without a request is never sent.",
  },
  MCP402: {
    severity: "warning",
    title: "Duplicate method",
    explanation:
      "Two messages have the same `method`. Messages of different unions may have the same method, but the method alone then does not identify the message.",
  },
  MCP403: {
    severity: "warning",
    title: "Missing @category",
    explanation:
      "The reference pages of the MCP specification are built from the tag `@category`. A declaration with neither `@category` nor `@internal` appears on no reference page.",
  },
  MCP404: {
    severity: "note",
    title: "Capability without a method",
    explanation:
      "A capability determines which methods may be used. If no method needs a capability, the doc comment of the capability must explain its meaning.",
  },
  MCP405: {
    severity: "note",
    title: "Number type is not explicit",
    explanation:
      "In the JSON Schema of the protocol, the TypeScript type `number` becomes `integer` unless the doc comment has `@TJS-type number`. Add `@TJS-type integer` or `@TJS-type number` to state the type explicitly.",
  },
  MCP407: {
    severity: "warning",
    title: "Broken link",
    explanation:
      "`{@link Name}` names a declaration that the schema does not have. The schema may have renamed the declaration.",
  },
  MCP408: {
    severity: "note",
    title: "Deprecation without a replacement",
    explanation:
      "`@deprecated` has no text, so a reader does not learn what to use instead.",
  },
} as const;

/**
 * Code of a kind of finding, such as `MCP403`. Each code is a key of
 * `LINT_RULES`.
 */
export type LintCode = keyof typeof LINT_RULES;

/** Finding of the schema linter, for a person who reviews the schema. */
export interface Finding {
  readonly code: LintCode;
  readonly severity: "error" | "warning" | "note";
  readonly title: string;
  readonly message: string;
  readonly explanation: string;
  /**
   * Name of the declaration that contains the finding. The finding's position
   * is the position of the declaration or of a member in it.
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
