import { FEATURES, OUTPUTS, TRANSPORTS } from "../../../emit/context.js";
import {
  flag,
  list,
  oneOf,
  SHARED_OPTIONS,
  text,
  type ArgsOf,
} from "../../command.js";

/** What the command line of `generate` can say. */
export const GENERATE_OPTIONS = {
  rev: list("Revision: 2025-06-18, draft, latest, all, ...; may be repeated"),
  schema: SHARED_OPTIONS.schema,
  source: SHARED_OPTIONS.source,
  extension: SHARED_OPTIONS.extension,
  out: text("Output folder [default: out/<revision>, or out for several]"),
  only: list(`Some outputs, with what they import: ${OUTPUTS.join(", ")}`),
  features: list(`What servers and clients offer: ${FEATURES.join(", ")}`),
  transports: list(`How they are reached: ${TRANSPORTS.join(", ")}`),
  "import-ext": oneOf(["js", "ts"], "How relative imports end [default: js]"),
  "protocol-version": SHARED_OPTIONS["protocol-version"],
  runtime: text(
    "Package that `mcp-codegen runtime` wrote, imported for a copy",
  ),
  templates: text("Folder of templates that replace ours, or add files"),
  config: text(
    "Configuration file [default: mcp-codegen.config.{ts,mts,js,mjs,json}]",
  ),
  check: flag("Write nothing; show what is missing, unexpected or changed"),
  "dry-run": flag("Write nothing; list what would be written"),
  watch: flag("Generate again when schema, templates or configuration change"),
  force: flag(
    "Overwrite what was edited by hand or is newer; write among others' files",
  ),
  verbose: flag("Name every file that is written"),
  json: SHARED_OPTIONS.json,
};

/** What it says. */
export type GenerateArgs = ArgsOf<typeof GENERATE_OPTIONS>;
