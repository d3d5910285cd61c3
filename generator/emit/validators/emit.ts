/** `validators.ts`: guards, assertions, explanations, schemas and decoders. */
import { normalsOf } from "../../model/normal/normal.js";
import type { EmitContext, Page } from "../context.js";
import { importTypes, moduleLines, runtimeModules } from "../print/imports.js";
import { claimMade, claimNames } from "../assemble/name-clashes.js";
import { apiText, exportsOf } from "./api.js";
import { guardsOf, type Guard } from "./guards.js";
import { Helpers } from "./helpers.js";
import { messageTexts } from "./messages.js";
import { partsOf, type TypeParts } from "./parts.js";
import { shapeKey, shapeName, shapeWriter } from "./shapes.js";
import { heldTypes } from "../protocol/rules.js";

const FILE = "validators.ts";

/** What it passes on of the runtime. */
const PASSED =
  "MAX_DEPTH ValidationError DecodeOptions Issue StandardSchema ValidateOptions Validation".split(
    " ",
  );

/** What the template itself exports. */
const TEMPLATE_NAMES = [
  "DecodedClientMessage",
  "DecodedMessage",
  "DecodedServerMessage",
  "decodeClientMessage",
  "decodeMessage",
  "decodeServerMessage",
];

/** Types that it uses by these names. */
const IMPORTED_NAMES = ["Decoded", "DecodedBatch", "Shape", "Side"];

/** What it declares for itself. */
const OWN_NAMES = ["clientSide", "eitherSides", "serverSide"];

export function emitValidators(context: EmitContext): Page {
  const { model, runtime, render, recall } = context;
  const parts = partsOf(model);
  const normals = normalsOf(model);
  const exported = parts.types.filter((type) => type.exported);
  const held = new Set(
    heldTypes(model, "server").map((type) => shapeName(model, type)),
  );
  claimNames(model, FILE, [
    ...TEMPLATE_NAMES,
    ...PASSED,
    ...IMPORTED_NAMES,
    ...OWN_NAMES,
    ...exported.flatMap(({ name }) => exportsOf(name)),
    ...held,
  ]);
  const helpers = new Helpers(recall);
  const shapes = shapeWriter(normals, parts, helpers);

  // Another name of a type stands below the guard that it is given.
  const isAlias = ({ type }: TypeParts): boolean => type.kind === "ref";
  const inOrder = [
    ...parts.types.filter((entry) => !isAlias(entry)),
    ...parts.types.filter(isAlias),
  ];
  const written = inOrder.map((entry): Section => {
    const { name, type, exported } = entry;
    const reference = { kind: "ref", name } as const;
    const functions = entry.parts.flatMap((part) => {
      const title = part.title === name ? "" : `// ${part.title}\n`;
      const all = guardsOf(part, parts, helpers);
      return all.map((guard, n): GuardSlot => {
        const text = exported ? guard.write() : null;
        const last = n === all.length - 1;
        return {
          guard,
          title: n === 0 ? title : "",
          text,
          declares: last ? part.declares : null,
        };
      });
    });
    if (!exported) return { name, functions, api: [] };
    const part = parts.partOf(reference);
    const check = helpers.guard(part?.name ?? "");
    const recursive = part?.recursive === true;
    const shape = shapes.shape(type.kind === "ref" ? type : reference);
    const api = helpers.recalled(
      () => ["api", name, check, shape, recursive],
      (own) => apiText(name, check, shape, recursive, own),
    );
    return { name, functions, api: [api] };
  });
  const messages = messageTexts(model, normals, parts, shapes, helpers);
  const shapeTexts = usedShapes(written, helpers, (type) => {
    const exported = held.has(`shapeOf${type}`);
    return helpers.recalled(
      () => shapeKey(type, exported, normals, parts),
      (own) => shapeWriter(normals, parts, own).shapeText(type, exported),
    );
  });
  writeCalled(written, helpers);
  claimNames(model, FILE, helpers.names());
  claimMade(model, FILE, new Set(helpers.names()), exportsOf);
  const shapeOf = (type: string | null): string[] => {
    const text = shapeTexts.get(type ?? "");
    return text === undefined ? [] : [text];
  };
  const sections = written.flatMap(({ name, functions, api }) => {
    const texts = [
      ...functions.flatMap(({ title, text, declares }) => [
        ...(text === null ? [] : [title + text]),
        ...shapeOf(declares),
      ]),
      ...api,
    ];
    return texts.length === 0
      ? []
      : [[`// ${rule(name)}`, ...texts].join("\n\n")];
  });
  const data = {
    runtime,
    imports: [
      ...helpers.importLines(runtime),
      importTypes(exported.map(({ name }) => name)),
    ],
    exports: moduleLines("export", runtimeModules(runtime, PASSED)),
    patterns: helpers.patternLines(),
    sections,
    ...messages,
  };
  return { path: FILE, under: (header) => render(FILE, { header, ...data }) };
}

/** What is written of one type. */
interface Section {
  readonly name: string;
  readonly functions: readonly GuardSlot[];
  readonly api: readonly string[];
}

/** Where a guard stands, once it is written. */
interface GuardSlot {
  readonly guard: Guard;
  /** The comment above it, or nothing. */
  readonly title: string;
  text: string | null;
  /** The type whose shape stands below the guard. */
  readonly declares: string | null;
}

/** Writes what is called of the guards that are not exported. */
function writeCalled(sections: readonly Section[], helpers: Helpers): void {
  const open = new Set(
    sections
      .flatMap(({ functions }) => functions)
      .filter(({ text }) => text === null),
  );
  for (let before = -1; before !== open.size;) {
    before = open.size;
    for (const slot of open) {
      if (!helpers.isCalled(slot.guard.name)) continue;
      slot.text = slot.guard.write();
      open.delete(slot);
    }
  }
}

/** The shapes that something asks for, by type; each may ask for more. */
function usedShapes(
  sections: readonly Section[],
  helpers: Helpers,
  write: (type: string) => string,
): ReadonlyMap<string, string> {
  const types = sections.flatMap(({ functions }) =>
    functions.flatMap(({ declares }) => declares ?? []),
  );
  const texts = new Map<string, string>();
  for (let before = -1; before < texts.size;) {
    before = texts.size;
    for (const type of types)
      if (!texts.has(type) && helpers.isAsked(type))
        texts.set(type, write(type));
  }
  return texts;
}

function rule(name: string): string {
  return `${name} ${"-".repeat(Math.max(3, 74 - name.length))}`;
}
