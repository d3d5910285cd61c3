/** Declarations of every shape, the same for the same seed. */
import type {
  Declaration,
  Doc,
  LiteralValue,
  Member,
  TupleElement,
  TypeNode,
  TypeParameter,
} from "../../generator/model/types.js";
import { random, type Below } from "./mutations.js";

const POSITION = { line: 1, column: 1 };
const NO_DOC: Doc = { text: "", tags: [], deprecated: null, since: null };

/** `count` declarations named `D0`, `D1`, …; references lead nowhere. */
export function randomDeclarations(count: number, seed: number): Declaration[] {
  const make = maker(random(seed));
  return Array.from({ length: count }, (_, index) =>
    make.declaration(
      index % 2 === 0 ? `D${index}` : `D${"x".repeat(30)}${index}`,
    ),
  );
}

interface Maker {
  declaration(name: string): Declaration;
}

function maker(below: Below): Maker {
  const chance = (part: number): boolean => below(1000) < part * 1000;
  const pick = <T>(items: readonly [T, ...T[]]): T =>
    items[below(items.length)] ?? items[0];
  const some = <T>(min: number, max: number, make: () => T): T[] =>
    Array.from({ length: min + below(max - min + 1) }, make);
  const word = (): string =>
    pick(["a", "name", "Tool", "LongerName", "x".repeat(26)]);

  const value = (): LiteralValue =>
    pick<LiteralValue>([
      "text",
      'it\'s "it"',
      -1,
      0.5,
      true,
      null,
      "y".repeat(30),
    ]);

  const doc = (): Doc =>
    chance(0.8)
      ? NO_DOC
      : { ...NO_DOC, text: pick(["Short.", "z".repeat(72), "A.\n\nB."]) };

  const key = (): string =>
    pick(["a", "name", "x/y", "1", "k".repeat(40), "$ref"]);

  const member = (depth: number): Member => {
    const rest = {
      doc: doc(),
      position: POSITION,
      readonly: chance(0.1),
      type: type(depth),
    };
    if (chance(0.15)) {
      const string: TypeNode = { kind: "primitive", name: "string" };
      return { kind: "index", parameter: word(), key: string, ...rest };
    }
    return { kind: "property", name: key(), optional: chance(0.3), ...rest };
  };

  const element = (depth: number, named: boolean): TupleElement => {
    const form = below(3);
    const inner = type(depth);
    return {
      name: named ? word() : null,
      optional: form === 1,
      rest: form === 2,
      type:
        form === 2 ? { kind: "array", element: inner, readonly: false } : inner,
    };
  };

  const leaf = (): TypeNode => {
    switch (below(4)) {
      case 0:
        return {
          kind: "primitive",
          name: pick(["string", "number", "unknown", "undefined"]),
        };
      case 1:
        return { kind: "literal", value: value() };
      case 2:
        return { kind: "constant", name: word() };
      default:
        return { kind: "reference", name: word(), arguments: [] };
    }
  };

  const keys = (): string[] => some(1, 3, key);

  const type = (depth: number): TypeNode => {
    if (depth <= 0 || chance(0.15)) return leaf();
    const inner = (): TypeNode => type(depth - 1);
    switch (below(18)) {
      case 0:
        return {
          kind: "reference",
          name: word(),
          arguments: some(1, 3, inner),
        };
      case 1:
        return { kind: "array", element: inner(), readonly: chance(0.3) };
      case 2: {
        const named = chance(0.4);
        const elements = some(0, 3, () => element(depth - 1, named));
        return { kind: "tuple", elements, readonly: chance(0.2) };
      }
      case 3:
        return { kind: "record", key: inner(), value: inner() };
      case 4:
      case 5:
        return { kind: "object", members: some(0, 3, () => member(depth - 1)) };
      case 6:
      case 7:
      case 8:
        return { kind: "union", types: some(2, 5, inner) };
      case 9:
      case 10:
        return { kind: "intersection", types: some(2, 4, inner) };
      case 11:
        return { kind: pick(["omit", "pick"]), type: inner(), keys: keys() };
      case 12:
        return {
          kind: pick(["partial", "required", "readonly", "nonNullable"]),
          type: inner(),
        };
      case 13:
        return { kind: "exclude", type: inner(), excluded: inner() };
      case 14:
        return { kind: "extract", type: inner(), extracted: inner() };
      case 15:
        return {
          kind: "indexed",
          object: inner(),
          index: { kind: "literal", value: key() },
        };
      case 16:
        return { kind: "keyof", type: inner() };
      default: {
        const spans = some(1, 2, () => ({
          type: leaf(),
          text: pick(["", "-", "`${"]),
        }));
        return { kind: "template", head: pick(["", "data:"]), spans };
      }
    }
  };

  const parameter = (): TypeParameter => ({
    name: word(),
    constraint: chance(0.4) ? type(2) : null,
    default: chance(0.3) ? type(2) : null,
  });

  return {
    declaration(name) {
      const declared = {
        name,
        exported: chance(0.7),
        doc: doc(),
        position: POSITION,
      };
      const typeParameters = chance(0.2) ? some(1, 3, parameter) : [];
      switch (below(5)) {
        case 0:
          return { kind: "constant", ...declared, value: value() };
        case 1:
        case 2:
          return { kind: "alias", ...declared, typeParameters, type: type(4) };
        default: {
          const bases = some(0, 3, () => ({
            kind: "reference" as const,
            name: word(),
            arguments: chance(0.2) ? some(1, 2, () => type(2)) : [],
          }));
          const members = some(0, 5, () => member(3));
          return {
            kind: "interface",
            ...declared,
            typeParameters,
            extends: bases,
            members,
          };
        }
      }
    },
  };
}
