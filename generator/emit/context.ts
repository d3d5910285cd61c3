import type { ProtocolModel } from "../model/types.js";
import type { ImportExtension } from "./print/imports.js";
import type { Piece } from "./print/pieces.js";

/** Side that a file is generated for. */
export type Side = "server" | "client";

/** Everything that `--only` can name. */
export const OUTPUTS = [
  "types",
  "methods",
  "validators",
  "server",
  "client",
  "runtime",
  "index",
  "json-schema",
  "corpus",
  "templates",
] as const;

/** One of the outputs, as `--only` names it. */
export type OutputName = (typeof OUTPUTS)[number];

/** Everything that `--features` can name. */
export const FEATURES = [
  "tools",
  "prompts",
  "resources",
  "completions",
  "logging",
  "sampling",
  "elicitation",
  "roots",
  "tasks",
  "host",
  "oauth",
  "shared",
] as const;

/** Everything that `--transports` can name. */
export const TRANSPORTS = ["stdio", "http", "sse", "memory"] as const;

/** Feature or transport of `server.ts` and `client.ts`. */
export type Feature = (typeof FEATURES)[number] | (typeof TRANSPORTS)[number];

/** Features and transports of a side, with all that they need. */
export type FeatureSet = ReadonlySet<Feature>;

/** Features and transports of both sides. */
export type FeaturesBySide = Readonly<Record<Side, FeatureSet>>;

/** One generated file: path relative to the revision's folder, `/` separated. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** Parts of a file that its content does not decide. */
export interface Frame {
  /** Complete block comment at the top of the file. */
  readonly header: string;
  /** Lines of the header without comment signs. */
  readonly headerLines: readonly string[];
  readonly extension: ImportExtension;
}

/** File whose text is made at once, such as JSON. Revisions of the same content share it. */
export interface TextPage {
  /** Path below the revision's folder, `/` separated. */
  readonly path: string;
  /** Returns the whole text. */
  readonly render: (frame: Frame) => string;
}

/** Generated module, as pieces. Revisions of the same content share it. */
export interface ModulePage {
  /** Path below the revision's folder, `/` separated. */
  readonly path: string;
  readonly pieces: readonly Piece[];
  /** Generated modules that the pieces use, in the order of the import lines. */
  readonly modules: readonly UsedModule[];
  /** Names of the runtime that the module exports again. */
  readonly reexports: readonly string[];
  /** Returns the whole text, with those pieces that are written. */
  readonly layOut: (
    lines: PageLines,
    isWritten: (piece: Piece) => boolean,
  ) => string;
}

export type Page = TextPage | ModulePage;

/** Generated module whose names another one uses. */
export interface UsedModule {
  /** Relative path without extension: `./types`. */
  readonly from: string;
  readonly types?: boolean;
  /** Namespace that the module is imported as. */
  readonly as?: string;
  /** Whether the module exports a name; in a namespace, every name is the module's. */
  readonly exports?: (name: string) => boolean;
}

/** Text around the pieces of a module. */
export interface PageLines {
  readonly header: string;
  readonly imports: string;
  readonly reexports: string;
}

/** What each emitter is given: the model and how the output is laid out. */
export interface EmitContext {
  readonly model: ProtocolModel;
  /** Where the runtime is, seen from the revision's files: a folder or a package. */
  readonly runtime: string;
  /** Where the revision's files are, seen from the one that is made: `./`. */
  readonly folder?: string;
  /** The revisions of a file that speaks several, newest first. */
  readonly combined?: readonly ProtocolModel[] | undefined;
  /** Those that are written: they hold shapes of `validators.ts`. */
  readonly sides?: readonly Side[] | undefined;
  /** What `server.ts` and `client.ts` offer; everything without. */
  readonly chosen?: FeaturesBySide | undefined;
  /** Fills a template of `templates/bindings` (or the user's of that name). */
  readonly render: (template: string, data: object) => string;
}

/** The revisions that a file speaks, newest first. */
export function modelsOf({
  model,
  combined,
}: EmitContext): readonly ProtocolModel[] {
  return combined ?? [model];
}

/** Whether the file of a side has a feature or a transport. */
export function offers(
  { chosen }: Pick<EmitContext, "chosen">,
  side: Side,
  feature: Feature,
): boolean {
  return chosen?.[side].has(feature) ?? true;
}
