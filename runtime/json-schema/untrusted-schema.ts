/**
 * Compiler for schemas from untrusted peers. Compiling and validating take
 * bounded time.
 */
import { asError } from "../json-rpc/messages/errors.js";
import { Compiler, compileSchema } from "./compile.js";
import {
  CHARACTERS_PER_STATE,
  LinearPattern,
  MAX_STATES,
} from "./linear/match.js";
import { SchemaIndex } from "./references.js";
import { SchemaError } from "./run.js";
import { countTextSteps } from "./json-key.js";
import { isObject, MAX_DEPTH } from "../validation/guards.js";
import type { LocatedSchema } from "./references.js";
import type { SchemaCheck, SchemaValidator } from "./run.js";
import type { PatternTest, KeywordContext } from "./keyword-context.js";

/**
 * Compiles a schema that an untrusted peer sent. Ignores patterns that cannot
 * be matched in linear time, such as patterns with lookahead, and reports them
 * to `tell`.
 *
 * @throws SchemaError for the same reasons as `compileSchema`, except for an
 *   unsupported pattern.
 */
export function compileUntrustedSchema(
  schema: unknown,
  tell: (problem: string) => void = () => {},
): SchemaValidator {
  assertBounded(schema);
  const patterns = new LinearPatterns();
  const compile = (): SchemaValidator =>
    compileSchema(
      schema,
      new UntrustedCompiler(new SchemaIndex(schema), patterns),
    );
  const validate = compile();
  const { problem } = patterns;
  if (problem === undefined) return validate;
  tell(problem);
  // Compile the schema again, now that all unsupported patterns are known. This
  // time, keywords that depend on these patterns are removed.
  return compile();
}

/**
 * Maximum total length of nested `$id` values, in characters. The limit also
 * bounds the length of base URIs, which combine nested `$id` values.
 */
const MAX_ID = 2_000;

/**
 * @throws SchemaError if the schema is nested too deeply, or its `$id` values
 *   are too long.
 */
function assertBounded(schema: unknown): void {
  let level: (readonly [part: unknown, base: number])[] = [[schema, 0]];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw new SchemaError("A schema is nested too deeply");
    const next: typeof level = [];
    for (const [part, outer] of level) {
      const { $id = "" } = Object(part) as { readonly $id?: unknown };
      const base = outer + String($id).length;
      if (base > MAX_ID) throw new SchemaError("An $id is too long");
      if (typeof part !== "object" || part === null) continue;
      for (const inner of Object.values(part)) next.push([inner, base]);
    }
    level = next;
  }
}

/** Compiled patterns of one schema by source text. */
export class LinearPatterns {
  /**
   * Unsupported patterns, which are not checked, with the reasons why they are
   * not supported.
   */
  readonly unsupported: Map<string, Error> = new Map();
  readonly #compiled = new Map<string, LinearPattern>();
  #statesLeft = MAX_STATES;

  /**
   * Returns the compiled pattern, or `undefined` if the pattern is not
   * supported.
   */
  get(source: string): LinearPattern | undefined {
    let pattern = this.#compiled.get(source);
    if (pattern || this.unsupported.has(source)) return pattern;
    try {
      pattern = new LinearPattern(source, this.#statesLeft);
      this.#statesLeft -= pattern.size;
      this.#compiled.set(source, pattern);
    } catch (error) {
      // Count rejected patterns towards the limit too, because parsing them
      // also takes time.
      this.#statesLeft -= source.length / CHARACTERS_PER_STATE;
      this.unsupported.set(source, asError(error));
    }
    return pattern;
  }

  /**
   * Message about the patterns that are not checked, or `undefined` if all
   * patterns are checked.
   */
  get problem(): string | undefined {
    const [first] = this.unsupported;
    if (!first) return undefined;
    const [source, { message }] = first;
    const more = this.unsupported.size - 1;
    return `The pattern ${source.slice(0, MAX_SHOWN)}${more ? ` and ${more} more` : ""} is not checked: ${message.slice(0, MAX_SHOWN)}`;
  }
}

/**
 * Maximum number of characters that a message quotes from a pattern, and from
 * the reason why the pattern is unsupported.
 */
const MAX_SHOWN = 100;

/**
 * Maximum number of reference targets in one schema. A single `$dynamicRef` can
 * have several targets.
 */
const MAX_REFERENCES = 100_000;

class UntrustedCompiler extends Compiler {
  readonly #patterns: LinearPatterns;
  #references = 0;
  /**
   * Changed schemas that `#fitting` returned, by original schema. They are
   * reused, because each new object would be compiled again.
   */
  readonly #fitted = new WeakMap<object, KeywordContext["schema"]>();

  constructor(resources: SchemaIndex, patterns: LinearPatterns) {
    super(resources);
    this.#patterns = patterns;
  }

  override compile(schema: unknown, base: string): SchemaCheck {
    if (!isObject(schema)) return super.compile(schema, base);
    return super.compile(
      this.#fitting(schema),
      this.resources.getBase(schema, base),
    );
  }

  /**
   * Returns the cost of reading a list, such as `required`, in validation
   * steps.
   */
  override getCost(list: unknown): number {
    if (!Array.isArray(list) || list.length === 0) return 0;
    return countTextSteps(JSON.stringify(list));
  }

  /**
   * Compiles a reference target and counts it towards `MAX_REFERENCES`. The
   * compiler of `$dynamicRef` calls this method once for each schema that has
   * the anchor.
   */
  override refer(place: LocatedSchema): SchemaCheck {
    this.#references += 1;
    if (this.#references <= MAX_REFERENCES) return super.refer(place);
    throw new SchemaError(
      `The schema has more than ${MAX_REFERENCES} reference targets`,
    );
  }

  override pattern(source: string): PatternTest {
    return this.#patterns.get(source) ?? { test: () => true };
  }

  /**
   * Removes keywords that would reject valid values because a pattern is not
   * checked. Without the pattern, a schema matches more values. This could make
   * an enclosing `not`, `oneOf`, `if` or `unevaluatedProperties` fail wrongly.
   */
  #fitting(schema: KeywordContext["schema"]): KeywordContext["schema"] {
    const { unsupported } = this.#patterns;
    const known = this.#fitted.get(schema);
    if (known || unsupported.size === 0) return known ?? schema;
    const { allOf = [], oneOf, pattern, patternProperties = {} } = schema;
    const named = Object.entries(patternProperties as object);
    const kept = named.filter(([source]) => !unsupported.has(source));
    const { additionalProperties } = schema;
    const fitted = {
      ...schema,
      not: undefined,
      if: undefined,
      maxContains: undefined,
      unevaluatedItems: undefined,
      unevaluatedProperties: undefined,
      oneOf: undefined,
      ...(oneOf !== undefined && {
        allOf: [...(allOf as object[]), { anyOf: oneOf }],
      }),
      pattern: unsupported.has(String(pattern)) ? undefined : pattern,
      patternProperties: Object.fromEntries(kept),
      additionalProperties:
        kept.length < named.length ? undefined : additionalProperties,
    };
    this.#fitted.set(schema, fitted);
    return fitted;
  }
}
