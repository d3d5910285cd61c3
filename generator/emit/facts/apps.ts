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
const APP_TYPES = `AppCapabilities DownloadFileRequest DownloadFileResult
  HostContextChangedNotification InitializeRequest InitializeResult
  MessageRequest MessageResult OpenLinkRequest OpenLinkResult
  RequestDisplayModeRequest RequestDisplayModeResult RequestTeardownNotification
  ResourceMeta ResourceTeardownRequest ResourceTeardownResult
  SizeChangedNotification ToolCancelledNotification ToolInputNotification
  ToolInputPartialNotification ToolMeta ToolResultNotification ToolVisibility
  UpdateModelContextRequest`.split(/\s+/);

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
 * Returns the name under which `validators.ts` exports a function of the apps
 * extension. In a multi-version file, the name starts with the namespace of the
 * newest revision. Returns undefined if the newest revision is generated without
 * the apps extension.
 */
export function getAppsFunction(
  { model, combined }: EmitContext,
  name: string,
): string | undefined {
  if (!hasApps(model)) return undefined;
  return combined ? `${getNamespace(model)}.${name}` : name;
}
