import { compile } from "json-schema-to-typescript";
import { toTypeSchema } from "./convert.js";
import type { Target } from "./target.js";

/** Declarations of a tool's types, and what they leave out. */
export interface ToolTypes {
  /** Declares `Types` with a member for each schema, and all that it needs. */
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * Types of a tool's schemas, by json-schema-to-typescript.
 *
 * @param schemas Checked JSON Schemas, such as `input` and `output`.
 */
export async function toolTypes(schemas: {
  readonly [name: string]: { readonly [keyword: string]: unknown };
}): Promise<ToolTypes> {
  const { schema, notes } = toTypeSchema(schemas);
  try {
    return { text: await compileTypes(schema), notes };
  } catch (error) {
    // Nothing is known that does it; a project is worth more than a type.
    const text = Object.keys(schemas)
      .map((name) => `${name}: { [name: string]: unknown };`)
      .join("\n");
    const why = `json-schema-to-typescript gave up: ${(error as Error).message}`;
    return { text: `export interface Types {\n${text}\n}\n`, notes: [why] };
  }
}

function compileTypes(schema: Target): Promise<string> {
  return compile(schema as Parameters<typeof compile>[0], "Types", {
    bannerComment: "",
    // The whole file is formatted later, once.
    format: false,
    additionalProperties: false,
    unknownAny: true,
    // Nothing is resolved but what is in the schema: no network, no files.
    $refOptions: { resolve: { external: false, http: false, file: false } },
  });
}
