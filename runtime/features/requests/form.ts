/** Forms: what a server may ask a user for, and what may come back. */
import { FIELDS, patternOf } from "../../validation/formats.js";
import { own } from "../../validation/guards.js";
import { PeerPatterns } from "../../json-schema/untrusted-schema.js";
import { problem } from "../../validation/explain/problem.js";
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
  type Pattern,
  type Shape,
} from "../../validation/shape.js";
import type { Test } from "../../validation/formats.js";

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
  /** A pattern, or what stands for one that the peer wrote. */
  readonly pattern?: string | Pattern | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly items?: Choices | undefined;
  readonly default?: unknown;
}

const FIELD_TYPES = ["string", "number", "integer", "boolean"];

/** What is wrong with a schema as a flat form, and where. */
export function problemOfForm(form: unknown): string | undefined {
  const properties = propertiesOf(form);
  const shape = object({
    type: literal("object"),
    properties: fields(properties, (field) => {
      const types = choicesOf(field.items)
        ? [...FIELD_TYPES, "array"]
        : FIELD_TYPES;
      return object({
        type: literal(...types),
        default: optional(shapeOf(field)),
      });
    }),
    required: optional(array(literal(...Object.keys(properties)))),
  });
  return problem(shape, form, "requestedSchema");
}

/** What is wrong with content as the answer to a form, and where. */
export function problemOfAnswer(
  { properties, required = [] }: Form,
  content: unknown,
): string | undefined {
  const needed = new Set(required);
  const shape = fields(properties, (field, name) =>
    needed.has(name) ? shapeOf(field) : optional(shapeOf(field)),
  );
  return problem(shape, content, "content");
}

/** What is wrong with a value for a field of a stranger's form. */
export function problemOfField(
  form: Form,
  name: string,
  value: unknown,
): string | undefined {
  const { properties } = fitFor(form, { [name]: value });
  const shape = shapeOf(Object(own(properties, name)));
  return problem(shape, value, "")?.replace(/^: /, "");
}

/** The fields of what may be a form. */
export function propertiesOf(form: unknown): Form["properties"] {
  return Object((Object(form) as Partial<Form>).properties);
}

/**
 * The shape of an object with such fields; Object.fromEntries takes `__proto__`
 * for a name like any other.
 */
function fields(
  properties: Form["properties"],
  shape: (field: Field, name: string) => Shape | Optional,
): Shape {
  const entries = Object.entries(properties).map(
    ([name, field]) => [name, shape(Object(field), name)] as const,
  );
  return object(Object.fromEntries(entries));
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
  const defaults = Object.entries(properties)
    .map(([name, { default: value }]) => [name, value] as const)
    .filter(
      ([name, value]) =>
        value !== undefined &&
        (own(content, name) ?? undefined) === undefined &&
        (lists || !Array.isArray(value)),
    );
  return Object.fromEntries([...Object.entries(content), ...defaults]);
}

/**
 * A stranger's form, whose patterns are matched in linear time. Left out are those
 * of defaults, which are not what the user wrote, and those that cannot be matched
 * so, such as Python's: `tell` says which.
 */
export function fitFor(
  form: Form,
  content: { readonly [name: string]: unknown },
  tell: (problem: string) => void = () => {},
): Form {
  const patterns = new PeerPatterns();
  const fields = Object.entries(form.properties).map(([name, field]) => {
    const { pattern, ...rest } = field;
    const counts =
      typeof pattern === "string" && own(content, name) !== field.default;
    const linear = counts && patterns.get(pattern);
    return [name, linear ? { ...rest, pattern: linear } : rest] as const;
  });
  if (patterns.problem) tell(patterns.problem);
  return { ...form, properties: Object.fromEntries(fields) };
}

/** The strings to choose from, if the field is a choice. */
function choicesOf(field: unknown): readonly string[] | undefined {
  const { enum: texts, oneOf, anyOf } = Object(field) as Choices;
  return texts ?? (oneOf ?? anyOf)?.map((choice) => choice.const);
}

function shapeOf(field: Field): Shape {
  const { type, format = "", pattern, minimum: min, maximum: max } = field;
  if (type === "boolean") return boolean;
  if (type === "integer") return integerIn({ min, max });
  if (type === "number") return numberIn({ min, max });
  const choices = choicesOf(field.items ?? field);
  const test = own(FIELDS, format) as Test | undefined;
  const patterns: Pattern[] = test ? [{ source: format, test }] : [];
  if (pattern !== undefined) {
    patterns.push(typeof pattern === "string" ? patternOf(pattern) : pattern);
  }
  const word = choices
    ? literal(...choices)
    : text(
        {
          min: field.minLength,
          max: field.maxLength,
          patterns,
        },
        test && `string of format ${format}`,
      );
  return type === "array"
    ? array(word, { min: field.minItems, max: field.maxItems })
    : word;
}
