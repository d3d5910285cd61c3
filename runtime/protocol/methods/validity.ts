import { asError, ConnectionError } from "../../json-rpc/messages/errors.js";
import type { Rule } from "../../validation/rule.js";

/**
 * Throws ConnectionError if `problem` contains a reason why a message is
 * invalid.
 */
export function assertValid(what: string, problem: string | undefined): void {
  if (problem === undefined) return;
  throw new ConnectionError("invalid", `${what} is not valid: ${problem}`);
}

/**
 * Returns the first reason why a value does not match a validation rule.
 * Returns undefined if the value matches.
 */
export function findProblem(
  rule: Rule | undefined,
  value: unknown,
): string | undefined {
  try {
    const outcome = rule?.(value) ?? true;
    return outcome === true ? undefined : outcome || "not valid";
  } catch (error) {
    return asError(error).message.split("\n", 1)[0];
  }
}
