/** Schemas of strangers: their patterns must not take for ever. */
import { asError } from "../json-rpc/messages/errors.js";
import { Compiler, compileSchema } from "./compile.js";
import {
  CHARACTERS_A_STATE,
  LinearPattern,
  MAX_STATES,
} from "./linear/match.js";
import { DEPENDENT, Resources } from "./references.js";
import { SchemaError } from "./run.js";
import { isObject, MAX_DEPTH } from "../validation/guards.js";
import type { SchemaPlace } from "./references.js";
import type { Check, SchemaValidator } from "./run.js";
import type { PatternTest, Site } from "./keyword-context.js";

/**
 * Compiles a schema that a peer sent. Patterns that are not matched in linear
 * time, such as those that look ahead, are left out, and `tell` says which.
 *
 * @throws SchemaError as `compileSchema`, but not for a pattern.
 */
export function compilePeerSchema(
  schema: unknown,
  tell: (problem: string) => void = () => {},
): SchemaValidator {
  measure(schema);
  const patterns = new PeerPatterns();
  const compile = (): SchemaValidator =>
    compileSchema(schema, new PeerCompiler(new Resources(schema), patterns));
  const validate = compile();
  const { problem } = patterns;
  if (problem === undefined) return validate;
  tell(problem);
  // Now that it is known what is left out.
  return compile();
}

/** Characters of an `$id` and those around it: references within begin with them. */
const MAX_ID = 2_000;

/** @throws SchemaError for a schema whose compilation would not end well. */
function measure(schema: unknown): void {
  let level: (readonly [part: unknown, base: number])[] = [[schema, 0]];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw new SchemaError("A schema is nested too deeply");
    const next: typeof level = [];
    for (const [one, outer] of level) {
      const { $id = "" } = Object(one) as { readonly $id?: unknown };
      const base = outer + String($id).length;
      if (base > MAX_ID) throw new SchemaError("An $id is too long");
      if (typeof one !== "object" || one === null) continue;
      for (const inner of Object.values(one)) next.push([inner, base]);
    }
    level = next;
  }
}

/** The patterns of one schema, each made once. */
export class PeerPatterns {
  /** Those that are left out, and why. */
  readonly left: Map<string, Error> = new Map();
  readonly #made = new Map<string, LinearPattern>();
  #room = MAX_STATES;

  /** Undefined for one that is left out. */
  get(source: string): LinearPattern | undefined {
    let made = this.#made.get(source);
    if (made || this.left.has(source)) return made;
    try {
      made = new LinearPattern(source, this.#room);
      this.#room -= made.size;
      this.#made.set(source, made);
    } catch (error) {
      // To read it was work, too.
      this.#room -= source.length / CHARACTERS_A_STATE;
      this.left.set(source, asError(error));
    }
    return made;
  }

  /** What is left out, if anything is. */
  get problem(): string | undefined {
    const [first] = this.left;
    if (!first) return undefined;
    const [source, { message }] = first;
    const more = this.left.size - 1;
    return `The pattern ${source.slice(0, SHOWN)}${more ? ` and ${more} more` : ""} is not checked: ${message.slice(0, SHOWN)}`;
  }
}

/** Characters of a pattern that are shown. */
const SHOWN = 100;

/** What `$ref` and `$dynamicRef` of one schema may lead to, all in all. */
const MAX_REFERENCES = 100_000;

class PeerCompiler extends Compiler {
  readonly #patterns: PeerPatterns;
  #references = 0;
  /** Each schema stays one, so that its check is made once. */
  readonly #fitted = new WeakMap<object, Site["schema"]>();

  constructor(resources: Resources, patterns: PeerPatterns) {
    super(resources);
    this.#patterns = patterns;
  }

  /** Counts what the keywords of a schema look at, beside what they apply. */
  override compile(given: unknown, base: string): Check {
    const schema = isObject(given) ? given : {};
    const own = this.resources.baseOf(schema, base);
    const fitting = schema === given ? this.#fitting(schema) : given;
    const check = super.compile(fitting, own);
    let steps = stepsOfAll(schema.required) + stepsOfAll(schema.type);
    for (const keyword of DEPENDENT) {
      for (const part of Object.values(Object(schema[keyword]) as object)) {
        steps += 1 + (Array.isArray(part) ? stepsOfAll(part) : 0);
      }
    }
    const compares =
      schema.uniqueItems === true || "const" in schema || "enum" in schema;
    return (value, run, seen) => {
      const size = compares ? stepsOfAll(value) : stepsOfNames(value);
      run.spend(steps + size + run.scope.length / SCOPES_A_STEP);
      const valid = check(value, run, seen);
      // They are copied for each schema that this one is applied by.
      if (seen) run.spend(seen.indexes.size);
      return valid;
    };
  }

  /** A `$dynamicRef` has one for each place of its anchor. */
  override refer(place: SchemaPlace): Check {
    this.#references += 1;
    if (this.#references <= MAX_REFERENCES) return super.refer(place);
    throw new SchemaError(`A schema has at most ${MAX_REFERENCES} references`);
  }

  override pattern(source: string): PatternTest {
    return this.#patterns.get(source) ?? { test: () => true };
  }

  /**
   * Where a pattern is left out, more values fit. So what refuses a value because
   * something fits it, or because nothing said that it does, is left out as well.
   */
  #fitting(schema: Site["schema"]): Site["schema"] {
    const { left } = this.#patterns;
    const known = this.#fitted.get(schema);
    if (known || left.size === 0) return known ?? schema;
    const { allOf = [], oneOf, pattern, patternProperties = {} } = schema;
    const named = Object.entries(patternProperties as object);
    const kept = named.filter(([source]) => !left.has(source));
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
      pattern: left.has(String(pattern)) ? undefined : pattern,
      patternProperties: Object.fromEntries(kept),
      additionalProperties:
        kept.length < named.length ? undefined : additionalProperties,
    };
    this.#fitted.set(schema, fitted);
    return fitted;
  }
}

/** Characters that are looked at in the time of one step. */
const CHARACTERS_A_STEP = 16;
/** Bases that `$dynamicRef` looks for in that time. */
const SCOPES_A_STEP = 8;

/** Steps that it takes to look at the whole of a value. */
function stepsOfAll(value: unknown): number {
  const text = JSON.stringify(value) as string | undefined;
  return (text?.length ?? 0) / CHARACTERS_A_STEP;
}

/** Steps that it takes to look at a text, or at the names of an object. */
function stepsOfNames(value: unknown): number {
  if (typeof value === "string") return value.length / CHARACTERS_A_STEP;
  return isObject(value) ? Object.keys(value).length : 0;
}
