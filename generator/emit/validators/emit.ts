/**
 * `validators.ts`: guards, assertions, validation with explanations, schemas
 * and decoders.
 */
import { compilePattern } from "../../model/util/pattern.js";
import type { EmitContext, ModulePage } from "../context.js";
import { heldShapes } from "../facts/checks.js";
import { paramsName, shapeName } from "../facts/shape-names.js";
import { assigned } from "../print/layout.js";
import { piece, names, type Piece } from "../print/pieces.js";
import { textsOf } from "../print/text.js";
import { apiPiece } from "./api.js";
import { guardsOf } from "./guards.js";
import { messagePieces } from "./messages.js";
import { partsOf, type Parts, type TypeParts } from "./parts.js";
import { shapePieces } from "./shapes.js";

/** Names that `validators.ts` re-exports from the runtime. */
const REEXPORTS = names`
  MAX_DEPTH ValidationError DecodeOptions Issue StandardSchema ValidateOptions
  Validation`;

/** Part of the file after a comment with its title. */
interface Section {
  readonly title: string;
  readonly pieces: readonly Piece[];
}

export function emitValidators(context: EmitContext): ModulePage {
  const { model, render } = context;
  const parts = partsOf(model);
  const { normals, types } = parts;
  const held = heldShapes(context);

  // Aliases follow the guards that they refer to.
  const isAlias = ({ type }: TypeParts) => Number(type.kind === "ref");
  const inOrder = [...types].sort((a, b) => isAlias(a) - isAlias(b));
  const patterns = parts.patterns.map((source) => {
    const name = parts.patternName(source);
    const regExp = String(compilePattern(source));
    return piece(name, () => [assigned(`const ${name}`, regExp), ";"]);
  });
  const sections: Section[] = [
    ...inOrder.map((entry) => {
      const { name } = entry;
      const shapes = [shapeName(normals, name), paramsName(name)];
      const own = shapes.filter((shape) => held.has(shape));
      return { title: name, pieces: typePieces(entry, parts, own) };
    }),
    { title: "Messages", pieces: messagePieces(model, parts) },
  ];
  return {
    path: "validators.ts",
    pieces: [...patterns, ...sections.flatMap(({ pieces }) => pieces)],
    modules: [{ from: "./types", as: "types", types: true }],
    reexports: REEXPORTS,
    layOut: (lines, isWritten) => {
      const constants = textsOf(patterns, isWritten).join("\n");
      return render("validators.ts", {
        ...lines,
        sections: [
          ...(constants === "" ? [] : [constants]),
          ...sections.flatMap(({ title, pieces }) => {
            const texts = textsOf(pieces, isWritten);
            return texts.length > 0
              ? [[`// ${rule(title)}`, ...texts].join("\n\n")]
              : [];
          }),
        ],
      });
    },
  };
}

/** Returns the pieces of one type: its guards, its shape and its exports. */
function typePieces(
  { name, exported, parts: own }: TypeParts,
  parts: Parts,
  held: readonly string[],
): Piece[] {
  const [first, ...inside] = own;
  const part = parts.partOf({ kind: "ref", name });
  return [
    ...(first
      ? [...guardsOf(first, parts), ...shapePieces(name, parts, held)]
      : []),
    ...inside.flatMap((part) => guardsOf(part, parts)),
    ...(exported && part
      ? [apiPiece(name, part, shapeName(parts.normals, name))]
      : []),
  ];
}

function rule(name: string): string {
  return `${name} ${"-".repeat(Math.max(3, 74 - name.length))}`;
}
