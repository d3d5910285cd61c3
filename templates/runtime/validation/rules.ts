/**
 * Checks of what a server receives, by shape. Values that a guard knows to be
 * right are looked at no further; what comes seldom needs none.
 */
import { problem } from "./problem.js";
import type { Rule } from "../protocol.js";
import type { Shape } from "./shape.js";

type Guard = (value: unknown) => boolean;

/** Holds a whole message. */
export function messageRule(shape: Shape, is?: Guard): Rule {
  return (message) => hold("", message, shape, is);
}

/** Holds the params of a message: how else it is, has been seen by then. */
export function paramsRule(shape: Shape, is?: Guard): Rule {
  return (message) => hold("params", paramsOf(message), shape, is);
}

/** The same for params that may be left out. */
export function optionalParamsRule(shape: Shape, is?: Guard): Rule {
  const rule = paramsRule(shape, is);
  return (message) => paramsOf(message) === undefined || rule(message);
}

/** Throws what is wrong with a value. */
function hold(place: string, value: unknown, shape: Shape, is?: Guard): void {
  if (is?.(value)) return;
  const found = problem(shape, value, place);
  if (is ?? found) throw new Error(found ?? "not valid");
}

function paramsOf(message: unknown): unknown {
  return (message as { readonly params?: unknown }).params;
}
