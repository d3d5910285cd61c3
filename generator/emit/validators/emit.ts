/**
 * Emits `validators.ts`, which contains guards, assertions, validators with
 * error explanations, schemas and decoders.
 */
import { compilePattern } from "../../model/util/pattern.js";
import type { EmitContext, ModulePage } from "../context.js";
import { getImportedShapes } from "../facts/method-rules.js";
import { getParamsShapeName, getShapeName } from "../facts/shape-names.js";
import { assigned } from "../print/layout.js";
import { createPiece, names, type Piece } from "../print/pieces.js";
import { getTexts } from "../print/text.js";
import { createApiPiece } from "./api.js";
import { createGuards } from "./guards.js";
import { createMessagePieces } from "./messages.js";
import {
  collectGuardFunctions,
  type GuardFunctions,
  type TypeGuards,
} from "./guard-functions.js";
import { createShapePieces } from "./shapes.js";

/** Names that `validators.ts` re-exports from the runtime. */
const REEXPORTS = names`
  MAX_DEPTH ValidationError DecodeOptions Issue StandardSchema ValidateOptions
  Validation`;

/**
 * Section of the generated file. The title is printed as a comment above the
 * section.
 */
interface Section {
  readonly title: string;
  readonly pieces: readonly Piece[];
}

export function emitValidators(context: EmitContext): ModulePage {
  const { model, render } = context;
  const parts = collectGuardFunctions(model);
  const { normals, types } = parts;
  const held = getImportedShapes(context);

  // Constants must be declared before they are used. The code of an alias
  // therefore follows the code of the type that the alias refers to.
  const isAlias = ({ type }: TypeGuards) => Number(type.kind === "ref");
  const inOrder = [...types].sort((a, b) => isAlias(a) - isAlias(b));
  const patterns = parts.patterns.map((source) => {
    const name = parts.patternName(source);
    const regExp = String(compilePattern(source));
    return createPiece(name, () => [assigned(`const ${name}`, regExp), ";"]);
  });
  const sections: Section[] = [
    ...inOrder.map((entry) => {
      const { name } = entry;
      const shapes = [getShapeName(normals, name), getParamsShapeName(name)];
      const own = shapes.filter((shape) => held.has(shape));
      return { title: name, pieces: createTypePieces(entry, parts, own) };
    }),
    { title: "Messages", pieces: createMessagePieces(model, parts) },
  ];
  return {
    path: "validators.ts",
    pieces: [...patterns, ...sections.flatMap(({ pieces }) => pieces)],
    modules: [{ from: "./types", as: "types", types: true }],
    reexports: REEXPORTS,
    layOut: (lines, isWritten) => {
      const constants = getTexts(patterns, isWritten).join("\n");
      return render("validators.ts", {
        ...lines,
        sections: [
          ...(constants === "" ? [] : [constants]),
          ...sections.flatMap(({ title, pieces }) => {
            const texts = getTexts(pieces, isWritten);
            return texts.length > 0
              ? [[`// ${printRule(title)}`, ...texts].join("\n\n")]
              : [];
          }),
        ],
      });
    },
  };
}

/**
 * Returns the declarations for one type: its guard functions, its runtime
 * schema and its exported functions.
 */
function createTypePieces(
  { name, exported, parts: own }: TypeGuards,
  parts: GuardFunctions,
  held: readonly string[],
): Piece[] {
  const [first, ...inside] = own;
  const part = parts.find({ kind: "ref", name });
  return [
    ...(first
      ? [...createGuards(first, parts), ...createShapePieces(name, parts, held)]
      : []),
    ...inside.flatMap((part) => createGuards(part, parts)),
    ...(exported && part
      ? [createApiPiece(name, part, getShapeName(parts.normals, name))]
      : []),
  ];
}

function printRule(name: string): string {
  return `${name} ${"-".repeat(Math.max(3, 74 - name.length))}`;
}
