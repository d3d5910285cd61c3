/**
 * A validator of JSON Schema: 2020-12 and draft-07. Only references within the
 * schema are followed; depth and work of a validation are bounded.
 */
import { asError } from "../connection/json-rpc/errors.js";
import { isObject } from "../validation/guards.js";
import { compileKeywords } from "./keywords.js";
import { Resources } from "./references.js";
import { Run, SchemaError } from "./run.js";
import type { Check, SchemaValidator } from "./run.js";

/** Subschemas in one schema, all in all. */
const MAX_SUBSCHEMAS = 10_000;

/** What the compilation of one schema shares. */
export class Compiler {
  readonly resources: Resources;
  readonly #checks = new Map<object, Check>();

  constructor(resources: Resources) {
    this.resources = resources;
  }

  /** The check of a subschema; `base` is the URI that it stands under. */
  compile(schema: unknown, base: string): Check {
    if (schema === true) return () => true;
    if (schema === false) return (_value, run) => run.fail("is not allowed");
    if (!isObject(schema)) {
      throw new SchemaError("A schema must be an object or boolean");
    }
    const known = this.#checks.get(schema);
    if (known) return known;
    if (this.#checks.size >= MAX_SUBSCHEMAS) {
      throw new SchemaError(`A schema has at most ${MAX_SUBSCHEMAS} parts`);
    }
    // A recursive schema meets itself before its check is made.
    this.#checks.set(schema, (value, run, seen) => made(value, run, seen));
    const made = compileKeywords(
      schema,
      this.resources.baseOf(schema, base),
      this,
    );
    this.#checks.set(schema, made);
    return made;
  }
}

/**
 * Compiles a schema.
 *
 * @throws SchemaError when its dialect is not known, a reference leads out of
 *   it or to nothing, or a keyword has a value that it cannot have.
 */
export function compileSchema(
  schema: unknown,
  compiler: Compiler = new Compiler(new Resources(schema)),
): SchemaValidator {
  const { root } = compiler.resources;
  const check = compiler.compile(schema, root);
  return (value) => {
    try {
      if (new Run(false, root).apply(check, value)) return [];
      const run = new Run(true, root);
      run.apply(check, value);
      return run.issues;
    } catch (error) {
      // A limit was reached, or the value cannot be read: a getter throws, or
      // it is too deep for JSON.stringify.
      return [{ path: [], message: asError(error).message }];
    }
  };
}
