import { compile } from "json-schema-to-typescript";
import type { Json } from "../manifest/listing.js";
import { pascalCase } from "../names.js";
import { Converter } from "./convert.js";
import type { ConversionState } from "./target.js";

/**
 * Converts a tool's schemas to types with json-schema-to-typescript. The
 * interface `Types` has one member per schema. The notes list subschemas that
 * have no equivalent type.
 *
 * @param schemas Checked JSON Schemas, such as `input` and `output`.
 * @param filled Names of the schemas whose types describe values with the
 *   default values already added.
 */
export async function toolTypes(
  schemas: { readonly [name: string]: Json },
  filled: readonly string[] = [],
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  const names = Object.keys(schemas);
  const notes = new Set<string>();
  const used = new Set(["Types", ...names.map(pascalCase)]);
  const made: ConversionState = { used, notes, definitions: {} };
  try {
    const properties = Object.entries(schemas).map(([name, schema]) => [
      name,
      new Converter(schema, made, filled.includes(name)).define(
        schema,
        pascalCase(name),
        name,
      ),
    ]);
    const schema = {
      type: "object",
      properties: Object.fromEntries(properties),
      required: names,
      additionalProperties: false,
      definitions: made.definitions,
    } as Parameters<typeof compile>[0];
    const text = await compile(schema, "Types", {
      bannerComment: "",
      // The types are not formatted here, because the whole file is formatted
      // once at the end.
      format: false,
      additionalProperties: false,
      unknownAny: true,
      // Only references inside the schema are resolved. Other references would
      // cause network or file access.
      $refOptions: { resolve: { external: false, http: false, file: false } },
    });
    return { text, notes: [...notes] };
  } catch (error) {
    // A schema may fail to convert, for example because it is nested too
    // deeply. All types of the tool then become objects with unknown members,
    // so that the project can still be generated.
    const text = names
      .map((name) => `${name}: { [name: string]: unknown };`)
      .join("\n");
    const why = `json-schema-to-typescript failed: ${(error as Error).message}`;
    return { text: `export interface Types {\n${text}\n}\n`, notes: [why] };
  }
}
