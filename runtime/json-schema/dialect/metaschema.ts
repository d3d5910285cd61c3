/** Schemas of JSON Schema itself, which other schemas may refer to. */

const METASCHEMA =
  /^https?:\/\/json-schema\.org\/draft(-07|\/2020-12)\/schema$/;

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const COUNT = { type: "integer", minimum: 0 };
const BOOLEAN = { type: "boolean" };
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
  const properties: Record<string, object> = {};
  const add = (value: object, keywords: string, latest = ""): void => {
    const all = draft7 ? keywords : keywords + latest;
    for (const keyword of list(all)) properties[keyword] = value;
  };
  const addMap = (value: object, keywords: string, latest?: string): void =>
    add({ type: "object", additionalProperties: value }, keywords, latest);
  add(TEXT, "$id $schema $ref $comment title description", " $dynamicRef");
  add(TEXT, "pattern format contentMediaType contentEncoding");
  add(NUMBER, "minimum maximum exclusiveMinimum exclusiveMaximum");
  add({ ...NUMBER, exclusiveMinimum: 0 }, "multipleOf");
  add(COUNT, "minLength maxLength minItems maxItems");
  add(COUNT, "minProperties maxProperties", " minContains maxContains");
  add(BOOLEAN, "readOnly writeOnly uniqueItems", " deprecated");
  add({ type: "array" }, "enum examples");
  add({ anyOf: [TYPE, { ...NAMES, minItems: 1, items: TYPE }] }, "type");
  add(NAMES, "required");
  add(schema, "not if then else contains propertyNames items");
  add(schema, "additionalProperties", " contentSchema");
  add(schemas, "allOf anyOf oneOf", " prefixItems");
  addMap(schema, "definitions properties patternProperties", " $defs");
  addMap({ anyOf: [schema, NAMES] }, "dependencies");
  if (draft7) {
    add({ anyOf: [schema, schemas] }, "items");
    add(schema, "additionalItems");
  } else {
    add(schema, "unevaluatedItems unevaluatedProperties");
    add({ ...TEXT, pattern: "^[A-Za-z_][-\\w.]*$" }, "$anchor $dynamicAnchor");
    add({ ...TEXT, pattern: "^[^#]*#?$" }, "$id");
    addMap(schema, "dependentSchemas");
    addMap(NAMES, "dependentRequired");
    addMap(BOOLEAN, "$vocabulary");
  }
  const $dynamicAnchor = draft7 ? undefined : "meta";
  return { $dynamicAnchor, type: ["object", "boolean"], properties };
}

function list(words: string): string[] {
  return words.split(" ");
}
