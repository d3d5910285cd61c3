import type { ProtocolModel } from "../model/types.js";
import type { ImportExtension } from "./print/imports.js";
import type { Piece } from "./print/pieces.js";

/** Side of the protocol (server or client) for which a file is generated. */
export type Side = "server" | "client";

/** Names that `--only` accepts. */
export const OUTPUTS = [
  "types",
  "methods",
  "validators",
  "server",
  "client",
  "app",
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

/** Feature or transport that can be included in `server.ts` or `client.ts`. */
export type Feature = (typeof FEATURES)[number] | (typeof TRANSPORTS)[number];

/**
 * Selected features and transports of one side (server or client), together
 * with all features and transports that the selected ones require.
 */
export type FeatureSet = ReadonlySet<Feature>;

/** Features and transports of the server and of the client. */
export type FeaturesBySide = Readonly<Record<Side, FeatureSet>>;

/**
 * Generated file. The path is relative to the output folder and uses `/` as the
 * separator.
 */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** Settings of a generated file that do not depend on its declarations. */
export interface Frame {
  /**
   * Header comment at the top of the file. In a TypeScript file, the header
   * also disables lint rules and, if the file contains code, type checking.
   */
  readonly header: string;
  /** Lines of the header comment without comment markers. */
  readonly headerLines: readonly string[];
  readonly extension: ImportExtension;
}

/**
 * Generated file whose text is created as a whole, such as a JSON file. Unlike
 * a `ModulePage`, it has no separate declarations. Revisions with the same
 * content share one `TextPage`.
 */
export interface TextPage {
  /**
   * Path of the file, relative to the folder of the revision, with `/` as the
   * separator.
   */
  readonly path: string;
  /** Returns the whole text of the file. */
  readonly render: (frame: Frame) => string;
}

/**
 * Generated module that consists of separate declarations, so that unused
 * declarations can be left out. Revisions with the same content share one
 * `ModulePage`.
 */
export interface ModulePage {
  /**
   * Path of the file, relative to the folder of the revision, with `/` as the
   * separator.
   */
  readonly path: string;
  readonly pieces: readonly Piece[];
  /**
   * Generated modules from which this module imports, in the order of the
   * import lines.
   */
  readonly modules: readonly UsedModule[];
  /** Names that the module re-exports from the runtime. */
  readonly reexports: readonly string[];
  /**
   * Returns the whole text of the module. Only declarations for which
   * `isWritten` returns true are included.
   */
  readonly layOut: (
    lines: PageLines,
    isWritten: (piece: Piece) => boolean,
  ) => string;
}

export type Page = TextPage | ModulePage;

/** Generated module from which another generated module imports names. */
export interface UsedModule {
  /**
   * Relative path of the imported module without extension, such as `./types`.
   */
  readonly from: string;
  readonly types?: boolean;
  /** Name of the namespace, if the module is imported with `import * as`. */
  readonly as?: string;
  /**
   * Function that returns whether the module exports a name. The function is
   * absent if the module is imported as a namespace.
   */
  readonly exports?: (name: string) => boolean;
}

/** Lines above the declarations of a module: header, imports and re-exports. */
interface PageLines {
  readonly header: string;
  readonly imports: string;
  readonly reexports: string;
}

/**
 * Input of an emitter: the model of the revision, and the settings of the
 * output.
 */
export interface EmitContext {
  readonly model: ProtocolModel;
  /**
   * Folder (relative to the files of the revision) or package that contains the
   * runtime.
   */
  readonly runtime: string;
  /**
   * Folder of the revision, relative to the generated file.
   *
   * @default "./"
   */
  readonly folder?: string;
  /**
   * Revisions that a multi-version `server.ts` or `client.ts` supports, newest
   * first.
   */
  readonly combined?: readonly ProtocolModel[] | undefined;
  /**
   * Sides (server and client) for which files are generated. The files of each
   * side import functions that return runtime schemas (shapes), so
   * `validators.ts` exports these functions.
   */
  readonly sides?: readonly Side[] | undefined;
  /**
   * Features and transports of each side (server and client). If undefined, all
   * of them are included.
   */
  readonly chosen?: FeaturesBySide | undefined;
  /**
   * Renders a template of `templates/bindings`, or the user's template with the
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
 * Returns whether the generated file of a side (server or client) includes a
 * feature or a transport.
 */
export function includesFeature(
  { chosen }: Pick<EmitContext, "chosen">,
  side: Side,
  feature: Feature,
): boolean {
  return chosen?.[side].has(feature) ?? true;
}
