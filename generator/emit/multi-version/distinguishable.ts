import type { Diagnostic } from "../../support/errors.js";
import type { ProtocolModel } from "../../model/types.js";
import { emitError } from "../diagnostics.js";
import { folderOf } from "../facts/revision-names.js";

/**
 * The revisions that one server can tell apart, newest first: those that have
 * a version string, and of several with the same one the dated one. `draft` is
 * left out as long as a dated revision has its version string.
 */
export function distinguishableRevisions(
  models: readonly ProtocolModel[],
): ProtocolModel[] {
  const byVersion = new Map<string, ProtocolModel>();
  for (const model of models) {
    const { protocolVersion } = model;
    if (protocolVersion === null) continue;
    const other = byVersion.get(protocolVersion);
    if (!other || !isDated(other)) byVersion.set(protocolVersion, model);
  }
  return [...byVersion.values()].reverse();
}

/** Warns of each revision that one server cannot speak beside another. */
export function warnShadowedRevisions(
  models: readonly ProtocolModel[],
): Diagnostic[] {
  const spoken = distinguishableRevisions(models);
  return models
    .filter((one) => one.protocolVersion !== null && !spoken.includes(one))
    .map((one) => {
      const version = one.protocolVersion;
      const other =
        spoken.find((its) => its.protocolVersion === version) ?? one;
      const message = `${folderOf(one)} and ${folderOf(other)} are both "${version}" on the wire: what is written over all revisions speaks ${folderOf(other)}.`;
      return emitError.warning("MCP223", message);
    });
}

function isDated({ source, protocolVersion }: ProtocolModel): boolean {
  return source.revision === protocolVersion;
}
