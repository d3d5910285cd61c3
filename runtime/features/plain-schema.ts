import { compilePattern } from "../validation/formats.js";
import { isObject, own } from "../validation/guards.js";
import { DIALECT } from "../json-schema/dialect/metaschema.js";
import { TYPES } from "../json-schema/values.js";

/**
 * Function that tests the value of a JSON Schema keyword. `root` holds data
 * about the whole schema that contains the keyword.
 */
type KeywordTest = (value: unknown, root: PlainRoot) => boolean;

interface PlainRoot {
  readonly schema: object;
  /**
   * Number of subschemas that may still be tested. When it reaches 0, the test
   * fails.
   */
  left: number;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number";
const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0;
const isData = (): boolean => true;
const isPrimitive = (value: unknown): boolean =>
  value === null ||
  isText(value) ||
  isNumber(value) ||
  typeof value === "boolean";
const isSchemaList: KeywordTest = (value, root) =>
  isListOf(value, (part) => isPlain(part, root)) && value.length > 0;

/**
 * Common keywords of JSON Schema, with the test of their value. A value that
 * passes the test is valid in every dialect.
 */
const PLAIN_KEYWORDS: { readonly [keyword: string]: KeywordTest } = {
  $schema: (value) => DIALECT.test(String(value)),
  $ref: isDefinition,
  $defs: isSchemaMap,
  definitions: isSchemaMap,
  type: (value) =>
    Array.isArray(value) ? value.every(isTypeName) : isTypeName(value),
  const: isPrimitive,
  enum: (value) => isListOf(value, isPrimitive),
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  pattern: isPattern,
  format: isText,
  properties: isSchemaMap,
  required: (value) => isListOf(value, isText),
  additionalProperties: isPlain,
  items: isPlain,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isData,
  allOf: isSchemaList,
  anyOf: isSchemaList,
  oneOf: isSchemaList,
  title: isText,
  description: isText,
  default: isData,
};

/**
 * Returns true only if a JSON Schema certainly compiles without an error. The
 * test knows only common keywords, so it is much faster than compiling. It also
 * returns false for valid schemas with other keywords.
 */
export function isPlainSchema(schema: unknown): schema is PlainSchema {
  return isObject(schema) && isPlain(schema, { schema, left: 1000 });
}

interface PlainSchema {
  readonly [keyword: string]: unknown;
}

function isPlain(schema: unknown, root: PlainRoot): boolean {
  if (typeof schema === "boolean") return true;
  root.left -= 1;
  if (
    root.left <= 0 ||
    !isObject(schema) ||
    // Accept only object literals. The members of other objects may be
    // inherited, or may change after the test.
    Object.getPrototypeOf(schema) !== Object.prototype
  )
    return false;
  // Most schemas are tested before V8 optimizes this code. In code that is not
  // optimized, loops are faster than callbacks.
  for (const keyword in schema) {
    const test = own(PLAIN_KEYWORDS, keyword) as KeywordTest | undefined;
    if (!test?.(schema[keyword], root)) return false;
  }
  return true;
}

function isSchemaMap(value: unknown, root: PlainRoot): boolean {
  if (!isObject(value)) return false;
  for (const name in value) if (!isPlain(value[name], root)) return false;
  return true;
}

function isListOf(
  value: unknown,
  test: (item: unknown) => boolean,
): value is readonly unknown[] {
  return Array.isArray(value) && value.every(test);
}

function isTypeName(name: unknown): boolean {
  return isText(name) && own(TYPES, name as string) !== undefined;
}

function isDefinition(value: unknown, { schema }: PlainRoot): boolean {
  const [, keyword = "", name = ""] =
    /^#\/(\$defs|definitions)\/(\w+)$/.exec(String(value)) ?? [];
  return isObject(own(Object(own(schema, keyword)) as object, name));
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === "string" && Boolean(compilePattern(value));
  } catch {
    return false;
  }
}
