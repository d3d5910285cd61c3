/**
 * Metaschemas: schemas that describe JSON Schemas. Other schemas may refer to
 * them.
 */

/** Pattern of the URIs of the supported dialects. */
export const DIALECT: RegExp =
  /^https?:\/\/json-schema\.org\/draft(-07|\/2020-12)\/schema#?$/;

/**
 * Returns the metaschema with the given URI, or `undefined` if the runtime does
 * not know the metaschema. The meaning of a metaschema does not depend on the
 * dialect of the schema that refers to it.
 */
export function findMetaschema(uri: string): unknown {
  const draft = DIALECT.exec(uri)?.[1];
  if (draft === undefined) return undefined;
  return draft === "-07"
    ? createMetaschema({ $ref: "#" })
    : {
        ...createMetaschema({ $dynamicRef: "#meta" }, true),
        $dynamicAnchor: "meta",
      };
}

/**
 * Creates a metaschema. `schema` is a reference to the new metaschema, such as
 * `{ $ref: "#" }`, for keywords whose values are schemas.
 *
 * @param latest Whether to add the keywords that draft-07 does not have.
 */
function createMetaschema(schema: object, latest = false): object {
  const type = {
    enum: ["array", "boolean", "integer", "null", "number", "object", "string"],
  };
  const text = { type: "string" };
  const names = { type: "array", items: text, uniqueItems: true };
  const schemas = { type: "array", minItems: 1, items: schema };
  const map = (value: object) => ({
    type: "object",
    additionalProperties: value,
  });
  const only = (keywords: string): string => (latest ? `|${keywords}` : "");
  const rules: [keywords: string, value: object][] = [
    [
      `title|description|format|pattern|content(MediaType|Encoding)|\\$(schema|id|ref|comment${only("dynamicRef")})`,
      text,
    ],
    ["(exclusiveM|m)(in|ax)imum", { type: "number" }],
    ["multipleOf", { type: "number", exclusiveMinimum: 0 }],
    [
      `(min|max)(Length|Items|Properties${only("Contains")})`,
      { type: "integer", minimum: 0 },
    ],
    [
      `readOnly|writeOnly|uniqueItems${only("deprecated")}`,
      { type: "boolean" },
    ],
    ["enum|examples", { type: "array" }],
    ["type", { anyOf: [type, { ...names, minItems: 1, items: type }] }],
    ["required", names],
    [
      `not|if|then|else|contains|propertyNames|additionalProperties${latest ? "|items|contentSchema|unevaluated(Items|Properties)" : "|additionalItems"}`,
      schema,
    ],
    [`(all|any|one)Of${only("prefixItems")}`, schemas],
    [
      `definitions|properties|patternProperties${only("\\$defs|dependentSchemas")}`,
      map(schema),
    ],
    ["dependencies", map({ anyOf: [schema, names] })],
    ...(latest
      ? ([
          ["dependentRequired", map(names)],
          ["\\$vocabulary", map({ type: "boolean" })],
          ["\\$id", { pattern: "^[^#]*#?$" }],
          [
            "\\$(dynamicA|a)nchor",
            { ...text, pattern: "^[A-Za-z_][-A-Za-z0-9._]*$" },
          ],
        ] as [string, object][])
      : [["items", { anyOf: [schema, schemas] }] as [string, object]]),
  ];
  return {
    type: ["object", "boolean"],
    patternProperties: Object.fromEntries(
      rules.map(([keywords, value]) => [`^(${keywords})$`, value]),
    ),
  };
}
