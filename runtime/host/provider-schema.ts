/**
 * Conversion of tools' input schemas to the subset of JSON Schema that all
 * providers of language models accept.
 */
import { SchemaIndex } from "../json-schema/references.js";
import { isObject } from "../validation/guards.js";

type Schema = { [keyword: string]: unknown };

/**
 * JSON Schema keywords that all providers accept. They are copied unchanged.
 */
const PROVIDER_KEYWORDS: readonly string[] = [
  "title",
  "description",
  "default",
  "pattern",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];

/**
 * Maximum number of subschemas in the converted schema. A limit is needed
 * because nested references multiply the subschemas.
 */
const MAX_PROVIDER_PARTS = 2_000;

const rewrittenSchemas = new WeakMap<object, Schema>();

/**
 * Converts a schema to a schema that all providers of language models accept.
 * The result may accept more values than the original. The server still
 * validates the arguments. These rules apply:
 * - A reference is replaced by its target.
 * - `const` becomes an `enum` with one value.
 * - `oneOf` and lists of types become `anyOf`. The adjacent keywords are copied
 *   into each alternative.
 * - The top level becomes a single object. A property is required only if all
 *   alternatives require it.
 * - `null`, and keywords that some providers reject, are omitted.
 */
export function providerSchema(schema: unknown): Schema {
  if (!isObject(schema)) return { type: "object" };
  let result = rewrittenSchemas.get(schema);
  if (!result) {
    result = new SchemaRewriter(schema).top(schema);
    rewrittenSchemas.set(schema, result);
  }
  return result;
}

class SchemaRewriter {
  readonly #resources: SchemaIndex;
  #parts = 0;

  constructor(schema: object) {
    this.#resources = new SchemaIndex(schema);
  }

  /**
   * Returns the top-level schema: a single object that merges all alternatives.
   */
  top(schema: Schema): Schema {
    const alternatives = this.#alternatives(schema, []);
    const properties = Object.assign(
      {},
      ...alternatives.map((alternative) => alternative.properties),
    );
    const required = Object.keys(properties).filter((name) =>
      alternatives.every((alternative) =>
        toArray(alternative.required).includes(name),
      ),
    );
    const { description, title }: Schema = alternatives[0] ?? {};
    const result = { title, description, type: "object", properties, required };
    return JSON.parse(JSON.stringify(result)) as Schema;
  }

  #convert(value: unknown, open: readonly unknown[]): Schema {
    const [only = {}, ...others] = this.#alternatives(value, open);
    return others.length > 0 ? { anyOf: [only, ...others] } : only;
  }

  /**
   * Returns the alternatives of a schema: one schema for each combination of a
   * type and members of `anyOf` and `oneOf`. The top level of an alternative
   * does not contain `anyOf`, `oneOf` or `allOf`.
   *
   * @param open References that are currently being resolved, used to detect
   *   recursion.
   */
  #alternatives(value: unknown, open: readonly unknown[]): Schema[] {
    if (!isObject(value) || ++this.#parts > MAX_PROVIDER_PARTS) return [{}];
    const { $ref, allOf, anyOf, oneOf, type } = value;
    const types = Array.isArray(type) ? type : [type];
    let alternatives = types
      .filter((name) => name !== "null")
      .map((name) => this.#convertType(value, name, open));
    const intersect = (others: readonly Schema[]): void => {
      const allowed = others.filter((other) => other.type !== "null");
      if (allowed.length > 0)
        alternatives = alternatives.flatMap((alternative) =>
          allowed.map((other) => mergeSchemas(other, alternative)),
        );
      this.#parts += alternatives.length;
      if (this.#parts > MAX_PROVIDER_PARTS)
        alternatives = alternatives.slice(0, 1);
    };
    // Do not resolve a recursive reference again. Instead, the reference allows
    // any value.
    if ($ref !== undefined && !open.includes($ref))
      intersect(this.#alternatives(this.#resolve($ref), [...open, $ref]));
    for (const schema of toArray(allOf))
      intersect(this.#alternatives(schema, open));
    for (const union of [anyOf, oneOf])
      intersect(
        toArray(union).flatMap((schema) => this.#alternatives(schema, open)),
      );
    return alternatives.length > 0 ? alternatives : [{ type: "null" }];
  }

  #resolve($ref: unknown): unknown {
    try {
      return this.#resources.resolve($ref, this.#resources.root).schema;
    } catch {
      return undefined;
    }
  }

  /**
   * Converts a schema for values of one type. Copies only keywords that all
   * providers accept. If `type` is undefined, the result allows values of all
   * types.
   */
  #convertType(value: Schema, type: unknown, open: readonly unknown[]): Schema {
    const result: Schema = {};
    for (const keyword of PROVIDER_KEYWORDS)
      if (Object.hasOwn(value, keyword)) result[keyword] = value[keyword];
    if (type !== undefined) result.type = type;
    const { properties, required, items, prefixItems, format } = value;
    if (format === "date-time") result.format = format;
    const allowed = "const" in value ? [value.const] : toArray(value.enum);
    const values = allowed.filter((item) => item !== null);
    const areStrings = values.every((item) => typeof item === "string");
    if (values.length > 0 && areStrings)
      Object.assign(result, { type: "string", enum: values });
    if (isObject(properties)) {
      result.properties = Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          this.#convert(property, open),
        ]),
      );
      result.required = toArray(required);
    }
    if (type === "array") {
      const all = toArray(prefixItems).flatMap((item) =>
        this.#alternatives(item, open),
      );
      result.items =
        all.length > 0 ? { anyOf: all } : this.#convert(items, open);
    }
    return result;
  }
}

function toArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Merges two schemas into one schema, similar to `allOf`. Properties and
 * required names are combined. Any other keyword of the second schema replaces
 * the keyword of the first.
 */
function mergeSchemas(first: Schema, second: Schema): Schema {
  const result = { ...first, ...second };
  if (first.properties && second.properties)
    result.properties = { ...first.properties, ...second.properties };
  if (first.required && second.required)
    result.required = [
      ...new Set([...toArray(first.required), ...toArray(second.required)]),
    ];
  return result;
}
