/**
 * Checks of messages by their params. What else is in a message has been read
 * by then: it is how the check was found.
 */
import { issueAt, ValidationError } from "./issues.js";
import type { Rule } from "../protocol.js";

/** Holds the params of a message; issues say where they are in the message. */
export function paramsRule(check: Rule): Rule {
  return (message) => {
    try {
      return check(paramsOf(message));
    } catch (error) {
      const [issue] = (error as Partial<ValidationError>).issues ?? [];
      if (issue === undefined) throw error;
      const { path, expected, received, branch } = issue;
      throw new ValidationError([
        issueAt(["params", ...path], expected, received, branch),
      ]);
    }
  };
}

/** The same for params that may be left out. */
export function optionalParamsRule(check: Rule): Rule {
  const rule = paramsRule(check);
  return (message) => paramsOf(message) === undefined || rule(message);
}

function paramsOf(message: unknown): unknown {
  return (message as { readonly params?: unknown }).params;
}
