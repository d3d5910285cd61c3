/** Input schemas without what providers of models refuse. */
import { Resources } from "../json-schema/references.js";
import { isObject } from "../validation/guards.js";

type Schema = { [keyword: string]: unknown };

/** Keywords of values that all of them know. */
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

/** Parts of one schema: references in each other would make ever more of them. */
const MAX_PROVIDER_PARTS = 2_000;

const rewritten = new WeakMap<object, Schema>();

/**
 * A schema that all providers take. References are written out; a constant is an
 * `enum` of one; `oneOf`, and several types, are `anyOf`, with all that holds beside
 * it in each; at the top it is one object, in which what one way alone has may be
 * missing. `null` and what is not known to all is left out. It may allow more than
 * the original, to which the server holds the arguments.
 */
export function providerSchema(schema: unknown): Schema {
  if (!isObject(schema)) return { type: "object" };
  let made = rewritten.get(schema);
  if (!made) {
    made = new Rewriting(schema).top(schema);
    rewritten.set(schema, made);
  }
  return made;
}

class Rewriting {
  readonly #resources: Resources;
  #parts = 0;

  constructor(schema: object) {
    this.#resources = new Resources(schema);
  }

  /** The whole: one object, whatever ways there are. */
  top(schema: Schema): Schema {
    const ways = this.#ways(schema, []);
    const properties = Object.assign({}, ...ways.map((way) => way.properties));
    const required = Object.keys(properties).filter((name) =>
      ways.every((way) => arrayOf(way.required).includes(name)),
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
   * The ways to keep to a schema, each without alternatives in it.
   *
   * @param open references that lead here
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
        ways = ways.flatMap((way) => some.map((one) => conjunction(one, way)));
      this.#parts += ways.length;
      if (this.#parts > MAX_PROVIDER_PARTS) ways = ways.slice(0, 1);
    };
    // A schema that holds itself is anything, the second time.
    if ($ref !== undefined && !open.includes($ref))
      also(this.#ways(this.#target($ref), [...open, $ref]));
    for (const one of arrayOf(allOf)) also(this.#ways(one, open));
    for (const some of [anyOf, oneOf])
      also(arrayOf(some).flatMap((one) => this.#ways(one, open)));
    return ways.length > 0 ? ways : [{ type: "null" }];
  }

  #target($ref: unknown): unknown {
    try {
      return this.#resources.resolve($ref, this.#resources.root).schema;
    } catch {
      return undefined;
    }
  }

  /** What is said of values of one type; undefined stands for any. */
  #plain(value: Schema, type: unknown, open: readonly unknown[]): Schema {
    const made: Schema = {};
    for (const keyword of PROVIDER_KEYWORDS)
      if (Object.hasOwn(value, keyword)) made[keyword] = value[keyword];
    if (type !== undefined) made.type = type;
    const { properties, required, items, prefixItems, format } = value;
    if (format === "date-time") made.format = format;
    const allowed = "const" in value ? [value.const] : arrayOf(value.enum);
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
      made.required = arrayOf(required);
    }
    if (type === "array") {
      const all = arrayOf(prefixItems).flatMap((one) => this.#ways(one, open));
      made.items = all.length > 0 ? { anyOf: all } : this.#part(items, open);
    }
    return made;
  }
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What both say: of one keyword the later, of objects all members. */
function conjunction(one: Schema, other: Schema): Schema {
  const made = { ...one, ...other };
  if (one.properties && other.properties)
    made.properties = { ...one.properties, ...other.properties };
  if (one.required && other.required)
    made.required = [
      ...new Set([...arrayOf(one.required), ...arrayOf(other.required)]),
    ];
  return made;
}
