/** `schema.json`: the model as JSON Schema. */
import type { EmitContext, Page } from "../context.js";
import { dialectOf } from "./dialect.js";
import { jsonPage } from "../print/json-page.js";
import { jsonSchemaOf } from "./schema.js";

/** `schema.json`, in the dialect that upstream's own has. */
export function emitJsonSchema({ model }: EmitContext): Page {
  const { $schema, ...rest } = jsonSchemaOf(model, dialectOf(model));
  return jsonPage("schema.json", rest, { $schema });
}
