import { compile } from "json-schema-to-typescript";
import type { Json } from "../manifest/listing.js";
import { pascalCase } from "../names.js";
import { Converter, type Made } from "./convert.js";

/**
 * Types of a tool's schemas, by json-schema-to-typescript: `Types` has a member for
 * each; and notes on what they leave out.
 *
 * @param schemas Checked JSON Schemas, such as `input` and `output`.
 */
export async function toolTypes(schemas: {
  readonly [name: string]: Json;
}): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  const names = Object.keys(schemas);
  const notes = new Set<string>();
  const used = new Set(["Types", ...names.map(pascalCase)]);
  const made: Made = { used, notes, definitions: {} };
  try {
    const properties = Object.entries(schemas).map(([name, schema]) => [
      name,
      new Converter(schema, made).define(schema, pascalCase(name), name),
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
      // The whole file is formatted later, once.
      format: false,
      additionalProperties: false,
      unknownAny: true,
      // Nothing is resolved but what is in the schema: no network, no files.
      $refOptions: { resolve: { external: false, http: false, file: false } },
    });
    return { text, notes: [...notes] };
  } catch (error) {
    // Such as one that is nested very deeply; a project is worth more than a type.
    const text = names
      .map((name) => `${name}: { [name: string]: unknown };`)
      .join("\n");
    const why = `json-schema-to-typescript gave up: ${(error as Error).message}`;
    return { text: `export interface Types {\n${text}\n}\n`, notes: [why] };
  }
}
