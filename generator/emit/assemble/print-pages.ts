/** Pages of a run as files, and the names of the runtime that they import. */
import { mapAll } from "../../support/errors.js";
import type { Frame, ModulePage, OutputFile, Page } from "../context.js";
import type { ImportExtension } from "../print/imports.js";
import { codeHeader, headerComment, moduleHeader } from "./header.js";
import { printPage } from "./print-page.js";
import { importedNames, reachedPages } from "./reach.js";

/** Page of a run, and where it is written. */
export interface PlacedPage {
  /** Path below the output folder. */
  readonly path: string;
  readonly page: Page;
  /** Lines of the file's header. */
  readonly lines: readonly string[];
  /** Where the runtime is, seen from the page: a folder or a package. */
  readonly runtime: string;
}

/** How pages are printed, and which parts of them. */
export interface PrintOptions {
  readonly extension: ImportExtension;
  /** Whether a template of the user's lays out a file of that name. */
  readonly isCustom: (file: string) => boolean;
  /** Whether a page is written whole, and not only what other files reach. */
  readonly isWhole: (path: string) => boolean;
  /** Files beside the pages, which import from them. */
  readonly files: readonly OutputFile[];
}

/** Options that print everything, by the built-in templates. */
export const PRINT_WHOLE: PrintOptions = {
  extension: "js",
  isCustom: () => false,
  isWhole: () => true,
  files: [],
};

/** Modules with code in them, which users need not check again. */
const CODE: readonly string[] = ["validators.ts", "server.ts", "client.ts"];

/** Returns the pages as files, and the names of the runtime that are imported. */
export function printPages(
  placed: readonly PlacedPage[],
  { extension, isCustom, isWhole, files }: PrintOptions,
): { readonly files: OutputFile[]; readonly names: ReadonlySet<string> } {
  const modules = new Map(
    placed.flatMap(({ path, page }): [string, ModulePage][] =>
      "pieces" in page ? [[path, page]] : [],
    ),
  );
  const imported = importedNames(files);
  const reached = reachedPages(modules, isWhole, imported);
  const names = new Set(
    imported.flatMap(([path, name]) =>
      path.startsWith("runtime/") ? [name] : [],
    ),
  );
  const printed = mapAll(placed, ({ path, page, lines, runtime }) => {
    const frame = frameOf(page.path, lines, extension, isCustom(page.path));
    if (!("pieces" in page)) return { path, text: page.render(frame) };
    const selection = reached.get(path);
    if (!selection) return null;
    const text = printPage(page, selection, frame, runtime, names);
    return { path, text };
  });
  return { files: printed.filter((file) => file !== null), names };
}

/** A file that a template of the user's lays out is checked, as types are. */
function frameOf(
  file: string,
  headerLines: readonly string[],
  extension: ImportExtension,
  isCustom: boolean,
): Frame {
  const comment = headerComment(headerLines);
  const isUnchecked = CODE.includes(file) && !isCustom;
  const head = isUnchecked ? codeHeader : moduleHeader;
  const header = file.endsWith(".ts") ? head(comment) : comment;
  return { header, headerLines, extension };
}
