import type { Diagnostic } from "../../support/errors.js";
import type { ProtocolModel } from "../../model/types.js";
import { emitError } from "../diagnostics.js";
import { getFolder } from "../facts/revision-names.js";

/**
 * Returns the revisions that a multi-version server can distinguish by their
 * version string, newest first. Revisions without a version string are left
 * out. If `draft` and a dated revision have the same version string, `draft` is
 * left out.
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

/**
 * Returns a warning for each revision that a multi-version server leaves out
 * because another revision has the same version string.
 */
export function warnShadowedRevisions(
  models: readonly ProtocolModel[],
): Diagnostic[] {
  const spoken = distinguishableRevisions(models);
  return models
    .filter(
      (model) => model.protocolVersion !== null && !spoken.includes(model),
    )
    .map((model) => {
      const version = model.protocolVersion;
      const other =
        spoken.find((its) => its.protocolVersion === version) ?? model;
      const message = `${getFolder(model)} and ${getFolder(other)} both have the version "${version}", so the multi-version server and client support only ${getFolder(other)}.`;
      return emitError.warning("MCP223", message);
    });
}

function isDated({ source, protocolVersion }: ProtocolModel): boolean {
  return source.revision === protocolVersion;
}
