/**
 * Adds the default values of a JSON Schema to valid values. Libraries that
 * implement Standard Schema do the same for their schemas.
 */
import { isObject } from "../validation/guards.js";
import { SchemaIndex } from "./references.js";

/** Subschema, with the URI against which its references are resolved. */
interface Part {
  readonly schema: { readonly [keyword: string]: unknown };
  readonly base: string;
}

/**
 * Returns the schema itself and the schemas to which its `$ref` and `allOf`
 * lead. All of them apply to every value of the schema. `outer` is the base URI
 * of the surrounding schema.
 */
export function getAppliedSchemas(
  index: SchemaIndex,
  schema: unknown,
  outer: string,
  seen: Set<unknown> = new Set(),
): Part[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const base = index.getBase(schema, outer);
  const { $ref, allOf } = schema;
  const target = $ref !== undefined && index.resolve($ref, base);
  return [
    { schema, base },
    ...(target
      ? getAppliedSchemas(index, target.schema, target.base, seen)
      : []),
    ...(Array.isArray(allOf)
      ? allOf.flatMap((part) => getAppliedSchemas(index, part, base, seen))
      : []),
  ];
}

/**
 * Returns the first default in a list of schemas that all apply to the same
 * value.
 */
export function findDefault(parts: readonly Part[]): unknown {
  return parts.find(({ schema }) => schema.default !== undefined)?.schema
    .default;
}

/**
 * Returns a function that adds the defaults of a schema to a copy of a valid
 * value. Returns undefined for a schema without defaults.
 *
 * An absent member of an object receives its default, also in nested objects
 * and in array items. Schemas in `$ref` and `allOf` are followed. Schemas in
 * `anyOf`, `oneOf` and `if` add nothing, because they do not apply to every
 * value.
 */
export function compileDefaults(
  root: unknown,
): ((value: unknown) => unknown) | undefined {
  if (!JSON.stringify(root).includes('"default":')) return undefined;
  const index = new SchemaIndex(root);
  // Schemas whose default is currently being added. Within this default, the
  // default of the same schema is not added again. Otherwise the defaults of a
  // recursive schema would be added without end.
  const active = new Set<unknown>();

  const fill = (value: unknown, parts: readonly Part[]): unknown =>
    parts.reduce((filled, { schema: { items, properties }, base }) => {
      if (Array.isArray(filled)) {
        const inner = getAppliedSchemas(index, items, base);
        return filled.map((item) => fill(item, inner));
      }
      if (!isObject(filled) || !isObject(properties)) return filled;
      const members = new Map(Object.entries(filled));
      for (const [name, property] of Object.entries(properties)) {
        const inner = getAppliedSchemas(index, property, base);
        let member = members.get(name);
        const absent = member === undefined && !active.has(property);
        if (absent) {
          active.add(property);
          member = structuredClone(findDefault(inner));
        }
        if (member !== undefined) members.set(name, fill(member, inner));
        if (absent) active.delete(property);
      }
      // `Object.fromEntries` creates a normal member even for `__proto__`.
      return Object.fromEntries(members);
    }, value);

  return (value) => fill(value, getAppliedSchemas(index, root, index.root));
}
