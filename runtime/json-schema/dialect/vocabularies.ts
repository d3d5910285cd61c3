/** Vocabularies, from which a custom dialect of JSON Schema is composed. */
import { isObject, own } from "../../validation/guards.js";
import { SchemaError } from "../run.js";

const VOCABULARIES = "https://json-schema.org/draft/2020-12/vocab/";

/** Keywords by vocabulary. Vocabularies of annotations have no keywords here. */
const KEYWORDS: { readonly [vocabulary: string]: string } = {
  core: "",
  "meta-data": "",
  "format-annotation": "",
  content: "",
  applicator:
    "allOf anyOf oneOf not if then else dependentSchemas prefixItems items contains properties patternProperties additionalProperties propertyNames",
  unevaluated: "unevaluatedItems unevaluatedProperties",
  validation:
    "type const enum multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern minItems maxItems uniqueItems minContains maxContains minProperties maxProperties required dependentRequired",
};

/**
 * Returns the keywords that are not a part of a custom dialect, and that a
 * validator must ignore.
 *
 * @throws SchemaError if the metaschema of the dialect is not known, or
 *   requires a vocabulary that is not supported.
 */
export function readIgnoredKeywords(
  dialect: unknown,
  metaschema: unknown,
): ReadonlySet<string> {
  const used = isObject(metaschema) && metaschema.$vocabulary;
  if (!isObject(used)) {
    throw new SchemaError(
      `The dialect ${String(dialect)} is not supported; use 2020-12 or draft-07`,
    );
  }
  for (const [uri, required] of Object.entries(used)) {
    const isKnown =
      uri.startsWith(VOCABULARIES) &&
      own(KEYWORDS, uri.slice(VOCABULARIES.length)) !== undefined;
    if (required && !isKnown)
      throw new SchemaError(`The vocabulary ${uri} is not supported`);
  }
  return new Set(
    Object.entries(KEYWORDS)
      .filter(([name]) => own(used, VOCABULARIES + name) === undefined)
      .flatMap(([, keywords]) => keywords.split(" ")),
  );
}
