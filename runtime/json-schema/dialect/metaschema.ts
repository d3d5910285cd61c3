/** Schemas of JSON Schema itself, which other schemas may refer to. */

const METASCHEMA =
  /^https?:\/\/json-schema\.org\/draft(-07|\/2020-12)\/schema$/;

const TEXT = { type: "string" };
const NAMES = { type: "array", items: TEXT, uniqueItems: true };
const TYPE = {
  enum: list("array boolean integer null number object string"),
};

/**
 * Returns the metaschema with the given URI, or `undefined` if the runtime does
 * not know the metaschema. Both metaschemas are written so that they have the
 * same meaning in both dialects.
 */
export function findMetaschema(uri: string): unknown {
  const draft = METASCHEMA.exec(uri)?.[1];
  return draft === undefined ? undefined : createMetaschema(draft === "-07");
}

function createMetaschema(draft7: boolean): object {
  const schema = draft7 ? { $ref: "#" } : { $dynamicRef: "#meta" };
  const schemas = { type: "array", minItems: 1, items: schema };
  const named = { type: "object", additionalProperties: schema };
  const count = { type: "integer", minimum: 0 };
  const properties: Record<string, object> = {
    type: { anyOf: [TYPE, { ...NAMES, minItems: 1, items: TYPE }] },
    multipleOf: { type: "number", exclusiveMinimum: 0 },
    dependencies: {
      type: "object",
      additionalProperties: { anyOf: [schema, NAMES] },
    },
    required: NAMES,
  };
  const add = (keywords: string, value: object): void => {
    for (const keyword of list(keywords)) properties[keyword] = value;
  };
  add("$schema $ref $comment title description pattern format", TEXT);
  add("contentMediaType contentEncoding", TEXT);
  add("minimum maximum exclusiveMinimum exclusiveMaximum", { type: "number" });
  add("minLength maxLength minItems maxItems", count);
  add("minProperties maxProperties", count);
  add("readOnly writeOnly uniqueItems", { type: "boolean" });
  add("enum examples", { type: "array" });
  add("not if then else contains propertyNames additionalProperties", schema);
  add("allOf anyOf oneOf", schemas);
  add("definitions properties patternProperties", named);
  if (draft7) {
    add("$id", TEXT);
    add("additionalItems", schema);
    add("items", { anyOf: [schema, schemas] });
  } else {
    add("$id", { type: "string", pattern: "^[^#]*#?$" });
    add("$anchor $dynamicAnchor", {
      type: "string",
      pattern: "^[A-Za-z_][-A-Za-z0-9._]*$",
    });
    add("$dynamicRef", TEXT);
    add("minContains maxContains", count);
    add("deprecated", { type: "boolean" });
    add("items contentSchema unevaluatedItems unevaluatedProperties", schema);
    add("prefixItems", schemas);
    add("$defs dependentSchemas", named);
    add("dependentRequired", { type: "object", additionalProperties: NAMES });
    add("$vocabulary", {
      type: "object",
      additionalProperties: { type: "boolean" },
    });
  }
  return {
    ...(!draft7 && { $dynamicAnchor: "meta" }),
    type: ["object", "boolean"],
    properties,
  };
}

function list(words: string): string[] {
  return words.split(" ");
}
