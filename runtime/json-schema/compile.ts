/**
 * JSON Schema validator for drafts 2020-12 and 07. The validator follows only
 * references within the schema, and limits the depth and the work of each
 * validation.
 */
import { asError } from "../json-rpc/messages/errors.js";
import { compilePattern } from "../validation/formats.js";
import { isObject } from "../validation/guards.js";
import { compileKeywords } from "./keywords.js";
import { SchemaIndex } from "./references.js";
import { SchemaRun, SchemaError } from "./run.js";
import type { LocatedSchema } from "./references.js";
import type { SchemaCheck, SchemaValidator } from "./run.js";
import type { PatternTest } from "./keyword-context.js";

/** Maximum number of subschemas in one schema, at all levels together. */
const MAX_SUBSCHEMAS = 10_000;

const isValid: SchemaCheck = () => true;

/** Compiler of one schema. It holds the state that all subschemas share. */
export class Compiler {
  readonly resources: SchemaIndex;
  /**
   * Functions that compile the targets of references. They run after the schema
   * itself is compiled.
   */
  readonly pending: (() => unknown)[] = [];
  readonly #checks = new Map<object, SchemaCheck>();
  #parts = 0;

  constructor(resources: SchemaIndex) {
    this.resources = resources;
  }

  /**
   * Returns the check for a subschema. `base` is the URI against which
   * references in the subschema are resolved.
   */
  compile(schema: unknown, base: string): SchemaCheck {
    if (typeof schema === "boolean") {
      return schema ? isValid : (_value, run) => run.fail("is not allowed");
    }
    if (!isObject(schema)) {
      throw new SchemaError("A schema must be an object or boolean");
    }
    const known = this.#checks.get(schema);
    if (known) return known;
    this.#parts += 1;
    if (this.#parts > MAX_SUBSCHEMAS) {
      throw new SchemaError(
        `The schema has more than ${MAX_SUBSCHEMAS} subschemas`,
      );
    }
    const check = compileKeywords(
      schema,
      this.resources.getBase(schema, base),
      this,
    );
    this.#checks.set(schema, check);
    return check;
  }

  /**
   * Returns the check for the target of a reference. The target is compiled
   * after the rest of the schema, because it may contain the reference itself.
   * Deferring also avoids deep recursion on long chains of references.
   */
  refer({ schema, base }: LocatedSchema): SchemaCheck {
    let check: SchemaCheck;
    this.pending.push(() => (check = this.compile(schema, base)));
    return (value, run, evaluated) => run.apply(check, value, evaluated);
  }

  /**
   * Returns the cost of reading a list of texts in the schema, in validation
   * steps. The lists of a trusted schema have a reasonable size, so their cost
   * is 0. The compiler for untrusted schemas overrides this method.
   */
  getCost(_list: unknown): number {
    return 0;
  }

  pattern(source: string): PatternTest {
    try {
      return compilePattern(source);
    } catch {
      throw new SchemaError(`Invalid pattern: ${source}`);
    }
  }
}

/**
 * Compiles a schema to a validator.
 *
 * @throws SchemaError if the dialect is unknown, a reference does not lead to a
 *   part of this schema, or the value of a keyword is invalid.
 */
export function compileSchema(
  schema: unknown,
  compiler: Compiler = new Compiler(new SchemaIndex(schema)),
): SchemaValidator {
  const { root } = compiler.resources;
  const check = compiler.compile(schema, root);
  // The loop also runs functions that are appended to `compiler.pending` during
  // the loop.
  for (const next of compiler.pending) next();
  return (value) => {
    try {
      const run = new SchemaRun(root);
      run.apply(check, value);
      return run.takeIssues();
    } catch (error) {
      // Report every exception as an issue. Possible causes: an exceeded limit,
      // a getter that throws, or a value that is nested too deeply for
      // JSON.stringify.
      return [{ path: [], message: asError(error).message }];
    }
  };
}
