/** Checks of what a side receives, by shape. */
import { problem } from "./explain/problem.js";
import { newReport } from "./explain/report.js";
import { refused } from "./validate.js";
import type { Rule } from "./rule.js";
import type { Shape } from "./shape.js";

/** Checks a whole message, or a result. */
export function messageRule(shape: Shape): Rule {
  return (message) => problem(shape, message, "");
}

/** The same for clients, whose users read what is wrong as `validateX` says it. */
export function explainedRule(shape: Shape): Rule {
  return (message) =>
    problem(shape, message, "") &&
    refused(message, shape, newReport(1)).issues[0]?.message;
}

/** Checks the params of a message whose envelope was checked before. */
export function paramsRule(shape: Shape): Rule {
  return (message) =>
    problem(shape, (message as CheckedMessage).params, "params");
}

/** The same for params that may be left out. */
export function optionalParamsRule(shape: Shape): Rule {
  const rule = paramsRule(shape);
  return (message) =>
    (message as CheckedMessage).params === undefined || rule(message);
}

interface CheckedMessage {
  readonly params?: unknown;
}
