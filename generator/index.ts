/**
 * Programmatic API of mcp-codegen. `generate` runs all stages; each stage can
 * also be called alone.
 *
 *     import { generate } from "mcp-codegen";
 *     await generate({ revisions: ["2025-06-18"], out: "src/generated" });
 *
 * Mistakes that a user can fix are thrown as a `UserError` with diagnostics.
 */
export {
  generate,
  type GenerateOptions,
  type GenerateOutcome,
} from "./pipeline/generate.js";
export {
  UserError,
  type Diagnostic,
  type DiagnosticKind,
  type Place,
} from "./support/errors.js";
export { defineConfig, type Config } from "./config/define.js";
export { parseSchema } from "./parse/index.js";
export { emitFiles, type EmitOptions } from "./emit/assemble/files.js";
export { selectOutputs } from "./emit/select.js";
export { OUTPUTS, type OutputFile, type OutputName } from "./emit/context.js";
export { printModel } from "./model/printed/print.js";
export { fingerprint } from "./model/identity/fingerprint.js";
export {
  readBundledSchema,
  readSchemaFile,
  type SchemaSource,
} from "./source/read.js";
export {
  bundledSince,
  knownRevisions,
  resolveRevisions,
} from "./source/revisions.js";
export type { SinceTable } from "./model/history.js";
export * from "./model/types.js";
export { newClient, newServer, updateClient, updateServer } from "./new/api.js";
