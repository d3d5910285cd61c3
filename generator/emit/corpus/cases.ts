/** Creates the cases of `corpus.json`: values that test one rule each. */
import { accepts } from "../../model/normal/accepts.js";
import { findType } from "../../model/lookup.js";
import type { Normal, Normals } from "../../model/normal/types.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { createCandidates, type Candidate } from "./candidates.js";
import { generateValue, tryGenerate } from "./generate-value.js";
import { serializeValue } from "./label.js";
import { Random } from "./random.js";
import type { Rule, RuleCase } from "./rules.js";
import { listTypedPositions, type TypedPosition } from "./typed-positions.js";

/** Maximum number of cases for each combination of type, rule and verdict. */
const MAX_CASES = 2;

/**
 * Number of values to generate for each type. The cases are changed copies of
 * these values.
 */
const SAMPLES = 3;

/** Test case for a message, with the side that sends the message. */
export interface MessageCase extends RuleCase {
  readonly sender: "client" | "server";
}

/** Returns the test cases for a declared type. */
export function createTypeCases(name: string, normals: Normals): RuleCase[] {
  const body = normals.body(name);
  const random = new Random(`cases ${name}`);
  const cases = new Cases((value) => accepts(body, value, normals));
  for (let n = 0; n < SAMPLES; n++) {
    const sample = tryGenerate(() =>
      generateValue(body, normals, random, n === 0 ? 1 : 0.5),
    );
    if (sample === undefined) continue;
    const positions = listPositions(body, sample, normals);
    cases.add("unknown key", addUnknownKeys(sample, positions));
    for (const position of positions)
      if (!position.foreign)
        for (const [rule, value] of listCandidates(position, normals, random))
          cases.add(rule, position.replaceWith(value));
  }
  return cases.list();
}

/**
 * Returns values that can replace the value at a position in test cases. If a
 * value cannot be generated, returns only the values before it.
 */
function listCandidates(
  position: TypedPosition,
  normals: Normals,
  random: Random,
): readonly Candidate[] {
  const found: Candidate[] = [];
  tryGenerate(() => {
    for (const candidate of createCandidates(position, normals, random))
      found.push(candidate);
  });
  return found;
}

function listPositions(
  type: Normal,
  value: unknown,
  normals: Normals,
): TypedPosition[] {
  const { model } = normals.shapes;
  return listTypedPositions(
    type,
    value,
    normals,
    (name) => findType(model, name)?.exported === true,
  );
}

/**
 * Returns a copy of `value` with an unknown key in every object that allows
 * unknown keys.
 */
function addUnknownKeys(
  value: unknown,
  positions: readonly TypedPosition[],
): unknown {
  const open = new Set(
    positions.flatMap(({ type, value: own }) =>
      type.kind === "object" && (!type.index || type.index.kind === "any")
        ? [own]
        : [],
    ),
  );
  const add = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(add);
    if (typeof inner !== "object" || inner === null) return inner;
    const members = Object.entries(inner).map(([key, member]) => [
      key,
      add(member),
    ]);
    const unknown = open.has(inner) ? [["unknown-key", { "": [null] }]] : [];
    return Object.fromEntries([...members, ...unknown]) as unknown;
  };
  return add(value);
}

/**
 * Returns the test cases for a message. They test the JSON-RPC members of the
 * message, an unknown key, and the sender.
 *
 * @param valid Valid message of the method.
 */
export function createMessageCases(
  { method, kind, sender }: Method,
  model: ProtocolModel,
  valid: object,
  isValid: (value: unknown) => boolean,
): MessageCase[] {
  const sides = ["client", "server"] as const;
  const [own = "client"] = sides.filter(
    (side) => sender === side || sender === "either",
  );
  const { id: _, ...withoutId } = valid as { readonly id?: unknown };
  const { jsonrpc: __, ...withoutVersion } = valid as {
    readonly jsonrpc?: unknown;
  };
  const cases = new Cases(isValid);
  cases.add("envelope", withoutVersion);
  cases.add("envelope", { ...valid, jsonrpc: "1.0" });
  if (kind === "request") {
    cases.add("envelope", withoutId);
    for (const id of [null, 1.5, true, "", -1])
      cases.add("envelope", { ...valid, id });
  } else
    for (const id of [0, "a"]) cases.add("notification id", { ...valid, id });
  cases.add("unknown key", { ...valid, "unknown-key": { deep: [null] } });
  const wrongSides = sides.filter(
    (side) =>
      !model.methods.some(
        (other) =>
          other.method === method &&
          !other.embedded &&
          (other.sender === side || other.sender === "either"),
      ),
  );
  return [
    ...cases.list().map((entry) => ({ sender: own, ...entry })),
    ...wrongSides.map((side) => ({
      sender: side,
      rule: "direction" as const,
      valid: false,
      value: valid,
    })),
  ];
}

/**
 * Collects test cases without duplicates: at most `MAX_CASES` valid and
 * `MAX_CASES` invalid ones for each rule.
 */
class Cases {
  readonly #found = new Map<string, RuleCase>();
  readonly #counts = new Map<string, number>();
  readonly #isValid: (value: unknown) => boolean;

  constructor(isValid: (value: unknown) => boolean) {
    this.#isValid = isValid;
  }

  add(rule: Rule, made: unknown): void {
    const count = (valid: boolean): number =>
      this.#counts.get(`${rule} ${valid}`) ?? 0;
    if (count(true) >= MAX_CASES && count(false) >= MAX_CASES) return;
    const text = serializeValue(made);
    if (text === undefined || this.#found.has(text)) return;
    // The text has the same verdict as the value, unless `JSON.stringify` has
    // written `null` for a value that JSON cannot represent.
    const valid = this.#isValid(
      text.includes("null") ? JSON.parse(text) : made,
    );
    if (count(valid) >= MAX_CASES) return;
    this.#counts.set(`${rule} ${valid}`, count(valid) + 1);
    this.#found.set(text, { rule, valid, value: JSON.parse(text) });
  }

  list(): RuleCase[] {
    return [...this.#found.values()];
  }
}
