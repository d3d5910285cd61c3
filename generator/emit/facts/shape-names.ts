/** Names of the functions in `validators.ts` that return shapes. */
import type { Normals } from "../../model/normal/normal.js";

/**
 * Returns the name of the function for a type. An alias uses the function of
 * its target.
 */
export function getShapeName(normals: Normals, type: string): string {
  const body = normals.body(type);
  return body.kind === "ref"
    ? getShapeName(normals, body.name)
    : `shapeOf${type}`;
}

/** Returns the name of the function for the params of a message. */
export function getParamsShapeName(type: string): string {
  return `paramsOf${type}`;
}
