/**
 * `corpus.json`: right and wrong values of each type and messages of each
 * method, with their labels, for tests in any language.
 */
import { accepts } from "../../model/accepts.js";
import { typesInCommon } from "../../model/common.js";
import { normalsOf, type Normals } from "../../model/normal.js";
import { once } from "../../model/once.js";
import type { Method, ProtocolModel, Sender } from "../../model/types.js";
import type { EmitContext, Page } from "../context.js";
import { jsonPage } from "../json-schema/layout.js";
import { CannotGrow, grow } from "./grow.js";
import { mutate } from "./mutate.js";
import { Random } from "./random.js";

/** Values of one type, as JSON has them. */
export interface Labelled {
  readonly valid: readonly unknown[];
  readonly invalid: readonly WrongValue[];
}

/** A value that validators have to refuse. */
export interface WrongValue {
  /** What was done to a valid value. */
  readonly change: string;
  readonly value: unknown;
}

/** Values of one type, right and wrong. */
export interface TypeCorpus extends Labelled {
  readonly type: string;
}

/** Whole messages, with `jsonrpc` and `id`. */
export interface MessageCorpus extends Labelled {
  readonly method: string;
  readonly kind: Method["kind"];
  readonly sender: Sender;
}

/** What `corpus.json` holds. */
export interface Corpus {
  readonly protocolVersion: string | null;
  readonly types: readonly TypeCorpus[];
  readonly messages: readonly MessageCorpus[];
}

/** How many of each there are, as far as there are so many. */
const VALID = 3;
const INVALID = 6;

/** How often it is tried to find another one. */
const TRIES = 60;

/** `corpus.json`: values and messages for tests of other implementations. */
export function emitCorpus({ model, before }: EmitContext): Page {
  return jsonPage("corpus.json", corpusOf(model, before));
}

/**
 * The same for the same model, on every machine. What it has in common with the
 * model before it in a run is taken from there.
 */
export function corpusOf(model: ProtocolModel, before?: ProtocolModel): Corpus {
  const normals = normalsOf(model);
  const earlier = before && normalsOf(before);
  const common = earlier ? typesInCommon(earlier, normals) : new Set();
  const labelled = (seed: string, type: string, make: () => Labelled) => {
    const known = common.has(type) && earlier && labelledOf(earlier).get(seed);
    const made = known || make();
    labelledOf(normals).set(seed, made);
    return made;
  };
  return {
    protocolVersion: model.protocolVersion,
    types: model.declarations
      .filter(
        (declaration) =>
          declaration.exported &&
          declaration.kind !== "constant" &&
          declaration.typeParameters.length === 0,
      )
      .map(({ name }) => ({
        type: name,
        ...labelled(name, name, () => typeCorpus(name, normals)),
      })),
    messages: model.methods
      .filter(({ embedded }) => !embedded)
      .map((method) => {
        const { method: name, kind, sender, declaration } = method;
        const seed = `${kind} ${name} ${declaration}`;
        const make = () => messageCorpus(method, normals);
        const both = labelled(seed, declaration, make);
        return { method: name, kind, sender, ...both };
      }),
  };
}

/** What was labelled of a model, by type, or by kind, method and type. */
const labelledOf = once<Normals, Map<string, Labelled>>(() => new Map());

function typeCorpus(name: string, normals: Normals): Labelled {
  const body = normals.body(name);
  const random = new Random(`corpus ${name}`);
  return label(
    random,
    () => grow(body, normals, random),
    (value) => accepts(body, value, normals),
  );
}

function messageCorpus(
  { method, kind, declaration }: Method,
  normals: Normals,
): Labelled {
  const body = normals.body(declaration);
  const random = new Random(`corpus ${method} ${declaration}`);
  return label(
    random,
    () => ({
      jsonrpc: "2.0",
      ...(kind === "request" && { id: random.pick([0, 1, "a"]) }),
      ...without(grow(body, normals, random), ["jsonrpc", "id"]),
    }),
    (value) => hasEnvelope(value, kind) && accepts(body, value, normals),
  );
}

/** Tries until there are enough of both. */
function label(
  random: Random,
  sample: () => unknown,
  isValid: (value: unknown) => boolean,
): Labelled {
  const valid = new Map<string, unknown>();
  const invalid = new Map<string, WrongValue>();
  for (let n = 0; n < TRIES; n++) {
    if (valid.size >= VALID && invalid.size >= INVALID) break;
    const right = tried(sample);
    if (!right) continue;
    const { value: changed, change } = mutate(right.value, random);
    if (valid.size < VALID && isValid(right.value))
      valid.set(right.text, right.value);
    const wrong = invalid.size < INVALID ? throughJson(changed) : null;
    if (wrong && !isValid(wrong.value))
      invalid.set(wrong.text, { change, value: wrong.value });
  }
  return { valid: [...valid.values()], invalid: [...invalid.values()] };
}

interface FromJson {
  readonly text: string;
  readonly value: unknown;
}

function tried(sample: () => unknown): FromJson | null {
  try {
    return throughJson(sample());
  } catch (error) {
    if (error instanceof CannotGrow) return null;
    throw error;
  }
}

/**
 * The value as JSON has it, or null when it has none. Lone surrogates are left
 * out: not every language can read them.
 */
function throughJson(value: unknown): FromJson | null {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || /\\ud[89a-f]/.test(text)
    ? null
    : { text, value: JSON.parse(text) as unknown };
}

function hasEnvelope(value: unknown, kind: Method["kind"]): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { jsonrpc, id } = value as { jsonrpc?: unknown; id?: unknown };
  const named = typeof id === "string" || Number.isInteger(id);
  return jsonrpc === "2.0" && (kind === "request" ? named : id === undefined);
}

function without(value: unknown, keys: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(value as object).filter(([key]) => !keys.includes(key)),
  );
}
