/** Forms: what a server may ask a user for, and what may come back. */
import { isObject } from "../connection/messages.js";
import { problem } from "../validation/problem.js";
import {
  array,
  boolean,
  integerIn,
  literal,
  numberIn,
  object,
  optional,
  text,
  type Optional,
  type Shape,
} from "../validation/shape.js";

/** A flat schema: primitive fields, and choices of texts. */
export interface Form {
  readonly type?: unknown;
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

/** One field, as far as it says what may be filled in. */
export interface Field extends Choices {
  readonly type: string;
  readonly title?: string | undefined;
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

/** Says of a text whether it has a format, by the format's name. */
export interface Formats {
  readonly [format: string]: (text: string) => boolean;
}

const TYPES = ["string", "number", "integer", "boolean"];

/** What keeps a schema from being a flat form, and where it does. */
export function problemOfForm(form: unknown): string | undefined {
  const { properties = {} } = Object(form) as Partial<Form>;
  const fields: { [name: string]: Shape } = {};
  for (const name in properties) {
    const field = Object(properties[name]) as Field;
    const types = choicesOf(field.items) ? [...TYPES, "array"] : TYPES;
    fields[name] = object({
      type: literal(...types),
      default: optional(shapeOf(field)),
    });
  }
  const shape = object({
    type: literal("object"),
    properties: object(fields),
    required: optional(array(literal(...Object.keys(fields)))),
  });
  return problem(shape, form, "requestedSchema");
}

/** What keeps content from being what a form asks for, and where it does. */
export function problemOfAnswer(
  { properties, required = [] }: Form,
  content: unknown,
  formats?: Formats,
): string | undefined {
  const shapes: { [name: string]: Shape | Optional } = {};
  for (const name in properties) {
    const shape = shapeOf(properties[name] as Field, formats);
    shapes[name] = required.includes(name) ? shape : optional(shape);
  }
  return problem(object(shapes), content, "content");
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

function shapeOf(field: Field, formats: Formats = {}): Shape {
  const { type, format = "" } = field;
  const range = { min: field.minimum, max: field.maximum };
  if (type === "boolean") return boolean;
  if (type === "integer") return integerIn(range);
  if (type === "number") return numberIn(range);
  const choices = choicesOf(field.items ?? field);
  const test = Object.hasOwn(formats, format) && formats[format];
  const word = choices
    ? literal(...choices)
    : text({
        min: field.minLength,
        max: field.maxLength,
        patterns: test ? [{ source: format, test }] : undefined,
      });
  return type === "array"
    ? array(word, { min: field.minItems, max: field.maxItems })
    : word;
}
