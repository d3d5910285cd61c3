import type { ProtocolModel } from "../../model/types.js";

/**
 * Returns the folder name of a revision, for an output with several revisions.
 */
export function getFolder(model: ProtocolModel): string {
  return model.source.revision ?? "schema";
}

/** Returns the namespace of a revision, such as `v2025_06_18` or `draft`. */
export function getNamespace(model: ProtocolModel): string {
  const folder = getFolder(model);
  return `${/^\d/.test(folder) ? "v" : ""}${folder.replace(/\W/g, "_")}`;
}

/**
 * Returns the namespace in which a multi-version file imports the `methods.ts`
 * of a revision.
 */
export function getMethodsNamespace(model: ProtocolModel): string {
  return `${getNamespace(model)}_methods`;
}
