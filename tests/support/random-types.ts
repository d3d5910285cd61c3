/** Declarations of every shape, the same for the same seed. */
import type {
  Declaration,
  Doc,
  LiteralValue,
  Member,
  TypeNode,
} from "../../generator/model/types.js";
import {
  NO_DOC,
  NOWHERE as POSITION,
  reference,
} from "../../generator/model/build.js";
import { random, type Below } from "./mutations.js";

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
    if (chance(0.15)) return { kind: "index", parameter: word(), ...rest };
    return { kind: "property", name: key(), optional: chance(0.3), ...rest };
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
        return reference(word());
    }
  };

  const keys = (): string[] => some(1, 3, key);

  const type = (depth: number): TypeNode => {
    if (depth <= 0 || chance(0.15)) return leaf();
    const inner = (): TypeNode => type(depth - 1);
    switch (below(9)) {
      case 0:
        return { kind: "array", element: inner() };
      case 1:
        return { kind: "record", key: inner(), value: inner() };
      case 2:
      case 3:
        return { kind: "object", members: some(0, 3, () => member(depth - 1)) };
      case 4:
      case 5:
        return { kind: "union", types: some(2, 5, inner) };
      case 6:
        return { kind: "intersection", types: some(2, 4, inner) };
      case 7:
        return { kind: "omit", type: inner(), keys: keys() };
      default:
        return { kind: pick(["partial", "nonNullable"]), type: inner() };
    }
  };

  return {
    declaration(name) {
      const declared = {
        name,
        exported: chance(0.7),
        doc: doc(),
        position: POSITION,
      };
      switch (below(5)) {
        case 0:
          return { kind: "constant", ...declared, value: value() };
        case 1:
        case 2:
          return { kind: "alias", ...declared, type: type(4) };
        default:
          return {
            kind: "interface",
            ...declared,
            extends: some(0, 3, () => reference(word())),
            members: some(0, 5, () => member(3)),
          };
      }
    },
  };
}
