/**
 * Prints the generated files of a run, and collects the names that these files
 * import from the runtime.
 */
import { mapAll } from "../../support/errors.js";
import type { Frame, ModulePage, OutputFile, Page } from "../context.js";
import type { ImportExtension } from "../print/imports.js";
import {
  createCodeHeader,
  createHeaderComment,
  createModuleHeader,
} from "./header.js";
import { printPage } from "./print-page.js";
import { readImportedNames, selectReachedPages } from "./reach.js";

/** Content of a generated file, with the path to which the file is written. */
export interface PlacedPage {
  /** Path of the file, relative to the output folder. */
  readonly path: string;
  readonly page: Page;
  /** Lines of the file's header comment, without comment markers. */
  readonly lines: readonly string[];
  /** Folder (relative to the file) or package that contains the runtime. */
  readonly runtime: string;
}

/** Options for `printPages`. */
export interface PrintOptions {
  readonly extension: ImportExtension;
  /** Returns whether a user's template creates the file. */
  readonly isCustom: (file: string) => boolean;
  /**
   * Returns whether the module at the path is written in full. All other
   * modules contain only the declarations that other files use.
   */
  readonly isWhole: (path: string) => boolean;
  /**
   * Source files of a project. The declarations that these files import are
   * always generated.
   */
  readonly files: readonly OutputFile[];
}

/**
 * Options that print every generated file in full with the built-in templates.
 */
export const PRINT_WHOLE: PrintOptions = {
  extension: "js",
  isCustom: () => false,
  isWhole: () => true,
  files: [],
};

/**
 * Generated modules that contain code. Type checking is disabled in these
 * modules, because users need not check generated code again.
 */
const CODE: readonly string[] = [
  "validators.ts",
  "server.ts",
  "client.ts",
  "app.ts",
];

/**
 * Returns the printed files, and the names that these files import from the
 * runtime.
 */
export function printPages(
  placed: readonly PlacedPage[],
  { extension, isCustom, isWhole, files }: PrintOptions,
): { readonly files: OutputFile[]; readonly names: ReadonlySet<string> } {
  const modules = new Map(
    placed.flatMap(({ path, page }): [string, ModulePage][] =>
      "pieces" in page ? [[path, page]] : [],
    ),
  );
  const imported = readImportedNames(files);
  const reached = selectReachedPages(modules, isWhole, imported);
  const names = new Set(
    imported.flatMap(([path, name]) =>
      path.startsWith("runtime/") ? [name] : [],
    ),
  );
  const printed = mapAll(placed, ({ path, page, lines, runtime }) => {
    const frame = createFrame(page.path, lines, extension, isCustom(page.path));
    if (!("pieces" in page)) return { path, text: page.render(frame) };
    const selection = reached.get(path);
    if (!selection) return null;
    const text = printPage(page, selection, frame, runtime, names);
    return { path, text };
  });
  return { files: printed.filter((file) => file !== null), names };
}

/**
 * Returns the header of a file and the extension of its import paths. Type
 * checking is disabled only in the modules that `CODE` lists, and only if no
 * user's template creates the file.
 */
function createFrame(
  file: string,
  headerLines: readonly string[],
  extension: ImportExtension,
  isCustom: boolean,
): Frame {
  const comment = createHeaderComment(headerLines);
  const isUnchecked = CODE.includes(file) && !isCustom;
  const head = isUnchecked ? createCodeHeader : createModuleHeader;
  const header = file.endsWith(".ts") ? head(comment) : comment;
  return { header, headerLines, extension };
}
