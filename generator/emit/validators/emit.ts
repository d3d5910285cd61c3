/** `validators.ts`: guards, assertions, explanations, schemas and decoders. */
import { normalsOf } from "../../model/normal.js";
import type { EmitContext, OutputFile } from "../context.js";
import { importTypes } from "../imports.js";
import { claimNames } from "../names.js";
import { apiText, exportsOf } from "./api.js";
import { conditionWriter } from "./conditions.js";
import { guardText } from "./guards.js";
import { Helpers } from "./helpers.js";
import { messageTexts } from "./messages.js";
import { partsOf } from "./parts.js";
import { shapeWriter } from "./shapes.js";

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

export function emitValidators(context: EmitContext): OutputFile {
  const { model, header, runtime, render } = context;
  const parts = partsOf(model);
  const normals = normalsOf(model);
  const exported = parts.types.filter((type) => type.exported);
  claimNames(model, FILE, [
    ...TEMPLATE_NAMES,
    ...IMPORTED_NAMES,
    ...exported.flatMap(({ name }) => exportsOf(name)),
  ]);
  const helpers = new Helpers();
  const shapes = shapeWriter(normals, parts, helpers);
  const condition = conditionWriter(parts, helpers);

  const sections = parts.types.map((entry) => {
    const { name, type } = entry;
    const reference = { kind: "ref", name } as const;
    const texts = entry.parts.flatMap((part) => {
      const code = guardText(part, parts, helpers);
      const guard = part.title === name ? code : `// ${part.title}\n${code}`;
      return part.declares === null
        ? [guard]
        : [guard, shapes.shapeText(part.declares)];
    });
    if (entry.exported) {
      const check = condition(reference, "value");
      const shape = shapes.shape(type.kind === "ref" ? type : reference);
      texts.push(apiText(name, check, shape, helpers));
    }
    return [`// ${rule(name)}`, ...texts].join("\n\n");
  });
  const messages = messageTexts(model, normals, parts, shapes, helpers);
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

function rule(name: string): string {
  return `${name} ${"-".repeat(Math.max(3, 74 - name.length))}`;
}
