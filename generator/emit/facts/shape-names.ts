/** Names of the functions of `validators.ts` that make shapes. */
import type { Normals } from "../../model/normal/normal.js";

/** Name of the function for a type, or for the type that it is an alias of. */
export function shapeName(normals: Normals, type: string): string {
  const body = normals.body(type);
  return body.kind === "ref" ? shapeName(normals, body.name) : `shapeOf${type}`;
}

/** Name of the function for the params of a message. */
export function paramsName(type: string): string {
  return `paramsOf${type}`;
}
