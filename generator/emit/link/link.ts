import { moduleLine } from "../print/imports.js";
import type { OutputFile } from "../context.js";
import { indexOf, roomOf, runtimeGraph, type Room, type Use } from "./graph.js";

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
  const unused = WAYS.filter(([fact]) =>
    files.every(({ text }) => !text.includes(`${fact}: true`)),
  ).map(([, name]) => name);
  const names = files.flatMap(({ text }) => importedNames(text));
  return write(reachedFrom(names, unused), unused);
}

/** All of the runtime. */
export function wholeRuntime(): OutputFile[] {
  return write(new Set(runtimeGraph().declarations.keys()), []);
}

/** Facts of protocols, and what serves those of which they are true. */
const WAYS = [
  ["sessions", "Sessions"],
  ["twoAddresses", "SseHost"],
] as const;

/** The table of these in the runtime. */
const WAYS_TABLE = "HTTP_WAYS";

function write(
  reached: ReadonlySet<number>,
  unused: readonly string[],
): OutputFile[] {
  return runtimeGraph()
    .rooms.map((room, index) => ({
      path: `runtime/${room.name}.ts`,
      text: roomText(room, index, reached, unused),
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
function reachedFrom(
  names: readonly string[],
  unused: readonly string[],
): ReadonlySet<number> {
  const reached = new Set(names.map(indexOf));
  for (const index of reached)
    for (const use of usesOf(index, unused)) reached.add(use.declaration);
  return reached;
}

function usesOf(index: number, unused: readonly string[]): readonly Use[] {
  const { declarations } = runtimeGraph();
  const { name = "", uses = [] } = declarations[index] ?? {};
  return name === WAYS_TABLE
    ? uses.filter((use) => !unused.includes(nameOf(use)))
    : uses;
}

function nameOf({ declaration }: Use): string {
  return runtimeGraph().declarations[declaration]?.name ?? "";
}

function textOf(index: number, unused: readonly string[]): string {
  const { name = "", text = "" } = runtimeGraph().declarations[index] ?? {};
  if (name !== WAYS_TABLE || unused.length === 0) return text;
  const kept = WAYS.flatMap(([, way]) => (unused.includes(way) ? [] : [way]));
  const members = kept.length === 0 ? "{}" : `{ ${kept.join(", ")} }`;
  return text.replace(/\{[^{}]*\};$/, `${members};`);
}

function roomText(
  room: Room,
  index: number,
  reached: ReadonlySet<number>,
  unused: readonly string[],
): string {
  const sections = room.sections
    .map((section) => ({
      ...section,
      declarations: section.declarations.filter((one) => reached.has(one)),
    }))
    .filter(({ declarations }) => declarations.length > 0);
  const held = sections.flatMap(({ declarations }) => declarations);
  const bodies = sections.map(({ title, comment, declarations: own }) =>
    [
      `// ${title} ${"-".repeat(Math.max(3, 76 - title.length))}`,
      ...(comment === "" ? [] : [comment]),
      ...own.map((one) => textOf(one, unused)),
    ].join("\n\n"),
  );
  const imports = importLines(index, held, unused);
  if (held.length === 0) return "";
  return `${[...(imports === "" ? [] : [imports]), ...bodies].join("\n\n")}\n`;
}

/** What declarations of a room use of other rooms, as import lines. */
function importLines(
  own: number,
  held: readonly number[],
  unused: readonly string[],
): string {
  const { rooms, declarations } = runtimeGraph();
  const [values, types] = [new Set<string>(), new Set<string>()];
  for (const index of held)
    for (const { declaration, type } of usesOf(index, unused)) {
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
