import type { ProtocolModel } from "../../model/types.js";

/** The folder of a revision, where there are several. */
export function folderOf(model: ProtocolModel): string {
  return model.source.revision ?? "schema";
}

/** Name of a revision as a namespace: `v2025_06_18`, `draft`. */
export function namespaceOf(model: ProtocolModel): string {
  const folder = folderOf(model);
  return `${/^\d/.test(folder) ? "v" : ""}${folder.replace(/\W/g, "_")}`;
}

/** Name of a revision's `methods.ts` where several are imported. */
export function methodsName(model: ProtocolModel): string {
  return `${namespaceOf(model)}_methods`;
}
