/** Names of the functions in `validators.ts` that return shapes. */
import type { Normals } from "../../model/normal/normal.js";

/**
 * Returns the name of the function for a type. An alias uses the function of
 * its target.
 */
export function shapeName(normals: Normals, type: string): string {
  const body = normals.body(type);
  return body.kind === "ref" ? shapeName(normals, body.name) : `shapeOf${type}`;
}

/** Returns the name of the function for the params of a message. */
export function paramsName(type: string): string {
  return `paramsOf${type}`;
}
