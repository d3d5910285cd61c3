/**
 * JSON Schema (2020-12 and draft-07) as json-schema-to-typescript understands
 * it. Only keywords that make a type are carried over, each built anew, so that
 * nothing of a stranger's schema gets into code but names and literals. What
 * has no type becomes a wider one, and a note.
 */
import { isObject } from "../../../templates/runtime/validation/guards.js";
import { Resources } from "../../../templates/runtime/schema/references.js";
import type { Json } from "../manifest/listing.js";
import { pascalCase, uniqueName } from "../names.js";
import { arrayType, list, objectType, type Conversion } from "./composites.js";
import { docOf } from "./doc.js";
import {
  described,
  intersection,
  literals,
  NEVER,
  union,
  UNKNOWN,
  type Target,
  type TypeName,
} from "./target.js";

/** A schema of ours for the tool to compile, and what its types leave out. */
export interface TypeSchema {
  readonly schema: Target;
  /** `input.properties.a: "not" has no type`; in the order of the schema. */
  readonly notes: readonly string[];
}

/** Where a schema stands. */
interface Place {
  /** URI that its references are relative to. */
  readonly base: string;
  /** `input.properties.a`, as notes name it. */
  readonly at: string;
  readonly depth: number;
}

/** Deeper schemas, and more parts, become `unknown`. */
const MAX_DEPTH = 40;
const MAX_PARTS = 2_000;

/** Keywords without a type that change which values fit. */
const UNTYPED = [
  "not",
  "if",
  "dependentSchemas",
  "dependentRequired",
  "dependencies",
  "propertyNames",
  "contains",
];

/** Keywords that say something of objects or arrays alone. */
const COMPOSITE = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "items",
  "prefixItems",
];

/** One schema with a definition for each of these schemas, by name. */
export function toTypeSchema(schemas: {
  readonly [name: string]: Json;
}): TypeSchema {
  const used = new Set(["Types", ...Object.keys(schemas).map(pascalCase)]);
  const notes: string[] = [];
  const definitions: { [name: string]: Target } = {};
  const properties: { [name: string]: Target } = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const converter = new Converter(schema, used, definitions, notes);
    properties[name] = converter.root(pascalCase(name), name);
  }
  return {
    schema: {
      type: "object",
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
      definitions,
    },
    notes,
  };
}

/** Converts one schema; what its references name becomes definitions. */
class Converter {
  readonly #schema: Json;
  readonly #resources: Resources;
  readonly #used: Set<string>;
  readonly #definitions: { [name: string]: Target };
  readonly #notes: string[];
  readonly #named = new Map<unknown, string>();
  #parts = 0;

  constructor(
    schema: Json,
    used: Set<string>,
    definitions: { [name: string]: Target },
    notes: string[],
  ) {
    this.#schema = schema;
    this.#resources = new Resources(schema);
    this.#used = used;
    this.#definitions = definitions;
    this.#notes = notes;
  }

  root(name: string, at: string): Target {
    const place = { base: this.#resources.root, at, depth: 0 };
    return this.#define(this.#schema, name, place);
  }

  #define(schema: unknown, name: string, place: Place): Target {
    // Set before it is converted, as the schema may refer to itself.
    this.#named.set(schema, name);
    this.#definitions[name] = {};
    this.#definitions[name] = this.#convert(schema, place, null);
    return { $ref: `#/definitions/${name}` };
  }

  /** `known` are the types that the value has by what stands around it. */
  #convert(
    schema: unknown,
    { base: outer, at, depth }: Place,
    known: readonly TypeName[] | null,
  ): Target {
    if (schema === false) return NEVER;
    if (!isObject(schema)) return UNKNOWN;
    if (depth > MAX_DEPTH || ++this.#parts > MAX_PARTS) {
      this.#note(at, "the schema is too large");
      return UNKNOWN;
    }
    const base = this.#resources.baseOf(schema, outer);
    const below = { base, at, depth: depth + 1 };
    if (this.#resources.draft7 && schema["$ref"] !== undefined)
      return this.#reference(schema, below);

    for (const keyword of UNTYPED)
      if (schema[keyword] !== undefined)
        this.#note(at, `"${keyword}" has no type`);
    const parts: Target[] = [];
    const own = schema["type"] === undefined ? known : typesOf(schema["type"]);
    const types = own ?? this.#typesBeside(schema, below);
    const branches = (keyword: string): Target[] =>
      list(schema[keyword]).map((part, index) =>
        this.#convert(part, under(below, `${keyword}.${index}`), types),
      );
    if (schema["$ref"] !== undefined)
      parts.push(this.#reference(schema, below));
    if (schema["$dynamicRef"] !== undefined)
      this.#note(at, '"$dynamicRef" has no type');
    parts.push(this.#values(schema, below, types));
    parts.push(...branches("allOf"));
    for (const keyword of ["anyOf", "oneOf"]) {
      const alternatives = branches(keyword);
      if (alternatives.length > 0) parts.push(union(alternatives));
    }
    return described(intersection(parts), docOf(schema));
  }

  /** The definition that `$ref` names, made when it is met first. */
  #reference(schema: Json, { base, at, depth }: Place): Target {
    const reference = String(schema["$ref"]);
    const found = this.#resources.resolve(reference, base);
    const known = this.#named.get(found.schema);
    if (known !== undefined) return { $ref: `#/definitions/${known}` };
    const place = { base: found.base, at, depth };
    if (!isObject(found.schema))
      return this.#convert(found.schema, place, null);
    const [last = ""] = reference.split(/[#/]/).reverse();
    const name = uniqueName(pascalCase(last), this.#used);
    return this.#define(found.schema, name, under(place, "$ref"));
  }

  /** What `type`, `enum`, `const` and the keywords of each type say. */
  #values(
    schema: Json,
    place: Place,
    types: readonly TypeName[] | null,
  ): Target {
    const values =
      schema["const"] === undefined ? schema["enum"] : [schema["const"]];
    if (Array.isArray(values)) return literals(values, types);
    const said = COMPOSITE.find((keyword) => schema[keyword] !== undefined);
    if (types === null) {
      if (said !== undefined)
        this.#note(
          place.at,
          `"${said}" without a "type" allows values of any other`,
        );
      return UNKNOWN;
    }
    if (schema["type"] === undefined && said === undefined) return UNKNOWN;
    const conversion: Conversion = {
      draft7: this.#resources.draft7,
      convert: (part, key) => this.#convert(part, under(place, key), null),
      note: (text) => this.#note(place.at, text),
    };
    const distinct = types.filter(
      (type) => type !== "integer" || !types.includes("number"),
    );
    return union(
      distinct.map((type) => {
        if (type === "object") return objectType(schema, conversion);
        if (type === "array") return arrayType(schema, conversion);
        return { type };
      }),
    );
  }

  /** Types that the schemas which stand beside it leave, or null. */
  #typesBeside(
    schema: Json,
    { base, depth }: Pick<Place, "base" | "depth">,
  ): readonly TypeName[] | null {
    if (depth > MAX_DEPTH) return null;
    for (const part of list(schema["allOf"]))
      if (isObject(part) && part["type"] !== undefined)
        return typesOf(part["type"]);
    if (schema["$ref"] === undefined) return null;
    const found = this.#resources.resolve(schema["$ref"], base);
    if (!isObject(found.schema)) return null;
    return found.schema["type"] === undefined
      ? this.#typesBeside(found.schema, { base: found.base, depth: depth + 1 })
      : typesOf(found.schema["type"]);
  }

  #note(at: string, text: string): void {
    const note = `${at}: ${text}`;
    if (!this.#notes.includes(note)) this.#notes.push(note);
  }
}

function under(place: Place, key: string): Place {
  return { ...place, at: `${place.at}.${key}` };
}

function typesOf(type: unknown): TypeName[] {
  return (Array.isArray(type) ? type : [type]) as TypeName[];
}
