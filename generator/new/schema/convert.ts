/**
 * Converts JSON Schema (2020-12 and draft-07) to the keywords that
 * json-schema-to-typescript reads. Only keywords that determine a type are
 * copied. An untrusted schema can therefore add only names and literals to the
 * code. A subschema without an equivalent TypeScript type becomes a wider type,
 * and a note reports it.
 */
import { isObject } from "../../../runtime/validation/guards.js";
import {
  findDefault,
  getAppliedSchemas,
} from "../../../runtime/json-schema/defaults.js";
import { SchemaIndex } from "../../../runtime/json-schema/references.js";
import { toList, type Json } from "../manifest/listing.js";
import { createUniqueName } from "../../model/util/names.js";
import { pascalCase } from "../names.js";
import { COMPOSITE, UNSAFE, UNTYPED } from "./keywords.js";
import {
  described,
  intersection,
  literals,
  NEVER,
  union,
  UNKNOWN,
  type ConversionState,
  type Target,
} from "./target.js";

/**
 * Maximum number of subschemas to convert. Further subschemas become `unknown`.
 * Subschemas whose path is longer than `MAX_PLACE` characters become `unknown`,
 * too.
 */
const MAX_PARTS = 2_000;
const MAX_PLACE = 1_000;
/** Maximum length of a tuple type. A longer tuple becomes an array. */
const MAX_TUPLE = 8;

/**
 * Converts a JSON Schema to input for json-schema-to-typescript. Notes name a
 * subschema by its path, such as `input.properties.a`.
 */
export class Converter {
  readonly #resources: SchemaIndex;
  readonly #named = new Map<unknown, string>();
  /**
   * Names of the definitions that describe values after absent members have
   * received their defaults, by schema. `#named` contains the other
   * definitions.
   */
  readonly #namedFilled = new Map<unknown, string>();
  readonly #made: ConversionState;
  /**
   * Whether a converted schema describes values after absent members have
   * received their defaults. True only for subschemas for which
   * `compileDefaults` of the runtime adds defaults.
   */
  #filled: boolean;
  #parts = 0;

  /**
   * @param filled Whether the types describe values after absent members have
   *   received their defaults.
   */
  constructor(root: Json, made: ConversionState, filled = false) {
    this.#resources = new SchemaIndex(root);
    this.#made = made;
    this.#filled = filled;
  }

  /**
   * Converts a schema to a definition called `name`, and returns a reference to
   * the definition.
   */
  define(schema: unknown, name: string, at: string): Target {
    const { definitions } = this.#made;
    // The name is registered before the conversion, because the schema may
    // refer to itself.
    this.#names.set(schema, name);
    definitions[name] = {};
    definitions[name] = this.#convert(schema, at);
    return { $ref: `#/definitions/${name}` };
  }

  get #names(): Map<unknown, string> {
    return this.#filled ? this.#namedFilled : this.#named;
  }

  /**
   * Runs `convert` for subschemas whose values receive no defaults, such as
   * those in `anyOf`.
   */
  #unfilled<T>(convert: () => T): T {
    const before = this.#filled;
    this.#filled = false;
    const converted = convert();
    this.#filled = before;
    return converted;
  }

  /**
   * Converts a schema. `known` is the value of the keyword `type` in the
   * surrounding schema, and applies if the schema has no `type`.
   */
  #convert(schema: unknown, at: string, known?: unknown): Target {
    if (schema === false) return NEVER;
    if (!isObject(schema)) return UNKNOWN;
    if (at.length > MAX_PLACE || ++this.#parts > MAX_PARTS) {
      this.#note(at, "the schema is too large");
      return UNKNOWN;
    }
    const { $ref, type = known } = schema;
    const references =
      $ref === undefined ? [] : [this.#reference(schema, $ref, at)];
    if (this.#resources.draft7 && references[0]) return references[0];

    for (const keyword of UNTYPED)
      if (schema[keyword] !== undefined)
        this.#note(at, `TypeScript has no type for "${keyword}"`);
    const branches = (keyword: string): Target[] =>
      toList(schema[keyword]).map((part, index) =>
        this.#convert(part, `${at}.${keyword}.${index}`, type),
      );
    const all = [...references, this.#values(schema, type, at)];
    all.push(...branches("allOf"));
    for (const alternatives of this.#unfilled(() =>
      ["anyOf", "oneOf"].map(branches),
    ))
      if (alternatives.length > 0) all.push(union(alternatives));
    return described(intersection(all), schema);
  }

  /**
   * Returns the definition that `$ref` names. Creates the definition at the
   * first reference.
   */
  #reference(schema: object, $ref: unknown, at: string): Target {
    const { root } = this.#resources;
    const base = this.#resources.getBase(schema, root);
    const found = this.#resources.resolve($ref, base).schema;
    const known = this.#names.get(found);
    if (known !== undefined) return { $ref: `#/definitions/${known}` };
    if (!isObject(found)) return this.#convert(found, `${at}.$ref`);
    const [last = ""] = String($ref).split(/[#/]/).reverse();
    const name = createUniqueName(pascalCase(last), this.#made.used);
    return this.define(found, name, `${at}.$ref`);
  }

  /**
   * Converts the keywords `type`, `enum` and `const`, and the keywords that
   * belong to each value of `type`.
   */
  #values(schema: Json, type: unknown, at: string): Target {
    if (schema["const"] !== undefined) return literals([schema["const"]]);
    if (Array.isArray(schema["enum"])) return literals(schema["enum"]);
    const composite = COMPOSITE.find((name) => schema[name] !== undefined);
    if (type === undefined && composite !== undefined)
      this.#note(
        at,
        `"${composite}" without "type" also allows values of other types`,
      );
    const saysNothing = schema["type"] === undefined && composite === undefined;
    if (type === undefined || saysNothing) return UNKNOWN;
    return union(
      [type].flat().map((name) => {
        if (name === "object") return this.#object(schema, at);
        if (name === "array") return this.#array(schema, at);
        return { type: name };
      }),
    );
  }

  /**
   * Converts an object schema. The TypeScript type declares only the members in
   * `properties`, although undeclared members remain allowed.
   */
  #object(schema: Json, at: string): Target {
    const declared = new Map(toEntries(schema["properties"]));
    const required = toList(schema["required"]).map(String);
    const properties: { [name: string]: Target } = {};
    const present = new Set(required);
    const base = this.#resources.getBase(schema, this.#resources.root);
    let isWider = false;
    for (const name of new Set([...declared.keys(), ...required]))
      if (UNSAFE.has(name)) {
        this.#note(
          at,
          `the member "${name}" is left out because every JavaScript object inherits a member of this name`,
        );
        isWider = true;
      } else {
        const place = `${at}.properties.${name}`;
        properties[name] = this.#convert(declared.get(name), place);
        if (!this.#filled) continue;
        const value = findDefault(
          getAppliedSchemas(this.#resources, declared.get(name), base),
        );
        if (value === undefined) continue;
        present.add(name);
        // The runtime does not validate default values. Many schemas have the
        // default `null` but do not allow `null`. The generated type allows it.
        if (value === null)
          properties[name] = union([properties[name], { type: "null" }]);
      }
    const isEmpty = Object.keys(properties).length === 0;
    const others = toEntries(schema["patternProperties"]).map(
      ([pattern, value]) =>
        this.#unfilled(() =>
          this.#convert(value, `${at}.patternProperties.${pattern}`),
        ),
    );
    const rest =
      schema["additionalProperties"] ?? (isEmpty || others.length > 0);
    if (rest !== false)
      others.push(
        this.#unfilled(() => this.#convert(rest, `${at}.additionalProperties`)),
      );
    const result = {
      type: "object",
      properties,
      required: [...present].filter((name) => !UNSAFE.has(name)),
    };
    if (others.length === 0)
      return { ...result, additionalProperties: isWider };
    const other = union(others);
    if (isEmpty && !isWider) return { ...result, additionalProperties: other };
    if (other !== UNKNOWN)
      this.#note(at, "undeclared members get the type unknown");
    return { ...result, additionalProperties: true };
  }

  /**
   * Converts an array schema, or a tuple if the first items have separate
   * schemas.
   */
  #array(schema: Json, at: string): Target {
    const { items, prefixItems, additionalItems } = schema;
    const isOld = this.#resources.draft7 && Array.isArray(items);
    const head = toList(isOld ? items : prefixItems);
    const rest = isOld ? additionalItems : items;
    const element = isOld
      ? this.#unfilled(() => this.#convert(rest, `${at}.items`))
      : this.#convert(rest, `${at}.items`);
    if (head.length === 0) return { type: "array", items: element };
    if (head.length > MAX_TUPLE) {
      this.#note(at, `a tuple of ${head.length} items becomes an array`);
      return { type: "array", items: UNKNOWN };
    }
    return {
      type: "array",
      items: this.#unfilled(() =>
        head.map((item, index) =>
          this.#convert(item, `${at}.prefixItems.${index}`),
        ),
      ),
      minItems: Math.min(Number(schema["minItems"] ?? 0), head.length),
      additionalItems: rest === false ? false : element,
      ...(rest === false ? { maxItems: head.length } : {}),
    };
  }

  #note(at: string, text: string): void {
    this.#made.notes.add(`${at}: ${text}`);
  }
}

function toEntries(value: unknown): [name: string, member: unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
