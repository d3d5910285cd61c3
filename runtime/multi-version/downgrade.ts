/**
 * Downgrade of values for a peer of an older revision. Members that the older
 * revision does not have are removed or converted to other members.
 */
import { isObject } from "../validation/guards.js";

export interface Downgrade {
  /**
   * Names of the members that are removed, because the older revision does not
   * have them.
   */
  readonly drop?: readonly string[];
  /**
   * Names of the members that are removed unless their value is an object,
   * because the older revision allows only objects.
   */
  readonly objects?: readonly string[];
  /**
   * Names of the members that are an array in later revisions and a single
   * value in the older revision. An array with one element is replaced by the
   * element.
   */
  readonly single?: readonly string[];
  /**
   * Names of the members with JSON Schemas for which the older revision allows
   * only type `object`. Schemas of other types are removed, and boolean schemas
   * of properties are converted.
   */
  readonly schemas?: readonly string[];
  /**
   * Whether the value is an enum schema. In the older revision, the titles of
   * its choices are in a separate array, `enumNames`.
   */
  readonly choices?: true;
  /**
   * Members that require an id in the older revision. Each key is the name of
   * such a member, and its value is the name of the adjacent member with the
   * id. A missing id is generated.
   */
  readonly named?: { readonly [member: string]: string };
  /**
   * Downgrades for the values of members, by member name. If the value of a
   * member is an array, the downgrade applies to each element.
   */
  readonly of?: { readonly [member: string]: Downgrade };
  /** Downgrade for the values of all members. */
  readonly each?: Downgrade;
  /**
   * Name of the member that distinguishes the types of a union, such as `type`.
   * `kinds` has a downgrade for each value of this member that the older
   * revision knows.
   */
  readonly by?: string;
  readonly kinds?: { readonly [kind: string]: Downgrade };
}

interface Members {
  readonly [name: string]: unknown;
}

/**
 * Returns a value downgraded for an older revision: `value` itself if no change
 * is necessary, otherwise a changed copy.
 */
export function downgradeValue(
  downgrade: Downgrade | undefined,
  value: unknown,
): unknown {
  if (downgrade === undefined) return value;
  if (Array.isArray(value)) return downgradeElements(downgrade, value);
  return isObject(value) ? downgradeObject(downgrade, value) : value;
}

function downgradeElements(
  downgrade: Downgrade,
  values: readonly unknown[],
): unknown {
  let copy: unknown[] | undefined;
  for (const [index, value] of values.entries()) {
    const downgraded = downgradeValue(downgrade, value);
    if (downgraded !== value) (copy ??= [...values])[index] = downgraded;
  }
  return copy ?? values;
}

function downgradeObject(downgrade: Downgrade, value: Members): Members {
  const { by, kinds } = downgrade;
  if (by !== undefined && kinds !== undefined) {
    const kind = String(value[by]);
    if (Object.hasOwn(kinds, kind))
      return downgradeObject(kinds[kind] ?? {}, value);
    return Object.hasOwn(kinds, "text") ? toTextBlock(value) : value;
  }
  let copy: { [name: string]: unknown } | undefined;
  const change = (name: string, to: unknown): void => {
    copy ??= { ...value };
    if (to === undefined) delete copy[name];
    else copy[name] = to;
  };
  if (downgrade.choices && Array.isArray(value.oneOf)) {
    const { texts, titles } = getChoices(value.oneOf);
    change("enum", texts);
    change("enumNames", titles);
  }
  for (const [name, id] of Object.entries(downgrade.named ?? {})) {
    if (value[name] === undefined || value[id] !== undefined) continue;
    change(id, crypto.randomUUID());
  }
  for (const name of downgrade.drop ?? []) {
    if (value[name] !== undefined) change(name, undefined);
  }
  for (const name of downgrade.objects ?? []) {
    if (value[name] !== undefined && !isObject(value[name])) {
      change(name, undefined);
    }
  }
  for (const name of downgrade.single ?? []) {
    const list = value[name];
    if (Array.isArray(list) && list.length === 1) change(name, list[0]);
  }
  for (const name of downgrade.schemas ?? []) {
    const schema = value[name];
    if (schema === undefined) continue;
    const plain = objectSchema(schema);
    if (plain !== schema) change(name, plain);
  }
  if (downgrade.of !== undefined) {
    for (const [name, inner] of Object.entries(downgrade.of)) {
      const before = (copy ?? value)[name];
      if (before === undefined) continue;
      const after = downgradeValue(inner, before);
      if (after !== before) change(name, after);
    }
  }
  if (downgrade.each !== undefined) {
    for (const [name, before] of Object.entries(value)) {
      const after = downgradeValue(downgrade.each, before);
      if (after !== before) change(name, after);
    }
  }
  return copy ?? value;
}

/**
 * Returns the values of the choices of an enum schema, and the title of each
 * choice.
 */
function getChoices(choices: readonly unknown[]): {
  readonly texts: unknown[];
  readonly titles: unknown[];
} {
  const titled = choices.filter(isObject);
  return {
    texts: titled.map((choice) => choice.const),
    titles: titled.map((choice) => choice.title ?? choice.const),
  };
}

/**
 * Returns a JSON Schema of type `object` without boolean schemas as properties.
 * Returns undefined for a schema of another type.
 */
function objectSchema(schema: unknown): unknown {
  if (!isObject(schema) || schema.type !== "object") return undefined;
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  let copy: { [name: string]: unknown } | undefined;
  for (const [name, inner] of Object.entries(properties)) {
    if (typeof inner !== "boolean") continue;
    (copy ??= { ...properties })[name] = inner ? {} : { not: {} };
  }
  return copy === undefined ? schema : { ...schema, properties: copy };
}

/**
 * Converts a content block to a text block, for a peer that does not know the
 * type of the block.
 */
function toTextBlock(block: Members): Members {
  const { type, name, title, uri, mimeType, description } = block;
  const words =
    typeof uri === "string"
      ? [title ?? name, uri, description]
      : [`${String(type)}, left out`, mimeType];
  const text = words.filter((word) => typeof word === "string").join(" · ");
  return { type: "text", text: typeof uri === "string" ? text : `[${text}]` };
}
