/** `validators.ts`: guards, assertions, explanations, schemas and decoders. */
import { normalsOf } from "../../model/normal.js";
import type { EmitContext, OutputFile } from "../context.js";
import { importTypes } from "../imports.js";
import { claimMade, claimNames } from "../names.js";
import { apiText, exportsOf } from "./api.js";
import { conditionWriter } from "./conditions.js";
import { guardText } from "./guards.js";
import { Helpers } from "./helpers.js";
import { messageTexts } from "./messages.js";
import { partsOf } from "./parts.js";
import { shapeName, shapeWriter, type ShapeWriter } from "./shapes.js";
import { heldTypes } from "../rules.js";

const FILE = "validators.ts";

/** What the template itself exports. */
const TEMPLATE_NAMES = [
  "DecodeOptions",
  "DecodedClientMessage",
  "DecodedMessage",
  "DecodedServerMessage",
  "Issue",
  "MAX_DEPTH",
  "StandardSchema",
  "ValidateOptions",
  "Validation",
  "ValidationError",
  "decodeClientMessage",
  "decodeMessage",
  "decodeServerMessage",
];

/** Types that it uses by these names. */
const IMPORTED_NAMES = ["Decoded", "DecodedBatch", "Shape", "Side"];

/** What it declares for itself. */
const OWN_NAMES = ["clientSide", "eitherSides", "serverSide"];

export function emitValidators(context: EmitContext): OutputFile {
  const { model, header, runtime, render } = context;
  const parts = partsOf(model);
  const normals = normalsOf(model);
  const exported = parts.types.filter((type) => type.exported);
  const held = new Set(
    heldTypes(model, "server").map((type) => shapeName(model, type)),
  );
  claimNames(model, FILE, [
    ...TEMPLATE_NAMES,
    ...IMPORTED_NAMES,
    ...OWN_NAMES,
    ...exported.flatMap(({ name }) => exportsOf(name)),
    ...held,
  ]);
  const helpers = new Helpers();
  const shapes = shapeWriter(normals, parts, helpers);
  const condition = conditionWriter(parts, helpers);

  const written = parts.types.map((entry): Section => {
    const { name, type, exported } = entry;
    const reference = { kind: "ref", name } as const;
    const guards = entry.parts.map((part) => {
      const code = guardText(part, parts, helpers);
      const text = part.title === name ? code : `// ${part.title}\n${code}`;
      return { text, declares: part.declares };
    });
    if (!exported) return { name, guards, api: [] };
    const check = condition(reference, "value");
    const shape = shapes.shape(type.kind === "ref" ? type : reference);
    return { name, guards, api: [apiText(name, check, shape, helpers)] };
  });
  const messages = messageTexts(model, normals, parts, shapes, helpers);
  claimNames(model, FILE, helpers.names());
  claimMade(model, FILE, new Set(helpers.names()), exportsOf);
  const shapeTexts = usedShapes(written, shapes, held);
  const sections = written.map(({ name, guards, api }) =>
    [
      `// ${rule(name)}`,
      ...guards.flatMap(({ text, declares }) => {
        const shape = shapeTexts.get(declares ?? "");
        return shape === undefined ? [text] : [text, shape];
      }),
      ...api,
    ].join("\n\n"),
  );
  return {
    path: FILE,
    text: render(FILE, {
      header,
      runtime,
      imports: [
        ...helpers.importLines(runtime),
        importTypes(
          exported.map(({ name }) => name),
          "./types.js",
        ),
      ],
      patterns: helpers.patternLines(),
      sections,
      ...messages,
    }),
  };
}

/** What is written of one type. */
interface Section {
  readonly name: string;
  readonly guards: readonly {
    readonly text: string;
    /** The type whose shape stands below the guard. */
    readonly declares: string | null;
  }[];
  readonly api: readonly string[];
}

/** The shapes that something asks for, by type; each may ask for more. */
function usedShapes(
  sections: readonly Section[],
  shapes: ShapeWriter,
  /** Names of those that other files ask for. */
  held: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const types = sections.flatMap(({ guards }) =>
    guards.flatMap(({ declares }) => declares ?? []),
  );
  const texts = new Map<string, string>();
  for (let before = -1; before < texts.size;) {
    before = texts.size;
    for (const type of types)
      if (!texts.has(type) && shapes.isUsed(type))
        texts.set(type, shapes.shapeText(type, held.has(`shapeOf${type}`)));
  }
  return texts;
}

function rule(name: string): string {
  return `${name} ${"-".repeat(Math.max(3, 74 - name.length))}`;
}
