/**
 * Creates `schema/model.schema.json`: the JSON Schema of the protocol model.
 * The parser and the JSON Schema emitter of this program create the schema from
 * the TypeScript types of the model.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { createJsonSchema } from "../../generator/emit/json-schema/schema.js";
import { UserError } from "../../generator/support/errors.js";
import {
  MODEL_VERSION,
  type ProtocolModel,
} from "../../generator/model/types.js";
import { PACKAGE_ROOT } from "../../generator/support/package.js";
import { readChecked } from "../../generator/parse/index.js";
import { createReporter } from "../../generator/parse/reporter.js";

/**
 * Modules that declare the types of the model. They import no other modules.
 */
const MODULES = ["types.ts", "type-nodes.ts"];

/** Returns the text of `schema/model.schema.json`. */
export async function modelSchemaText(): Promise<string> {
  const text = MODULES.map((file) =>
    readFileSync(join(PACKAGE_ROOT, "generator", "model", file), "utf8"),
  )
    .join("\n")
    .replace(/^(?:import|export) type [{*][^;]*;$/gm, "")
    .replace(/: readonly (?=\w+\[\])/g, ": ");
  const { $schema, ...rest } = createJsonSchema(
    typesOnly("generator/model/types.ts", text),
    "draft-2020-12",
  );
  const document = {
    $schema,
    title: `mcp-codegen's protocol model, version ${MODEL_VERSION}`,
    $ref: "#/$defs/PrintedModel",
    ...rest,
  };
  return format(JSON.stringify(document, null, 2), { parser: "json" });
}

/**
 * Parses the given declarations and returns a model without methods.
 *
 * @throws UserError when a declaration cannot be parsed, or has a warning.
 */
function typesOnly(file: string, text: string): ProtocolModel {
  const reporter = createReporter(file, text);
  const declarations = readChecked(file, text, { proven: false }, reporter);
  const diagnostics = reporter.diagnostics();
  if (diagnostics.length > 0) throw new UserError(diagnostics);
  return {
    modelVersion: MODEL_VERSION,
    protocolVersion: null,
    source: { revision: null, file, commit: null, sha256: "" },
    declarations: declarations ?? [],
    methods: [],
  };
}
