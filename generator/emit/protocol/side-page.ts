/**
 * Template data and imported modules that `server.ts`, `client.ts` and `app.ts`
 * have in common.
 */
import { findType } from "../../model/lookup.js";
import { toolVersion } from "../../support/package.js";
import {
  getModels,
  type EmitContext,
  type Side,
  type UsedModule,
} from "../context.js";
import { hasPing, getInfoType, getTitle } from "../facts/protocol-facts.js";
import {
  getFolder,
  getMethodsNamespace,
  getNamespace,
} from "../facts/revision-names.js";
import { supportsTasks, getTaskKinds } from "../facts/tasks.js";
import { METHOD_MAPS } from "../methods/method-maps.js";
import { names } from "../print/pieces.js";
import { quote } from "../print/syntax.js";

/**
 * Schema types that `server.ts`, `client.ts` and `app.ts` may import. `app.ts`
 * also imports other types of the apps extension, whose names start with `McpUi`.
 */
export const SCHEMA_TYPES: readonly string[] = names`
  CallToolRequest CallToolResult GetPromptResult Implementation LoggingLevel
  LoggingMessageNotification McpUiResourceMeta McpUiToolVisibility Prompt
  ReadResourceRequest ReadResourceResult Resource Root Tool`;

/**
 * Returns the template data that `server.ts` and `client.ts` have in common,
 * such as the name of the runtime class.
 */
export function getSideFacts(context: EmitContext, side: Side) {
  const title = getTitle(side);
  const core = context.combined ? `MultiVersion${title}` : `${title}Core`;
  const info = getInfoType(context.model);
  // A runtime that is imported from a package can have a different version than
  // the generated code, so the generated code checks the version.
  const checksVersion = !context.runtime.startsWith(".");
  return {
    core,
    versionCheck: checksVersion
      ? `requireRuntime(${quote(toolVersion())});\n  `
      : "",
    info,
    hasPing: getModels(context).some(hasPing),
    hasTasks: supportsTasks(context),
    // Whether handlers can run as tasks. On a client, handlers run as tasks
    // only in revisions with core tasks.
    runsTasks:
      side === "server" ? supportsTasks(context) : getTaskKinds(context).core,
    /** Names that `createServer` or `createClient` uses. */
    coreUses: [
      core,
      checksVersion ? "requireRuntime" : "",
      SCHEMA_TYPES.includes(info) ? info : "",
    ].join(" "),
  };
}

/**
 * Returns the generated modules that `server.ts`, `client.ts` or `app.ts`
 * imports.
 */
export function getImportedModules({
  model,
  combined,
  folder = "./",
}: EmitContext): UsedModule[] {
  const methods = `${folder}methods`;
  const validators: UsedModule[] = combined
    ? combined.map((revision) => ({
        from: `./${getFolder(revision)}/validators`,
        as: getNamespace(revision),
      }))
    : [
        {
          from: `${folder}validators`,
          exports: (name) => {
            const type = /^(?:paramsOf|shapeOf|assert|is)(.+)$/u.exec(
              name,
            )?.[1];
            return type !== undefined && findType(model, type) !== undefined;
          },
        },
      ];
  const wholeMaps = (combined ?? []).map((revision) => ({
    from: `./${getFolder(revision)}/methods`,
    as: getMethodsNamespace(revision),
    types: true,
  }));
  return [
    { from: methods, exports: (name) => name === "PROTOCOL_VERSION" },
    ...validators,
    ...wholeMaps,
    {
      from: methods,
      types: true,
      exports: (name) => METHOD_MAPS.some((map) => map.name === name),
    },
    {
      from: `${folder}types`,
      types: true,
      exports: (name) =>
        SCHEMA_TYPES.includes(name) || name.startsWith("McpUi"),
    },
  ];
}
