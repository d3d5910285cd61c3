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
import {
  arrayType,
  objectType,
  listOf,
  type Conversion,
} from "./composites.js";
import {
  described,
  intersection,
  literals,
  NEVER,
  union,
  UNKNOWN,
  type Target,
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
  "$dynamicRef",
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
  const notes = new Set<string>();
  const definitions: { [name: string]: Target } = {};
  const properties = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      converted(schema, name, { used, notes, definitions }),
    ]),
  );
  return {
    schema: {
      type: "object",
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
      definitions,
    },
    notes: [...notes],
  };
}

/** A reference to one schema's definition; what its own name, becomes others. */
function converted(
  root: Json,
  title: string,
  made: {
    readonly used: Set<string>;
    readonly notes: Set<string>;
    readonly definitions: { [name: string]: Target };
  },
): Target {
  const resources = new Resources(root);
  const named = new Map<unknown, string>();
  let parts = 0;
  const start = { base: resources.root, at: title, depth: 0 };
  return define(root, pascalCase(title), start);

  function define(schema: unknown, name: string, place: Place): Target {
    // Set before it is converted, as the schema may refer to itself.
    named.set(schema, name);
    made.definitions[name] = {};
    made.definitions[name] = convert(schema, place);
    return { $ref: `#/definitions/${name}` };
  }

  /** `known` is the `type` that the value has by what stands around it. */
  function convert(schema: unknown, place: Place, known?: unknown): Target {
    if (schema === false) return NEVER;
    if (!isObject(schema)) return UNKNOWN;
    if (place.depth > MAX_DEPTH || ++parts > MAX_PARTS) {
      note(place, "the schema is too large");
      return UNKNOWN;
    }
    const base = resources.baseOf(schema, place.base);
    const below = { base, at: place.at, depth: place.depth + 1 };
    const { $ref, type = known } = schema;
    if (resources.draft7 && $ref !== undefined) return reference($ref, below);

    for (const keyword of UNTYPED)
      if (schema[keyword] !== undefined)
        note(place, `"${keyword}" has no type`);
    const branches = (keyword: string): Target[] =>
      listOf(schema[keyword]).map((part, index) =>
        convert(part, under(below, `${keyword}.${index}`), type),
      );
    const alternatives = ["anyOf", "oneOf"].map(branches);
    const all = intersection([
      ...($ref === undefined ? [] : [reference($ref, below)]),
      values(schema, type, below),
      ...branches("allOf"),
      ...alternatives.filter(({ length }) => length > 0).map(union),
    ]);
    return described(all, schema);
  }

  /** The definition that `$ref` names, made when it is met first. */
  function reference($ref: unknown, { base, at, depth }: Place): Target {
    const found = resources.resolve($ref, base);
    const known = named.get(found.schema);
    if (known !== undefined) return { $ref: `#/definitions/${known}` };
    const place = { base: found.base, at: `${at}.$ref`, depth };
    if (!isObject(found.schema)) return convert(found.schema, place);
    const [last = ""] = String($ref).split(/[#/]/).reverse();
    const name = uniqueName(pascalCase(last), made.used);
    return define(found.schema, name, place);
  }

  /** What `type`, `enum`, `const` and the keywords of each type say. */
  function values(schema: Json, type: unknown, place: Place): Target {
    if (schema["const"] !== undefined) return literals([schema["const"]]);
    if (Array.isArray(schema["enum"])) return literals(schema["enum"]);
    const composite = COMPOSITE.find((name) => schema[name] !== undefined);
    if (type === undefined) {
      if (composite !== undefined)
        note(
          place,
          `"${composite}" without a "type" allows values of any other`,
        );
      return UNKNOWN;
    }
    if (schema["type"] === undefined && composite === undefined) return UNKNOWN;
    const conversion: Conversion = {
      draft7: resources.draft7,
      convert: (part, key) => convert(part, under(place, key)),
      note: (text) => note(place, text),
    };
    return union(
      [type].flat().map((one) => {
        if (one === "object") return objectType(schema, conversion);
        if (one === "array") return arrayType(schema, conversion);
        return { type: one };
      }),
    );
  }

  function note({ at }: Place, text: string): void {
    made.notes.add(`${at}: ${text}`);
  }
}

function under(place: Place, key: string): Place {
  return { ...place, at: `${place.at}.${key}` };
}
