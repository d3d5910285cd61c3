import { FEATURES, OUTPUTS, TRANSPORTS } from "../../../emit/context.js";
import {
  flag,
  list,
  oneOf,
  SHARED_OPTIONS,
  text,
  type ArgsOf,
} from "../../command.js";

/** Options of `generate`. */
export const GENERATE_OPTIONS = {
  rev: list("Revision: 2025-06-18, draft, latest, all; repeatable"),
  schema: SHARED_OPTIONS.schema,
  source: SHARED_OPTIONS.source,
  extension: SHARED_OPTIONS.extension,
  out: text(
    "Output folder [default: out/<revision>; out for several revisions]",
  ),
  only: list(
    `Write only these outputs and their imports: ${OUTPUTS.join(", ")}`,
  ),
  features: list(
    `Features of servers and clients: ${FEATURES.join(", ")} [default: all]`,
  ),
  transports: list(
    `Transports of servers and clients: ${TRANSPORTS.join(", ")} [default: all]`,
  ),
  "import-ext": oneOf(
    ["js", "ts"],
    "Extension of relative imports [default: js]",
  ),
  "protocol-version": SHARED_OPTIONS["protocol-version"],
  capability: list(
    "Capability that a method of your schema needs, as METHOD=CAPABILITY; METHOD= for none",
  ),
  runtime: text(
    "Name of a package that `mcp-codegen runtime` wrote, to import instead of copying the runtime",
  ),
  templates: text(
    "Folder of your templates, which replace built-in ones or add files",
  ),
  config: text(
    "Configuration file [default: mcp-codegen.config.{ts,mts,js,mjs,json}]",
  ),
  check: flag("Write nothing; report missing, unexpected and changed files"),
  "dry-run": flag("Write nothing; list the files that would be written"),
  watch: flag(
    "Generate again when the schema, templates or configuration change",
  ),
  force: flag(
    "Overwrite edited or newer files, replace the output for other revisions, and write into a folder that contains other files",
  ),
  prune: flag(
    "Delete files in the output folder that are not part of the output",
  ),
  verbose: flag("List every written file"),
  json: SHARED_OPTIONS.json,
};

/** Parsed options of `generate`. */
export type GenerateArgs = ArgsOf<typeof GENERATE_OPTIONS>;
