/** `schema.json`: the model as JSON Schema. */
import type { EmitContext, OutputFile } from "../context.js";
import { plainText } from "../header-text.js";
import { dialectOf } from "./dialect.js";
import { printJson } from "./layout.js";
import { jsonSchemaOf } from "./schema.js";

/** `schema.json`, in the dialect that upstream's own has. */
export function emitJsonSchema({ model, header }: EmitContext): OutputFile {
  const { $schema, ...rest } = jsonSchemaOf(model, dialectOf(model));
  const document = { $schema, $comment: plainText(header), ...rest };
  return { path: "schema.json", text: printJson(document) };
}
