/**
 * The runtime as the build found it: its declarations, what each of them uses,
 * and the room that it is written in.
 */
import { packageText } from "../../support/package.js";

/** Where the build leaves the graph; `scripts/link-runtime.ts` makes it. */
export const RUNTIME_GRAPH_FILE = "dist/generator/runtime.json";

/** All of the runtime. Declarations are known by their index. */
export interface RuntimeGraph {
  /** In the order in which a reader would meet them. */
  readonly rooms: readonly Room[];
  readonly declarations: readonly RuntimeDeclaration[];
}

/** One file of what is written: `runtime/<name>.ts`. */
export interface Room {
  readonly name: string;
  /** What one source file holds. */
  readonly sections: readonly {
    readonly title: string;
    /** The comment at the top of the source file. */
    readonly comment: string;
    /** Indexes of its declarations, in order. */
    readonly declarations: readonly number[];
  }[];
}

/** All top-level statements that declare one name. */
export interface RuntimeDeclaration {
  readonly name: string;
  readonly text: string;
  /** Index of its room. */
  readonly room: number;
  /** Declarations that it uses, as values or as types; itself not. */
  readonly uses: readonly Use[];
}

export interface Use {
  readonly declaration: number;
  /** Whether it is used as a type alone, so that `import type` serves. */
  readonly type: boolean;
}

let graph: RuntimeGraph | undefined;
let indexes: ReadonlyMap<string, number> | undefined;

/** The graph, which is read once. */
export function runtimeGraph(): RuntimeGraph {
  return (graph ??= JSON.parse(
    packageText(RUNTIME_GRAPH_FILE),
  ) as RuntimeGraph);
}

/**
 * Index of the declaration of that name: in the runtime a top-level name stands
 * for one thing.
 *
 * @throws Error when the runtime has none.
 */
export function indexOf(name: string): number {
  indexes ??= new Map(
    runtimeGraph().declarations.map((one, index) => [one.name, index]),
  );
  const index = indexes.get(name);
  if (index === undefined) throw new Error(`The runtime has no ${name}.`);
  return index;
}

/** Name of the room that a declaration is written in. */
export function roomOf(name: string): string {
  const { rooms, declarations } = runtimeGraph();
  const room = rooms[declarations[indexOf(name)]?.room ?? -1];
  return room?.name ?? "";
}

/** Whether the name is that of an interface or an alias, which is no value. */
export function isType(name: string): boolean {
  const { text = "" } = runtimeGraph().declarations[indexOf(name)] ?? {};
  return /^(?:\/\*[^]*?\*\/\s*)?export (?:interface|type) /.test(text);
}

/** Place of a room's file, such as `./runtime/host.js`, among the imports. */
export function roomRank(file: string): number {
  return runtimeGraph().rooms.findIndex(({ name }) =>
    file.endsWith(`/${name}.js`),
  );
}
