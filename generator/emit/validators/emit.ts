/** `validators.ts`: guards, assertions, explanations, schemas and decoders. */
import { compilePattern } from "../../model/util/pattern.js";
import { claimMade, claimNames } from "../assemble/name-clashes.js";
import type { EmitContext, Page } from "../context.js";
import { moduleLines, runtimeModules } from "../print/imports.js";
import { assigned } from "../print/layout.js";
import { heldShapes } from "../facts/checks.js";
import { apiPiece, exportsOf } from "./api.js";
import { guardsOf } from "./guards.js";
import { messageTexts } from "./messages.js";
import { partsOf, type Parts, type TypeParts } from "./parts.js";
import { piece, reachedFrom, recorded, type Piece } from "../print/pieces.js";
import { paramsName, shapeName, shapePieces } from "./shapes.js";

const FILE = "validators.ts";

/** What it passes on of the runtime. */
const PASSED =
  "MAX_DEPTH ValidationError DecodeOptions Issue StandardSchema ValidateOptions Validation".split(
    " ",
  );

/** What the template itself exports, and what it declares for itself. */
const TEMPLATE_NAMES =
  "DecodedClientMessage DecodedMessage DecodedServerMessage decodeClientMessage decodeMessage decodeServerMessage clientSide eitherSides serverSide".split(
    " ",
  );

export function emitValidators(context: EmitContext): Page {
  const { model, runtime, render } = context;
  const parts = partsOf(model);
  const { normals, types } = parts;
  const exported = types.filter((type) => type.exported);
  const held = heldShapes(context);

  // Another name of a type stands below the guard that it is given.
  const isAlias = ({ type }: TypeParts) => Number(type.kind === "ref");
  const inOrder = [...types].sort((a, b) => isAlias(a) - isAlias(b));
  const sections = inOrder.map((entry) => {
    const { name } = entry;
    const shapes = [shapeName(normals, name), paramsName(name)];
    const own = shapes.filter((shape) => held.has(shape));
    return { name, pieces: typePieces(entry, parts, own) };
  });
  const patterns = parts.patterns.map((source) => {
    const name = parts.patternName(source);
    const regExp = String(compilePattern(source));
    return piece(name, () => [assigned(`const ${name}`, regExp), ";"]);
  });
  const messages = recorded((use) => messageTexts(model, parts, use));
  const pieces = [...patterns, ...sections.flatMap((one) => one.pieces)];
  const roots = pieces.filter(({ name }) => name === null || held.has(name));
  const { reached, others } = reachedFrom([messages, ...roots], pieces);
  claimNames(model, FILE, [
    ...TEMPLATE_NAMES,
    ...PASSED,
    ...exported.flatMap(({ name }) => exportsOf(name)),
    ...held,
    ...others,
  ]);
  claimMade(model, FILE, others, exportsOf);
  const textsOf = (all: readonly Piece[]): string[] =>
    all.filter((one) => reached.has(one)).map(({ text }) => text);
  const data = {
    imports: [
      moduleLines("import", runtimeModules(runtime, [...others].sort())),
      moduleLines("import", [
        {
          from: "./types.js",
          names: exported.length > 0 ? ["types"] : [],
          types: true,
          whole: true,
        },
      ]),
    ],
    exports: moduleLines("export", runtimeModules(runtime, PASSED)),
    patterns: textsOf(patterns),
    sections: sections.flatMap(({ name, pieces }) => {
      const texts = textsOf(pieces);
      return texts.length > 0
        ? [[`// ${rule(name)}`, ...texts].join("\n\n")]
        : [];
    }),
    ...messages.made,
  };
  return { path: FILE, under: (header) => render(FILE, { header, ...data }) };
}

/** All that is written for one type: guards, its shape, what is exported. */
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
