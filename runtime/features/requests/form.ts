/**
 * Elicitation forms: validation of the form's schema, and of the user's answer.
 */
import { FORM_FORMATS, compilePattern } from "../../validation/formats.js";
import { own } from "../../validation/guards.js";
import { LinearPatterns } from "../../json-schema/untrusted-schema.js";
import { findProblem } from "../../validation/explain/problem.js";
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
import type { StringTest } from "../../validation/formats.js";

/**
 * Schema of a form in an elicitation request. The schema is flat: each field is
 * a primitive value or a choice of strings.
 */
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

/** Field of a form, with the JSON Schema keywords that restrict its value. */
export interface Field extends Choices {
  readonly type: string;
  readonly title?: string | undefined;
  readonly format?: string | undefined;
  /**
   * Regular expression as source text. For a form from an untrusted peer, the
   * source text is replaced by a matcher that takes linear time.
   */
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

/**
 * Returns a description of the first mistake in a form's schema, with its
 * location. Returns `undefined` for a valid form.
 */
export function findFormProblem(form: unknown): string | undefined {
  const properties = getFields(form);
  const shape = object({
    type: literal("object"),
    properties: createFieldsShape(properties, (field) => {
      const types = getChoices(field.items)
        ? [...FIELD_TYPES, "array"]
        : FIELD_TYPES;
      return object({
        type: literal(...types),
        default: optional(getFieldShape(field)),
      });
    }),
    required: optional(array(literal(...Object.keys(properties)))),
  });
  return findProblem(shape, form, "requestedSchema");
}

/**
 * Returns a description of the first mistake in the answer to a form, with its
 * location. Returns `undefined` for a valid answer.
 */
export function findAnswerProblem(
  { properties, required = [] }: Form,
  content: unknown,
): string | undefined {
  const needed = new Set(required);
  const shape = createFieldsShape(properties, (field, name) =>
    needed.has(name) ? getFieldShape(field) : optional(getFieldShape(field)),
  );
  return findProblem(shape, content, "content");
}

/**
 * Returns the reason why a value is invalid for a field, or `undefined` for a
 * valid value. The form may come from an untrusted peer, so its pattern is
 * matched in linear time.
 */
export function findFieldProblem(
  form: Form,
  name: string,
  value: unknown,
): string | undefined {
  const { properties } = prepareUntrustedForm(form, { [name]: value });
  const shape = getFieldShape(Object(own(properties, name)));
  return findProblem(shape, value, "")?.replace(/^: /, "");
}

/**
 * Returns the fields of a form. Returns an empty object if the value is not a
 * form.
 */
export function getFields(form: unknown): Form["properties"] {
  return Object((Object(form) as Partial<Form>).properties);
}

/**
 * Returns the runtime schema (shape) of an object with these form fields.
 * `Object.fromEntries` creates a normal member even for the name `__proto__`.
 */
function createFieldsShape(
  properties: Form["properties"],
  shape: (field: Field, name: string) => Shape | Optional,
): Shape {
  const entries = Object.entries(properties).map(
    ([name, field]) => [name, shape(Object(field), name)] as const,
  );
  return object(Object.fromEntries(entries));
}

/**
 * Returns `content` with the form's default values for missing fields. Arrays
 * are used as default values only if `lists` is set.
 */
export function addDefaults(
  { properties }: Form,
  content: { readonly [name: string]: unknown },
  lists: boolean,
): { [name: string]: unknown } {
  const filled = new Map(Object.entries(content));
  for (const [name, { default: value }] of Object.entries(properties)) {
    const isMissing = (filled.get(name) ?? undefined) === undefined;
    const isUsed = value !== undefined && (lists || !Array.isArray(value));
    if (isMissing && isUsed) filled.set(name, value);
  }
  return Object.fromEntries(filled);
}

/**
 * Returns a copy of an untrusted form in which patterns are matched in linear
 * time.
 *
 * If `content` has the default value of a field, the user did not enter this
 * value, and the pattern of the field is removed. A pattern that is invalid in
 * JavaScript or cannot be matched in linear time is removed and reported to
 * `tell`.
 */
export function prepareUntrustedForm(
  form: Form,
  content: { readonly [name: string]: unknown },
  tell: (problem: string) => void = () => {},
): Form {
  const patterns = new LinearPatterns();
  const fields = Object.entries(form.properties).map(([name, field]) => {
    const { pattern, ...rest } = field;
    const needsCheck =
      typeof pattern === "string" && own(content, name) !== field.default;
    const linear = needsCheck && patterns.get(pattern);
    return [name, linear ? { ...rest, pattern: linear } : rest] as const;
  });
  if (patterns.problem) tell(patterns.problem);
  return { ...form, properties: Object.fromEntries(fields) };
}

/**
 * Returns the strings that a field allows, or `undefined` if the field is not a
 * choice of strings.
 */
function getChoices(field: unknown): readonly string[] | undefined {
  const { enum: texts, oneOf, anyOf } = Object(field) as Choices;
  return texts ?? (oneOf ?? anyOf)?.map((choice) => choice.const);
}

function getFieldShape(field: Field): Shape {
  const { type, format = "", pattern, minimum: min, maximum: max } = field;
  if (type === "boolean") return boolean;
  if (type === "integer") return integerIn({ min, max });
  if (type === "number") return numberIn({ min, max });
  const choices = getChoices(field.items ?? field);
  const test = own(FORM_FORMATS, format) as StringTest | undefined;
  const patterns: Pattern[] = test ? [{ source: format, test }] : [];
  if (pattern !== undefined) {
    patterns.push(
      typeof pattern === "string" ? compilePattern(pattern) : pattern,
    );
  }
  const item = choices
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
    ? array(item, { min: field.minItems, max: field.maxItems })
    : item;
}
