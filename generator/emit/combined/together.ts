import type { ProtocolModel } from "../../model/types.js";

/**
 * The revisions that one server can tell apart, newest first: those that have
 * a version string, and of several with the same one the dated one. `draft` is
 * left out as long as a dated revision has its version string.
 */
export function together(models: readonly ProtocolModel[]): ProtocolModel[] {
  const byVersion = new Map<string, ProtocolModel>();
  for (const model of models) {
    const { protocolVersion } = model;
    if (protocolVersion === null) continue;
    const other = byVersion.get(protocolVersion);
    if (!other || !isDated(other)) byVersion.set(protocolVersion, model);
  }
  return [...byVersion.values()].reverse();
}

function isDated({ source, protocolVersion }: ProtocolModel): boolean {
  return source.revision === protocolVersion;
}
