import { moduleLines, runtimeModules } from "../print/imports.js";
import type { OutputFile } from "../context.js";
import {
  indexOf,
  runtimeGraph,
  type Room,
  type RuntimeDeclaration,
} from "./graph.js";

type Declarations = readonly RuntimeDeclaration[];

/** What a file imports of the runtime, or passes on. */
const FROM_RUNTIME =
  /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"\.\.?\/runtime\/[^"]+"/g;

/**
 * The runtime as far as `files` reach it, declaration by declaration: one file
 * a room, in the order of the rooms.
 *
 * @throws Error when a file imports what the runtime does not have.
 */
export function linkRuntime(files: readonly OutputFile[]): OutputFile[] {
  const { declarations } = runtimeGraph();
  const names = files.flatMap(({ text }) => importedNames(text));
  const reached = new Set(names.map(indexOf));
  for (const index of reached)
    for (const use of declarations[index]?.uses ?? [])
      reached.add(use.declaration);
  return write(reached);
}

/** All of the runtime. */
export function wholeRuntime(): OutputFile[] {
  const { declarations } = runtimeGraph();
  return write(new Set(declarations.keys()));
}

function write(reached: ReadonlySet<number>): OutputFile[] {
  const { rooms, declarations } = runtimeGraph();
  return rooms
    .map((room, index) => ({
      path: `runtime/${room.name}.ts`,
      text: roomText(room, index, reached, declarations),
    }))
    .filter(({ text }) => text !== "");
}

function importedNames(text: string): string[] {
  return [...text.matchAll(FROM_RUNTIME)]
    .flatMap(([, names = ""]) => [
      ...names.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g),
    ])
    .map(([, name = ""]) => name);
}

function roomText(
  room: Room,
  index: number,
  reached: ReadonlySet<number>,
  declarations: Declarations,
): string {
  const held: RuntimeDeclaration[] = [];
  const parts = room.sections.flatMap(({ title, comment, ...section }) => {
    const own = section.declarations
      .filter((one) => reached.has(one))
      .flatMap((one) => declarations[one] ?? []);
    held.push(...own);
    const rule = `// ${title} ${"-".repeat(Math.max(3, 76 - title.length))}`;
    return own.length === 0 ? [] : [rule, comment, ...own.map((d) => d.text)];
  });
  const imports = importLines(index, held, declarations);
  const texts = [imports, ...parts].filter((text) => text !== "");
  return texts.length === 0 ? "" : `${texts.join("\n\n")}\n`;
}

/** What declarations of a room use of other rooms, as import lines. */
function importLines(
  own: number,
  held: Declarations,
  declarations: Declarations,
): string {
  const [values, types] = [new Set<string>(), new Set<string>()];
  for (const { uses } of held)
    for (const { declaration, type } of uses) {
      const used = declarations[declaration];
      if (used && used.room !== own) (type ? types : values).add(used.name);
    }
  const onlyTypes = [...types].filter((name) => !values.has(name)).sort();
  return moduleLines("import", [
    ...runtimeModules(".", [...values].sort()),
    ...runtimeModules(
      ".",
      onlyTypes.map((name) => `type:${name}`),
    ),
  ]);
}
