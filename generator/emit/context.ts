import type { ProtocolModel } from "../model/types.js";
import type { ImportExtension } from "./print/imports.js";
import type { Piece } from "./print/pieces.js";

/** Side of the protocol for which a file is generated. */
export type Side = "server" | "client";

/** Names that `--only` accepts. */
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

/** Output that `--only` can select. */
export type OutputName = (typeof OUTPUTS)[number];

/** Features that `--features` accepts. */
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

/** Transports that `--transports` accepts. */
export const TRANSPORTS = ["stdio", "http", "sse", "memory"] as const;

/** Feature or transport that `server.ts` or `client.ts` can include. */
export type Feature = (typeof FEATURES)[number] | (typeof TRANSPORTS)[number];

/**
 * Features and transports of one side, including those that a selected one
 * requires.
 */
export type FeatureSet = ReadonlySet<Feature>;

/** Features and transports of both sides. */
export type FeaturesBySide = Readonly<Record<Side, FeatureSet>>;

/**
 * Generated file. The path is relative to the output folder, separated by `/`.
 */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** Settings of a generated file that do not depend on its content. */
export interface Frame {
  /**
   * Block comment at the top of the file, including the lines that disable
   * checks.
   */
  readonly header: string;
  /** Lines of the header without comment markers. */
  readonly headerLines: readonly string[];
  readonly extension: ImportExtension;
}

/**
 * Generated file whose whole text is rendered at once, such as a JSON file.
 * Revisions with the same content share the page.
 */
export interface TextPage {
  /**
   * Path of the file, relative to the folder of the revision and separated by
   * `/`.
   */
  readonly path: string;
  /** Returns the whole text of the file. */
  readonly render: (frame: Frame) => string;
}

/**
 * Generated module that consists of pieces. Revisions with the same content
 * share the page.
 */
export interface ModulePage {
  /**
   * Path of the file, relative to the folder of the revision and separated by
   * `/`.
   */
  readonly path: string;
  readonly pieces: readonly Piece[];
  /**
   * Generated modules that the pieces import from, in the order of the import
   * lines.
   */
  readonly modules: readonly UsedModule[];
  /** Names that the module re-exports from the runtime. */
  readonly reexports: readonly string[];
  /**
   * Returns the whole text of the module. The text contains only the pieces
   * that are selected to be written.
   */
  readonly layOut: (
    lines: PageLines,
    isWritten: (piece: Piece) => boolean,
  ) => string;
}

export type Page = TextPage | ModulePage;

/** Generated module that another generated module imports. */
export interface UsedModule {
  /** Relative path of the module without extension, such as `./types`. */
  readonly from: string;
  readonly types?: boolean;
  /** Namespace of the module, if an `import * as` line imports it. */
  readonly as?: string;
  /**
   * Returns whether the module exports a name. A namespace import needs no such
   * function.
   */
  readonly exports?: (name: string) => boolean;
}

/** Lines above the pieces of a module: header, imports and re-exports. */
interface PageLines {
  readonly header: string;
  readonly imports: string;
  readonly reexports: string;
}

/** Input of an emitter: the model and the settings of the output. */
export interface EmitContext {
  readonly model: ProtocolModel;
  /**
   * Folder or package of the runtime, relative to the files of the revision.
   */
  readonly runtime: string;
  /**
   * Folder of the revision, relative to the generated file.
   *
   * @default "./"
   */
  readonly folder?: string;
  /** Revisions of a multi-version `server.ts` or `client.ts`, newest first. */
  readonly combined?: readonly ProtocolModel[] | undefined;
  /**
   * Sides for which files are generated. Their `PROTOCOL` constants import
   * shapes from `validators.ts`.
   */
  readonly sides?: readonly Side[] | undefined;
  /** Features and transports of each side. Undefined includes all of them. */
  readonly chosen?: FeaturesBySide | undefined;
  /**
   * Fills a template of `templates/bindings`, or the user's template with the
   * same name.
   */
  readonly render: (template: string, data: object) => string;
}

/** Returns the revisions that a generated file supports, newest first. */
export function getModels({
  model,
  combined,
}: EmitContext): readonly ProtocolModel[] {
  return combined ?? [model];
}

/**
 * Returns whether the generated file of a side includes a feature or a
 * transport.
 */
export function includesFeature(
  { chosen }: Pick<EmitContext, "chosen">,
  side: Side,
  feature: Feature,
): boolean {
  return chosen?.[side].has(feature) ?? true;
}
