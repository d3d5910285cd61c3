/**
 * Names of the functions in `validators.ts` that return runtime schemas
 * (shapes).
 */
import type { Normals } from "../../model/normal/normal.js";

/**
 * Returns the name of the generated function that returns the runtime schema
 * (shape) of a type. An alias shares the function of the type that it refers
 * to.
 */
export function getShapeName(normals: Normals, type: string): string {
  const body = normals.body(type);
  return body.kind === "ref"
    ? getShapeName(normals, body.name)
    : `shapeOf${type}`;
}

/**
 * Returns the name of the generated function that returns the runtime schema
 * (shape) of a message's params.
 */
export function getParamsShapeName(type: string): string {
  return `paramsOf${type}`;
}
