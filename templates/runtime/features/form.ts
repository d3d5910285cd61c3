/** Forms: what a server may ask a user for, and what may come back. */
import { isObject } from "../connection/messages.js";

/** A flat schema: primitive fields, and choices of texts. */
export interface Form {
  readonly properties: { readonly [name: string]: Field };
  readonly required?: readonly string[] | undefined;
}

interface Choices {
  readonly enum?: readonly string[] | undefined;
  readonly oneOf?: readonly Choice[] | undefined;
  readonly anyOf?: readonly Choice[] | undefined;
}

interface Choice {
  readonly const: string;
}

interface Field extends Choices {
  readonly type: string;
  readonly format?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly items?: Choices | undefined;
  readonly default?: unknown;
}

/** Says whether a text has a format. */
export type HasFormat = (format: string, text: string) => boolean;

/** The name of a field that is not as the form has it; undefined when none is. */
export function wrongField(
  { properties, required = [] }: Form,
  content: { readonly [name: string]: unknown },
  hasFormat?: HasFormat,
): string | undefined {
  return (
    required.find((name) => content[name] === undefined) ??
    Object.keys(content).find(
      (name) =>
        content[name] !== undefined &&
        Object.hasOwn(properties, name) &&
        !fits(properties[name] as Field, content[name], hasFormat),
    )
  );
}

/**
 * `content` with what the form has for fields that were left out; lists only
 * where an answer may hold them.
 */
export function withDefaults(
  { properties }: Form,
  content: { readonly [name: string]: unknown },
  lists: boolean,
): { [name: string]: unknown } {
  const all = { ...content };
  for (const [name, { default: value }] of Object.entries(properties)) {
    if (value === undefined || (Array.isArray(value) && !lists)) continue;
    all[name] ??= value;
  }
  return all;
}

/** The texts that there are to choose from, where there are. */
export function choicesOf(field: unknown): readonly string[] | undefined {
  if (!isObject(field)) return undefined;
  const { enum: texts, oneOf, anyOf } = field as Choices;
  return texts ?? (oneOf ?? anyOf)?.map((choice) => choice.const);
}

function fits(field: Field, value: unknown, hasFormat?: HasFormat): boolean {
  const { type, format } = field;
  const choices = choicesOf(field.items ?? field);
  const known = (one: unknown): boolean =>
    typeof one === "string" && (choices?.includes(one) ?? true);
  switch (type) {
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return (
        known(value) &&
        isWithin(
          [...(value as string)].length,
          field.minLength,
          field.maxLength,
        ) &&
        (format === undefined || (hasFormat?.(format, value as string) ?? true))
      );
    case "array":
      return (
        Array.isArray(value) &&
        value.every(known) &&
        isWithin(value.length, field.minItems, field.maxItems)
      );
    default:
      return (
        (type === "integer"
          ? Number.isInteger(value)
          : Number.isFinite(value)) &&
        isWithin(value as number, field.minimum, field.maximum)
      );
  }
}

function isWithin(size: number, least = -Infinity, most = Infinity): boolean {
  return size >= least && size <= most;
}
