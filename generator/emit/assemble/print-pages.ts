/**
 * Prints the pages of a run, and collects the names that the pages import from
 * the runtime.
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

/** Page of a run, with the path of the file to write. */
export interface PlacedPage {
  /** Path of the file, relative to the output folder. */
  readonly path: string;
  readonly page: Page;
  /** Lines of the file's header. */
  readonly lines: readonly string[];
  /** Folder or package of the runtime, relative to the page. */
  readonly runtime: string;
}

/** Options for printing pages. */
export interface PrintOptions {
  readonly extension: ImportExtension;
  /** Returns whether a user's template determines the text of the file. */
  readonly isCustom: (file: string) => boolean;
  /**
   * Returns whether a page is written as a whole. Of all other pages, only the
   * pieces that other files use are written.
   */
  readonly isWhole: (path: string) => boolean;
  /** Files of a project, which import from the pages. */
  readonly files: readonly OutputFile[];
}

/** Options for printing every page as a whole with the built-in templates. */
export const PRINT_WHOLE: PrintOptions = {
  extension: "js",
  isCustom: () => false,
  isWhole: () => true,
  files: [],
};

/**
 * Generated modules that contain code. They disable type checking, because
 * users need not check their code again.
 */
const CODE: readonly string[] = ["validators.ts", "server.ts", "client.ts"];

/**
 * Returns the pages as files, and the names that the pages import from the
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
 * Returns the frame of a file: its header and import extension. Type checking
 * stays enabled in files that only contain types, and in files from a user's
 * template.
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
