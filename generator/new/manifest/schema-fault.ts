/** Finds the wrong value in an invalid JSON Schema. */
import {
  compileSchema,
  Compiler,
} from "../../../runtime/json-schema/compile.js";
import { SchemaIndex } from "../../../runtime/json-schema/references.js";
import {
  SchemaError,
  type SchemaCheck,
} from "../../../runtime/json-schema/run.js";
import { isObject } from "../../../runtime/validation/guards.js";

type Path = readonly (string | number)[];

/** Mistake in a JSON Schema, with the path of the wrong value. */
interface SchemaFault {
  readonly message: string;
  readonly path: Path;
}

/** Returns the first mistake in a JSON Schema, or null if the schema is valid. */
export function findSchemaFault(schema: object): SchemaFault | null {
  let compiler: FaultCompiler | undefined;
  try {
    compiler = new FaultCompiler(new SchemaIndex(schema));
    compileSchema(schema, compiler);
    return null;
  } catch (error) {
    const { message } = error as Error;
    // Any error except SchemaError means that the schema is nested too deeply.
    if (!(error instanceof SchemaError)) return { message, path: [] };
    return {
      message,
      path: compiler?.getPath(schema, message) ?? findInIndex(schema),
    };
  }
}

/** Compiler that records the innermost schema that it cannot compile. */
class FaultCompiler extends Compiler {
  #fault: { readonly schema: object; readonly base: string } | undefined;

  override compile(schema: unknown, base: string): SchemaCheck {
    try {
      return super.compile(schema, base);
    } catch (error) {
      if (isObject(schema)) this.#fault ??= { schema, base };
      throw error;
    }
  }

  /**
   * Returns the path in `root` of the value that cannot be compiled.
   *
   * @param message Message of the error that the value causes.
   */
  getPath(root: object, message: string): Path {
    if (!this.#fault) return [];
    const { schema } = this.#fault;
    const base = this.resources.getBase(schema, this.#fault.base);
    // Compile each keyword of the schema separately to find the keyword that
    // causes the message. Other keywords may fail with other messages.
    const isWrong = (part: object): boolean =>
      getError(() => new Compiler(this.resources).compile(part, base)) ===
      message;
    return [...(findPath(root, schema) ?? []), ...findPart(schema, isWrong)];
  }
}

/**
 * Returns the path of the first wrong keyword. If the keyword has several values
 * and one of them is wrong, returns the path of this value.
 */
function findPart(schema: object, isWrong: (part: object) => boolean): Path {
  for (const [key, value] of Object.entries(schema) as [string, unknown][]) {
    if (!isWrong({ [key]: value })) continue;
    const inner = children(value).find(([name, child]) =>
      isWrong({ [key]: Array.isArray(value) ? [child] : { [name]: child } }),
    );
    return inner ? [key, inner[0]] : [key];
  }
  return [];
}

/** Returns the path of the first wrong `$schema` or `$id`. */
function findInIndex(schema: object): Path {
  for (const [key, child] of children(schema))
    if (getError(() => new SchemaIndex(child)) !== null)
      return [key, ...findInIndex(child as object)];
  return findPart(
    schema,
    (part) => getError(() => new SchemaIndex(part)) !== null,
  );
}

/**
 * Returns the path of the object `target` inside a JSON value, or null if the
 * value does not contain the object.
 */
function findPath(value: unknown, target: object): Path | null {
  if (value === target) return [];
  for (const [key, child] of children(value)) {
    const path = findPath(child, target);
    if (path) return [key, ...path];
  }
  return null;
}

/** Returns the members of an object or the items of an array, by key. */
function children(value: unknown): (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}

/** Returns the message of the error that `work` throws, or null. */
function getError(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
