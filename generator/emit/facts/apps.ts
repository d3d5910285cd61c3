/** Properties of a revision that concern the apps extension. */
import type { ProtocolModel } from "../../model/types.js";
import type { EmitContext } from "../context.js";
import { exportsType } from "./protocol-facts.js";
import { getNamespace } from "./revision-names.js";

/**
 * Identifier of the apps extension, with which a server can provide a page for
 * a tool.
 */
export const APPS = "io.modelcontextprotocol/ui";

/**
 * Types of the apps extension that generated code needs, without the prefix
 * `McpUi`.
 */
const APP_TYPES: readonly string[] = [
  "AppCapabilities",
  "HostCapabilities",
  "HostContext",
  "InitializeRequest",
  "InitializeResult",
  "ResourceMeta",
  "ToolMeta",
];

/**
 * Returns whether code for the apps extension is generated for a revision. The
 * model must contain the extension and all types in `APP_TYPES`.
 */
export function hasApps(model: ProtocolModel): boolean {
  return (
    model.extensions?.some(({ identifier }) => identifier === APPS) === true &&
    APP_TYPES.every((name) => exportsType(model, `McpUi${name}`))
  );
}

/**
 * Returns the prefix of names that are imported from `validators.ts`. In a
 * multi-version file, the prefix is the namespace of the newest revision;
 * otherwise it is empty. Returns null if the newest revision is generated
 * without the apps extension.
 */
export function getAppsPrefix({ model, combined }: EmitContext): string | null {
  if (!hasApps(model)) return null;
  return combined ? `${getNamespace(model)}.` : "";
}
