/**
 * Validation rules for received messages. The rules are created from runtime
 * schemas (shapes).
 */
import { findProblem } from "./explain/problem.js";
import { createReport } from "./explain/report.js";
import { explainRejected } from "./validate.js";
import type { Rule } from "./rule.js";
import type { Shape } from "./shape.js";

/** Returns a rule that validates a complete message or a result. */
export function messageRule(shape: Shape): Rule {
  return (message) => findProblem(shape, message, "");
}

/**
 * Returns a rule that reports an issue with the same text as `validateX`.
 * Clients use this rule.
 */
export function explainedRule(shape: Shape): Rule {
  return (message) =>
    findProblem(shape, message, "") &&
    explainRejected(message, shape, createReport(1)).issues[0]?.message;
}

/**
 * Returns a rule that validates the params of a message. The other members of
 * the message must already be validated.
 */
export function paramsRule(shape: Shape): Rule {
  return (message) =>
    findProblem(shape, (message as CheckedMessage).params, "params");
}

/**
 * Returns a rule that validates the params of a message, and accepts a message
 * without params.
 */
export function optionalParamsRule(shape: Shape): Rule {
  const rule = paramsRule(shape);
  return (message) =>
    (message as CheckedMessage).params === undefined || rule(message);
}

interface CheckedMessage {
  readonly params?: unknown;
}
