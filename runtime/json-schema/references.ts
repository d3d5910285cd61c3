import { isObject, own } from "../validation/guards.js";
import { DIALECT, findMetaschema } from "./dialect/metaschema.js";
import { readIgnoredKeywords } from "./dialect/vocabularies.js";
import { SchemaError } from "./run.js";

/** JSON Schema keywords whose value is data and contains no subschemas. */
export const DATA_KEYWORDS: readonly string[] = [
  "const",
  "enum",
  "default",
  "examples",
];

/**
 * JSON Schema keywords whose value is an object that maps names to subschemas.
 */
export const NAMED_SCHEMA_KEYWORDS: readonly string[] = [
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
];

/**
 * JSON Schema keywords whose value is an object that maps property names to
 * rules. A rule applies if its property is present.
 */
export const DEPENDENT_KEYWORDS: readonly string[] = [
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
];

export interface LocatedSchema {
  readonly schema: unknown;
  /**
   * Base URI of the schema: relative references are resolved against this URI.
   */
  readonly base: string;
}

/** Index of all subschemas of a schema. It finds the target of a reference. */
export class SchemaIndex {
  readonly root = "schema:///";
  /**
   * Whether the dialect is draft-07. In draft-07, `$ref` overrides its
   * siblings, and `items` may be an array.
   */
  readonly draft7: boolean;
  /** Patterns that match the keywords which the dialect does not define. */
  readonly ignored: readonly RegExp[];
  readonly #places = new Map<string, LocatedSchema>();
  /** Targets of `$dynamicRef`, by anchor and then by base URI. */
  readonly dynamic: Map<string, Map<string, LocatedSchema>> = new Map();
  readonly #bases = new Map<object, string>();
  /** URIs of the documents to which references point. */
  readonly #wanted = new Set<string>();

  /**
   * @param find Returns the document with the given URI. Called only for URIs
   *   that are not defined in `schema`. Returns `undefined` for an unknown URI.
   */
  constructor(
    schema: unknown,
    find: (uri: string) => unknown = findMetaschema,
  ) {
    const dialect = isObject(schema) ? schema.$schema : undefined;
    const draft =
      dialect === undefined ? "" : DIALECT.exec(String(dialect))?.[1];
    this.draft7 = draft === "-07";
    this.#places.set(this.root, { schema, base: this.root });
    this.#collect(schema, this.root);
    if (draft === undefined) this.#want(dialect, this.root);
    // Each document may add more URIs to `#wanted` while the loop runs.
    for (const uri of this.#wanted) {
      const found = this.#places.has(uri) ? undefined : find(uri);
      if (found === undefined) continue;
      this.#places.set(uri, { schema: found, base: uri });
      this.#collect(found, uri);
    }
    this.ignored =
      draft === undefined
        ? readIgnoredKeywords(
            dialect,
            this.#places.get(String(dialect))?.schema,
          )
        : [];
  }

  /**
   * Returns the base URI that applies inside `schema`. `outer` is the base URI
   * outside of `schema`.
   */
  getBase(schema: object, outer: string): string {
    return this.#bases.get(schema) ?? outer;
  }

  /**
   * Returns the schema to which a reference points.
   *
   * @throws SchemaError if the reference does not lead to a part of the indexed
   *   schema.
   */
  resolve(reference: unknown, base: string): LocatedSchema {
    if (typeof reference !== "string") {
      throw new SchemaError("A $ref must be a string");
    }
    const [document, encoded] = resolveUri(reference, base);
    const fragment = decodeFragment(encoded);
    const found =
      fragment === "" || fragment.startsWith("/")
        ? this.#point(this.#places.get(document), fragment)
        : this.#places.get(`${document}#${fragment}`);
    if (found) return found;
    throw new SchemaError(
      `The reference ${reference} is not a part of the schema`,
    );
  }

  #point(
    from: LocatedSchema | undefined,
    pointer: string,
  ): LocatedSchema | undefined {
    let place = from;
    for (const token of pointer.split("/").slice(1)) {
      const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
      const schema = own(Object(place?.schema) as object, key);
      if (schema === undefined) return undefined;
      const base: string = place?.base ?? this.root;
      place = {
        schema,
        base: isObject(schema) ? this.getBase(schema, base) : base,
      };
    }
    return place;
  }

  #collect(schema: unknown, outer: string): void {
    if (Array.isArray(schema)) {
      for (const part of schema) this.#collect(part, outer);
    }
    if (!isObject(schema) || this.#bases.has(schema)) return;
    const base = this.#identify(schema, outer);
    this.#bases.set(schema, base);
    this.#want(schema.$ref, base);
    this.#want(schema.$dynamicRef, base);
    for (const [keyword, value] of Object.entries(schema)) {
      if (DATA_KEYWORDS.includes(keyword)) continue;
      const named =
        NAMED_SCHEMA_KEYWORDS.includes(keyword) ||
        DEPENDENT_KEYWORDS.includes(keyword);
      if (named && isObject(value)) {
        for (const part of Object.values(value)) this.#collect(part, base);
      } else this.#collect(value, base);
    }
  }

  #want(reference: unknown, base: string): void {
    if (typeof reference !== "string" || reference.startsWith("#")) return;
    if (URL.canParse(reference, base))
      this.#wanted.add(resolveUri(reference, base)[0]);
  }

  /**
   * Registers a schema under its `$id` and anchors. Returns the base URI inside
   * the schema.
   */
  #identify(
    schema: { readonly [name: string]: unknown },
    outer: string,
  ): string {
    const { $id, $anchor, $dynamicAnchor } = schema;
    let base = outer;
    if (typeof $id === "string" && !(this.draft7 && "$ref" in schema)) {
      const [document, fragment] = resolveUri($id, outer);
      if (fragment) {
        this.#places.set(`${document}#${fragment}`, { schema, base: outer });
      } else {
        base = document;
        this.#places.set(base, { schema, base });
      }
    }
    for (const name of [$anchor, $dynamicAnchor]) {
      if (typeof name !== "string") continue;
      const place = { schema, base };
      this.#places.set(`${base}#${name}`, place);
      if (name !== $dynamicAnchor) continue;
      const places = this.dynamic.get(name) ?? new Map<string, LocatedSchema>();
      this.dynamic.set(name, places.set(base, place));
    }
    return base;
  }
}

/**
 * Resolves a reference against the base URI. Returns the absolute URI and its
 * fragment separately.
 */
function resolveUri(
  reference: string,
  base: string,
): [document: string, fragment: string] {
  try {
    const { href } = new URL(reference, base);
    const [document = "", fragment = ""] = href.split(/#(.*)/s);
    return [document, fragment];
  } catch {
    throw new SchemaError(`Invalid URI: ${reference}`);
  }
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
