/**
 * Converts input schemas of tools to the subset of JSON Schema that providers
 * of language models accept.
 */
import { Resources } from "../json-schema/references.js";
import { isObject } from "../validation/guards.js";

type Schema = { [keyword: string]: unknown };

/** Keywords that all providers accept and that are copied unchanged. */
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
 * Maximum number of subschemas in the result; nested references multiply them.
 */
const MAX_PROVIDER_PARTS = 2_000;

const rewrittenSchemas = new WeakMap<object, Schema>();

/**
 * Converts a schema to one that all providers accept. The result may accept
 * more than the original; the server still validates the arguments. These rules
 * apply:
 * - References are replaced by their target.
 * - `const` becomes an `enum` with one value.
 * - `oneOf` and lists of types become `anyOf`, with the adjacent keywords
 *   copied into each alternative.
 * - The top level becomes a single object: a property is required only if all
 *   alternatives require it.
 * - `null` and keywords that some providers reject are omitted.
 */
export function providerSchema(schema: unknown): Schema {
  if (!isObject(schema)) return { type: "object" };
  let made = rewrittenSchemas.get(schema);
  if (!made) {
    made = new SchemaRewriter(schema).top(schema);
    rewrittenSchemas.set(schema, made);
  }
  return made;
}

class SchemaRewriter {
  readonly #resources: Resources;
  #parts = 0;

  constructor(schema: object) {
    this.#resources = new Resources(schema);
  }

  /**
   * Returns the top-level schema: a single object that merges all alternatives.
   */
  top(schema: Schema): Schema {
    const ways = this.#ways(schema, []);
    const properties = Object.assign({}, ...ways.map((way) => way.properties));
    const required = Object.keys(properties).filter((name) =>
      ways.every((way) => toArray(way.required).includes(name)),
    );
    const { description, title }: Schema = ways[0] ?? {};
    const made = { title, description, type: "object", properties, required };
    return JSON.parse(JSON.stringify(made)) as Schema;
  }

  #part(value: unknown, open: readonly unknown[]): Schema {
    const [only = {}, ...others] = this.#ways(value, open);
    return others.length > 0 ? { anyOf: [only, ...others] } : only;
  }

  /**
   * Returns the alternatives of a schema, none of which contains `anyOf`,
   * `oneOf` or `allOf` at its own level.
   *
   * @param open References that are being resolved, to detect recursion.
   */
  #ways(value: unknown, open: readonly unknown[]): Schema[] {
    if (!isObject(value) || ++this.#parts > MAX_PROVIDER_PARTS) return [{}];
    const { $ref, allOf, anyOf, oneOf, type } = value;
    const types = Array.isArray(type) ? type : [type];
    let ways = types
      .filter((one) => one !== "null")
      .map((one) => this.#plain(value, one, open));
    const also = (alternatives: readonly Schema[]): void => {
      const some = alternatives.filter((one) => one.type !== "null");
      if (some.length > 0)
        ways = ways.flatMap((way) => some.map((one) => mergeSchemas(one, way)));
      this.#parts += ways.length;
      if (this.#parts > MAX_PROVIDER_PARTS) ways = ways.slice(0, 1);
    };
    // A recursive reference is replaced by a schema that allows any value.
    if ($ref !== undefined && !open.includes($ref))
      also(this.#ways(this.#target($ref), [...open, $ref]));
    for (const one of toArray(allOf)) also(this.#ways(one, open));
    for (const some of [anyOf, oneOf])
      also(toArray(some).flatMap((one) => this.#ways(one, open)));
    return ways.length > 0 ? ways : [{ type: "null" }];
  }

  #target($ref: unknown): unknown {
    try {
      return this.#resources.resolve($ref, this.#resources.root).schema;
    } catch {
      return undefined;
    }
  }

  /** Copies the keywords for values of one type; `undefined` means any type. */
  #plain(value: Schema, type: unknown, open: readonly unknown[]): Schema {
    const made: Schema = {};
    for (const keyword of PROVIDER_KEYWORDS)
      if (Object.hasOwn(value, keyword)) made[keyword] = value[keyword];
    if (type !== undefined) made.type = type;
    const { properties, required, items, prefixItems, format } = value;
    if (format === "date-time") made.format = format;
    const allowed = "const" in value ? [value.const] : toArray(value.enum);
    const texts = allowed.filter((one) => typeof one === "string");
    if (texts.length > 0 && texts.length >= allowed.length - 1)
      Object.assign(made, { type: "string", enum: texts });
    if (isObject(properties)) {
      made.properties = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [
          name,
          this.#part(one, open),
        ]),
      );
      made.required = toArray(required);
    }
    if (type === "array") {
      const all = toArray(prefixItems).flatMap((one) => this.#ways(one, open));
      made.items = all.length > 0 ? { anyOf: all } : this.#part(items, open);
    }
    return made;
  }
}

function toArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Merges two schemas that must both hold: properties and required names are
 * combined, for other keywords the second schema wins.
 */
function mergeSchemas(one: Schema, other: Schema): Schema {
  const made = { ...one, ...other };
  if (one.properties && other.properties)
    made.properties = { ...one.properties, ...other.properties };
  if (one.required && other.required)
    made.required = [
      ...new Set([...toArray(one.required), ...toArray(other.required)]),
    ];
  return made;
}
