/** Vocabularies, from which a custom dialect of JSON Schema is composed. */
import { isObject } from "../../validation/guards.js";
import { SchemaError } from "../run.js";

/**
 * Pattern for the URIs of the supported vocabularies: all of JSON Schema
 * 2020-12 except `format-assertion`.
 */
const VOCABULARY =
  /^https:\/\/json-schema\.org\/draft\/2020-12\/vocab\/(?!format-as)/;

/**
 * Vocabularies, each with a pattern of its keywords that can make a value
 * invalid.
 */
const KEYWORDS: readonly [vocabulary: string, keywords: RegExp][] = [
  [
    "applicator",
    /^((all|any|one)Of|not|if|then|else|dependentSchemas|(prefixI|i)tems|contains|(patternP|additionalP|p)roperties|propertyNames)$/,
  ],
  ["unevaluated", /^unev/],
  [
    "validation",
    /^(type|const|enum|pattern|multipleOf|uniqueItems|required|dependentRequired|m(in|ax)[A-Z].*|.*imum)$/,
  ],
];

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
): RegExp[] {
  const used = isObject(metaschema) && metaschema.$vocabulary;
  if (!isObject(used)) {
    throw new SchemaError(
      `The dialect ${String(dialect)} is not supported; use 2020-12 or draft-07`,
    );
  }
  const uris = Object.keys(used);
  for (const uri of uris) {
    if (used[uri] && !VOCABULARY.test(uri))
      throw new SchemaError(`The vocabulary ${uri} is not supported`);
  }
  return KEYWORDS.filter(
    ([name]) => !uris.some((uri) => uri.replace(VOCABULARY, "") === name),
  ).map(([, keywords]) => keywords);
}
