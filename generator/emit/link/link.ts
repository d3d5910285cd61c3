import { moduleLine } from "../print/imports.js";
import type { OutputFile } from "../context.js";
import { indexOf, roomOf, runtimeGraph, type Room } from "./graph.js";

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
  return write(reachedFrom(files.flatMap(({ text }) => importedNames(text))));
}

/** All of the runtime. */
export function wholeRuntime(): OutputFile[] {
  return write(new Set(runtimeGraph().declarations.keys()));
}

function write(reached: ReadonlySet<number>): OutputFile[] {
  return runtimeGraph()
    .rooms.map((room, index) => ({
      path: `runtime/${room.name}.ts`,
      text: roomText(room, index, reached),
    }))
    .filter(({ text }) => text !== "");
}

function importedNames(text: string): string[] {
  return [...text.matchAll(FROM_RUNTIME)]
    .flatMap(([, names = ""]) => names.split(","))
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type /, "")
          .split(" as ")[0] ?? "",
    )
    .filter((name) => name !== "");
}

/** Indexes of the declarations of those names, and of all that they use. */
function reachedFrom(names: readonly string[]): ReadonlySet<number> {
  const { declarations } = runtimeGraph();
  const reached = new Set(names.map(indexOf));
  for (const index of reached)
    for (const use of declarations[index]?.uses ?? [])
      reached.add(use.declaration);
  return reached;
}

function roomText(
  room: Room,
  index: number,
  reached: ReadonlySet<number>,
): string {
  const sections = room.sections
    .map((section) => ({
      ...section,
      declarations: section.declarations.filter((one) => reached.has(one)),
    }))
    .filter(({ declarations }) => declarations.length > 0);
  const held = sections.flatMap(({ declarations }) => declarations);
  const { declarations } = runtimeGraph();
  const bodies = sections.map(({ title, comment, declarations: own }) =>
    [
      `// ${title} ${"-".repeat(Math.max(3, 76 - title.length))}`,
      ...(comment === "" ? [] : [comment]),
      ...own.map((one) => declarations[one]?.text ?? ""),
    ].join("\n\n"),
  );
  const imports = importLines(index, held);
  if (held.length === 0) return "";
  return `${[...(imports === "" ? [] : [imports]), ...bodies].join("\n\n")}\n`;
}

/** What declarations of a room use of other rooms, as import lines. */
function importLines(own: number, held: readonly number[]): string {
  const { rooms, declarations } = runtimeGraph();
  const [values, types] = [new Set<string>(), new Set<string>()];
  for (const index of held)
    for (const { declaration, type } of declarations[index]?.uses ?? []) {
      const used = declarations[declaration];
      if (used && used.room !== own) (type ? types : values).add(used.name);
    }
  const lines = (start: string, names: readonly string[]): string[] =>
    rooms.flatMap(({ name: room }) => {
      const ofRoom = names.filter((name) => roomOf(name) === room);
      if (ofRoom.length === 0) return [];
      return [moduleLine(start, ofRoom.sort(), `./${room}.js`)];
    });
  return [
    ...lines("import", [...values]),
    ...lines(
      "import type",
      [...types].filter((name) => !values.has(name)),
    ),
  ].join("\n");
}
