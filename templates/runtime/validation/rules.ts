/** Checks of what a server receives, by shape. */
import { problem } from "./problem.js";
import type { Rule } from "../protocol.js";
import type { Shape } from "./shape.js";

/** Holds a whole message, or a result. */
export function messageRule(shape: Shape): Rule {
  return (message) => hold("", message, shape);
}

/** Holds the params of a message: how else it is, has been seen by then. */
export function paramsRule(shape: Shape): Rule {
  return (message) => hold("params", paramsOf(message), shape);
}

/** The same for params that may be left out. */
export function optionalParamsRule(shape: Shape): Rule {
  const rule = paramsRule(shape);
  return (message) => paramsOf(message) === undefined || rule(message);
}

/** Throws what is wrong with a value. */
function hold(place: string, value: unknown, shape: Shape): void {
  const found = problem(shape, value, place);
  if (found) throw new Error(found);
}

function paramsOf(message: unknown): unknown {
  return (message as { readonly params?: unknown }).params;
}
