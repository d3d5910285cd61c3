/**
 * A validator of JSON Schema: 2020-12 and draft-07. Only references within the
 * schema are followed; depth and work of a validation are bounded.
 */
import { asError } from "../json-rpc/messages/errors.js";
import { patternOf } from "../validation/formats.js";
import { isObject } from "../validation/guards.js";
import { compileKeywords } from "./keywords.js";
import { Resources } from "./references.js";
import { Run, SchemaError } from "./run.js";
import type { SchemaPlace } from "./references.js";
import type { Check, SchemaValidator } from "./run.js";
import type { PatternTest } from "./keyword-context.js";

/** Subschemas in one schema, all in all. */
const MAX_SUBSCHEMAS = 10_000;

/** What the compilation of one schema shares. */
export class Compiler {
  readonly resources: Resources;
  /** Compiles what references name. */
  readonly later: (() => unknown)[] = [];
  readonly #checks = new Map<object, Check>();
  #parts = 0;

  constructor(resources: Resources) {
    this.resources = resources;
  }

  /** The check of a subschema; `base` is the URI that it stands under. */
  compile(schema: unknown, base: string): Check {
    if (typeof schema === "boolean") {
      return (_value, run) => schema || run.fail("is not allowed");
    }
    if (!isObject(schema)) {
      throw new SchemaError("A schema must be an object or boolean");
    }
    const known = this.#checks.get(schema);
    if (known) return known;
    this.#parts += 1;
    if (this.#parts > MAX_SUBSCHEMAS) {
      throw new SchemaError(`A schema has at most ${MAX_SUBSCHEMAS} parts`);
    }
    const made = compileKeywords(
      schema,
      this.resources.baseOf(schema, base),
      this,
    );
    this.#checks.set(schema, made);
    return made;
  }

  /**
   * What a reference names is compiled once nothing else is: it may be what the
   * reference stands in, or one of thousands that name each other.
   */
  refer({ schema, base }: SchemaPlace): Check {
    let check: Check;
    this.later.push(() => (check = this.compile(schema, base)));
    return (value, run, seen) => run.apply(check, value, seen);
  }

  pattern(source: string): PatternTest {
    try {
      return patternOf(source);
    } catch {
      throw new SchemaError(`Not a pattern: ${source}`);
    }
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
  // It grows meanwhile.
  for (const next of compiler.later) next();
  return (value) => {
    try {
      const run = new Run(root);
      run.apply(check, value);
      return run.issues;
    } catch (error) {
      // A limit was reached, or the value cannot be read: a getter throws, or
      // it is too deep for JSON.stringify.
      return [{ path: [], message: asError(error).message }];
    }
  };
}
