/** Vocabularies, from which a custom dialect of JSON Schema is composed. */
import { isObject, own } from "../../validation/guards.js";
import { SchemaError } from "../run.js";

const VOCABULARY = "https://json-schema.org/draft/2020-12/vocab/";

/** Vocabularies whose keywords never make a value invalid, or always apply. */
const WITHOUT_EFFECT = /^(core|meta-data|format-annotation|content)$/;

/** Patterns of the keywords of all other vocabularies. */
const KEYWORDS: { readonly [vocabulary: string]: RegExp } = {
  applicator:
    /^((all|any|one)Of|not|if|then|else|dependentSchemas|prefixItems|items|contains|(patternP|additionalP|p)roperties|propertyNames)$/,
  unevaluated: /^unevaluated/,
  validation:
    /^(type|const|enum|pattern|multipleOf|uniqueItems|required|dependentRequired|m(in|ax)[A-Z].*|.*imum)$/,
};

/**
 * Returns patterns of the keywords that are not a part of a custom dialect. A
 * validator must ignore these keywords.
 *
 * @throws SchemaError if the metaschema of the dialect is not known, or
 *   requires a vocabulary that is not supported.
 */
export function readIgnoredKeywords(
  dialect: unknown,
  metaschema: unknown,
): readonly RegExp[] {
  const used = isObject(metaschema) && metaschema.$vocabulary;
  if (!isObject(used)) {
    throw new SchemaError(
      `The dialect ${String(dialect)} is not supported; use 2020-12 or draft-07`,
    );
  }
  const names = new Set<string>();
  for (const [uri, required] of Object.entries(used)) {
    const name = uri.startsWith(VOCABULARY) ? uri.slice(VOCABULARY.length) : "";
    names.add(name);
    if (required && !own(KEYWORDS, name) && !WITHOUT_EFFECT.test(name))
      throw new SchemaError(`The vocabulary ${uri} is not supported`);
  }
  return Object.entries(KEYWORDS)
    .filter(([name]) => !names.has(name))
    .map(([, keywords]) => keywords);
}
