/**
 * Parts that `server.ts` and `client.ts` share: facts, and the modules that
 * they import.
 */
import { findType } from "../../model/lookup.js";
import { toolVersion } from "../../support/package.js";
import {
  modelsOf,
  type EmitContext,
  type Side,
  type UsedModule,
} from "../context.js";
import { hasPing, infoType } from "../facts/protocol-facts.js";
import { folderOf, methodsName, namespaceOf } from "../facts/revision-names.js";
import { speaksTasks, tasksOf } from "../facts/tasks.js";
import { METHOD_MAPS } from "../methods/method-maps.js";
import { names } from "../print/pieces.js";
import { quote } from "../print/syntax.js";

/** Types of the schema that `server.ts` and `client.ts` may import. */
export const SCHEMA_TYPES: readonly string[] = names`
  CallToolResult GetPromptResult Implementation LoggingLevel Prompt
  ReadResourceResult Resource Root Tool`;

/**
 * Returns template data for both sides: the runtime's class and facts about the
 * revisions.
 */
export function sideFacts(context: EmitContext, side: Side) {
  const name = side === "server" ? "Server" : "Client";
  const core = context.combined ? `MultiVersion${name}` : `${name}Core`;
  const info = infoType(context.model);
  // A runtime in a package may have another version than the generated code.
  const checksVersion = !context.runtime.startsWith(".");
  return {
    core,
    versionCheck: checksVersion
      ? `requireRuntime(${quote(toolVersion())});\n  `
      : "",
    info,
    hasPing: modelsOf(context).some(hasPing),
    hasTasks: speaksTasks(context),
    // Whether handlers can run as tasks. Clients run tasks only in revisions
    // with core tasks.
    runsTasks: side === "server" ? speaksTasks(context) : tasksOf(context).core,
    /** Names that the function which creates the side uses. */
    coreUses: [
      core,
      checksVersion ? "requireRuntime" : "",
      SCHEMA_TYPES.includes(info) ? info : "",
    ].join(" "),
  };
}

/** Returns the generated modules that a side imports. */
export function sideModules({
  model,
  combined,
  folder = "./",
}: EmitContext): UsedModule[] {
  const methods = `${folder}methods`;
  const validators: UsedModule[] = combined
    ? combined.map((one) => ({
        from: `./${folderOf(one)}/validators`,
        as: namespaceOf(one),
      }))
    : [
        {
          from: `${folder}validators`,
          exports: (name) => {
            const type = /^(?:params|shape)Of(.+)$/u.exec(name)?.[1];
            return type !== undefined && findType(model, type) !== undefined;
          },
        },
      ];
  const wholeMaps = (combined ?? []).map((one) => ({
    from: `./${folderOf(one)}/methods`,
    as: methodsName(one),
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
      exports: (name) => SCHEMA_TYPES.includes(name),
    },
  ];
}
