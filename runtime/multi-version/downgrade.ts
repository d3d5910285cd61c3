/**
 * Downgrade of values for a peer of an older revision. Members that the
 * revision does not have are removed, or converted to what it has.
 */
import { isObject } from "../validation/guards.js";

export interface Downgrade {
  /** Members that the older revision does not have. */
  readonly drop?: readonly string[];
  /**
   * Members that must be objects in the older revision. They are removed
   * otherwise.
   */
  readonly objects?: readonly string[];
  /**
   * Members that are a single value in the older revision and an array in later
   * ones.
   */
  readonly single?: readonly string[];
  /**
   * Members that must be schemas of type `object` whose properties are not
   * boolean schemas.
   */
  readonly schemas?: readonly string[];
  /** Whether the titles of choices are in a separate array, `enumNames`. */
  readonly choices?: true;
  /**
   * Members that need an id in the older revision, with the name of the member
   * for it. A new id is generated if it is missing.
   */
  readonly named?: { readonly [member: string]: string };
  /** Downgrades of members. For an array, applied to each element. */
  readonly of?: { readonly [member: string]: Downgrade };
  /** Downgrade of every member. */
  readonly each?: Downgrade;
  /**
   * Name of the discriminant member. `kinds` has its values in the older
   * revision.
   */
  readonly by?: string;
  readonly kinds?: { readonly [kind: string]: Downgrade };
}

interface Members {
  readonly [name: string]: unknown;
}

/**
 * Returns the downgraded value. Returns `value` itself if nothing changes,
 * otherwise a copy.
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

/** Returns the values to choose from, and the title of each. */
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
 * Returns a schema of type `object` without boolean schemas as properties.
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
 * Returns a content block of a kind that the peer does not know as a text
 * block.
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
