/**
 * JSON Schema (2020-12 and draft-07) as json-schema-to-typescript understands
 * it. Only keywords that make a type are carried over, each built anew, so that
 * nothing of a stranger's schema gets into code but names and literals. What
 * has no type becomes a wider one, and a note.
 */
import { Resources } from "../../../templates/runtime/schema/references.js";
import { valueText } from "../literal.js";
import { pascalCase, uniqueName } from "../names.js";
import { docOf } from "./doc.js";

/** A schema of ours for the tool to compile, and what its types leave out. */
export interface TypeSchema {
  readonly schema: Target;
  /** `input.properties.a: "not" has no type`; sorted by place. */
  readonly notes: readonly string[];
}

/** What json-schema-to-typescript takes. */
export interface Target {
  readonly [keyword: string]: unknown;
}

type Json = { readonly [keyword: string]: unknown };
type TypeName =
  "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";

const UNKNOWN: Target = { tsType: "unknown" };
const NEVER: Target = { tsType: "never" };
/** Deeper schemas, longer tuples and more parts become wider types. */
const MAX_DEPTH = 40;
const MAX_TUPLE = 8;
const MAX_PARTS = 2_000;

/** Every object has these already, with types of their own. */
const UNSAFE = new Set(Object.getOwnPropertyNames(Object.prototype));

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
const OBJECT_KEYWORDS = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
];
const ARRAY_KEYWORDS = ["items", "prefixItems"];

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
    return this.#define(this.#schema, this.#resources.root, name, at, 0);
  }

  #define(
    schema: unknown,
    base: string,
    name: string,
    at: string,
    depth: number,
  ): Target {
    this.#named.set(schema, name);
    this.#definitions[name] = {};
    this.#definitions[name] = this.#convert(schema, base, at, depth, null);
    return { $ref: `#/definitions/${name}` };
  }

  /** `known` are the types that the value has by what stands around it. */
  #convert(
    schema: unknown,
    outer: string,
    at: string,
    depth: number,
    known: readonly TypeName[] | null,
  ): Target {
    if (schema === false) return NEVER;
    if (!isJson(schema)) return UNKNOWN;
    if (depth > MAX_DEPTH || ++this.#parts > MAX_PARTS)
      return this.#widen(at, "the schema is too large");
    const base = this.#resources.baseOf(schema, outer);
    const next = depth + 1;
    if (this.#resources.draft7 && schema["$ref"] !== undefined)
      return this.#reference(schema, base, at, next);

    for (const keyword of UNTYPED)
      if (schema[keyword] !== undefined)
        this.#note(at, `"${keyword}" has no type`);
    const parts: Target[] = [];
    const own = schema["type"] === undefined ? known : typesOf(schema["type"]);
    const types = own ?? this.#typesBeside(schema, base, next);
    if (schema["$ref"] !== undefined)
      parts.push(this.#reference(schema, base, at, next));
    if (schema["$dynamicRef"] !== undefined)
      this.#note(at, '"$dynamicRef" has no type');
    parts.push(this.#values(schema, base, at, next, types));
    list(schema["allOf"]).forEach((part, index) =>
      parts.push(
        this.#convert(part, base, `${at}.allOf.${index}`, next, types),
      ),
    );
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = list(schema[keyword]).map((part, index) =>
        this.#convert(part, base, `${at}.${keyword}.${index}`, next, types),
      );
      if (branches.length > 0) parts.push(union(branches));
    }
    return described(intersection(parts), docOf(schema));
  }

  #reference(schema: Json, base: string, at: string, depth: number): Target {
    const reference = String(schema["$ref"]);
    const place = this.#resources.resolve(reference, base);
    const known = this.#named.get(place.schema);
    if (known !== undefined) return { $ref: `#/definitions/${known}` };
    if (!isJson(place.schema))
      return this.#convert(place.schema, place.base, at, depth, null);
    const [last = ""] = reference.split(/[#/]/).reverse();
    const name = uniqueName(pascalCase(last), this.#used);
    return this.#define(place.schema, place.base, name, `${at}.$ref`, depth);
  }

  /** What `type`, `enum`, `const` and the keywords of each type say. */
  #values(
    schema: Json,
    base: string,
    at: string,
    depth: number,
    types: readonly TypeName[] | null,
  ): Target {
    const literals =
      schema["const"] === undefined ? schema["enum"] : [schema["const"]];
    if (Array.isArray(literals)) {
      const fitting = literals.filter(
        (value) => types === null || types.some((type) => hasType(value, type)),
      );
      return literalsOf(fitting);
    }
    if (types === null) {
      const typed = [...OBJECT_KEYWORDS, ...ARRAY_KEYWORDS].filter(
        (keyword) => schema[keyword] !== undefined,
      );
      const [first] = typed;
      if (first !== undefined)
        this.#note(
          at,
          `"${first}" without a "type" allows values of any other`,
        );
      return UNKNOWN;
    }
    const says = (keywords: readonly string[]): boolean =>
      schema["type"] !== undefined ||
      keywords.some((keyword) => schema[keyword] !== undefined);
    if (!says([...OBJECT_KEYWORDS, ...ARRAY_KEYWORDS])) return UNKNOWN;
    const numbers = types.filter(
      (type) => type !== "integer" || !types.includes("number"),
    );
    return union(
      numbers.map((type) => {
        if (type === "object") return this.#object(schema, base, at, depth);
        if (type === "array") return this.#array(schema, base, at, depth);
        return { type };
      }),
    );
  }

  #object(schema: Json, base: string, at: string, depth: number): Target {
    const given = isJson(schema["properties"]) ? schema["properties"] : {};
    const properties: { [name: string]: Target } = {};
    let open = schema["additionalProperties"] === true;
    for (const [name, value] of Object.entries(given)) {
      if (UNSAFE.has(name)) {
        this.#note(at, `a member called "${name}" has no type`);
        open = true;
        continue;
      }
      const place = `${at}.properties.${name}`;
      properties[name] = this.#convert(value, base, place, depth, null);
    }
    const required = list(schema["required"]).filter(
      (name): name is string => typeof name === "string" && !UNSAFE.has(name),
    );
    for (const name of required)
      if (!Object.hasOwn(properties, name)) properties[name] = UNKNOWN;
    if (list(schema["required"]).some((name) => UNSAFE.has(String(name))))
      open = true;
    const result: Target = { type: "object", properties, required };
    const isEmpty = Object.keys(properties).length === 0;
    const others = this.#others(schema, base, at, depth);
    if (others === null) {
      // Objects are open; the names that are not declared are left out.
      return { ...result, additionalProperties: open || isEmpty };
    }
    if (others === false) return { ...result, additionalProperties: open };
    if (isEmpty && !open) return { ...result, additionalProperties: others };
    if (others !== UNKNOWN)
      this.#note(at, "the type of members that are not declared is unknown");
    return { ...result, additionalProperties: true };
  }

  /** Type of the members that are not declared; null when nothing is said. */
  #others(
    schema: Json,
    base: string,
    at: string,
    depth: number,
  ): Target | false | null {
    const { additionalProperties: rest, patternProperties } = schema;
    const patterns = isJson(patternProperties)
      ? Object.entries(patternProperties)
      : [];
    const types = patterns.map(([pattern, value]) =>
      this.#convert(
        value,
        base,
        `${at}.patternProperties.${pattern}`,
        depth,
        null,
      ),
    );
    if (rest === undefined) return types.length === 0 ? null : UNKNOWN;
    if (rest === false) return types.length === 0 ? false : union(types);
    const place = `${at}.additionalProperties`;
    return union([...types, this.#convert(rest, base, place, depth, null)]);
  }

  #array(schema: Json, base: string, at: string, depth: number): Target {
    const { draft7 } = this.#resources;
    const head = draft7
      ? Array.isArray(schema["items"])
        ? schema["items"]
        : []
      : list(schema["prefixItems"]);
    const rest =
      draft7 && head.length > 0 ? schema["additionalItems"] : schema["items"];
    const element =
      rest === undefined || rest === true
        ? UNKNOWN
        : this.#convert(rest, base, `${at}.items`, depth, null);
    if (head.length === 0) {
      return rest === false
        ? { tsType: "[]" }
        : { type: "array", items: element };
    }
    if (head.length > MAX_TUPLE) {
      this.#note(at, `a tuple of ${head.length} is an array`);
      return { type: "array", items: UNKNOWN };
    }
    const items = head.map((item, index) =>
      this.#convert(item, base, `${at}.prefixItems.${index}`, depth, null),
    );
    const least = Number(schema["minItems"] ?? 0);
    return {
      type: "array",
      items,
      minItems: Math.min(Math.max(0, least), items.length),
      additionalItems: rest === false ? false : element,
      ...(rest === false ? { maxItems: items.length } : {}),
    };
  }

  /** Types that the schemas which stand beside it leave, or null. */
  #typesBeside(
    schema: Json,
    base: string,
    depth: number,
  ): readonly TypeName[] | null {
    if (depth > MAX_DEPTH) return null;
    for (const part of list(schema["allOf"]))
      if (isJson(part) && part["type"] !== undefined)
        return typesOf(part["type"]);
    if (schema["$ref"] === undefined) return null;
    const place = this.#resources.resolve(schema["$ref"], base);
    if (!isJson(place.schema)) return null;
    return place.schema["type"] === undefined
      ? this.#typesBeside(place.schema, place.base, depth + 1)
      : typesOf(place.schema["type"]);
  }

  #widen(at: string, why: string): Target {
    this.#note(at, why);
    return UNKNOWN;
  }

  #note(at: string, text: string): void {
    const note = `${at}: ${text}`;
    if (!this.#notes.includes(note)) this.#notes.push(note);
  }
}

/** Objects are told as text: what is in them is data, and no schema. */
function literalsOf(values: readonly unknown[]): Target {
  const isPlain = (value: unknown): boolean =>
    typeof value !== "object" || value === null;
  const plain = values.filter(isPlain);
  return union([
    ...(plain.length > 0 ? [{ enum: plain }] : []),
    ...values
      .filter((value) => !isPlain(value))
      .map((value) => ({ tsType: valueText(value) })),
  ]);
}

function typesOf(type: unknown): TypeName[] {
  return (Array.isArray(type) ? type : [type]) as TypeName[];
}

function hasType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isJson(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** `unknown` in a union takes all of it; in an intersection it says nothing. */
function union(parts: readonly Target[]): Target {
  const [first = NEVER] = parts;
  if (parts.some((part) => part === UNKNOWN)) return UNKNOWN;
  return parts.length > 1 ? { anyOf: [...parts] } : first;
}

function intersection(parts: readonly Target[]): Target {
  const telling = parts.filter((part) => part !== UNKNOWN);
  const [first = UNKNOWN] = telling;
  return telling.length > 1 ? { allOf: telling } : first;
}

function described(schema: Target, description: string): Target {
  if (description === "") return schema;
  return schema["$ref"] === undefined
    ? { ...schema, description }
    : { allOf: [schema], description };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
