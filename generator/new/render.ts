import {
  createHeaderComment,
  createHeaderLines,
  createModuleHeader,
} from "../emit/assemble/header.js";
import { loadBuiltIn, type FillTemplate } from "../emit/templates/engine.js";
import { SUFFIX } from "../emit/templates/templates.js";
import { packageFiles } from "../support/package.js";
import type { RenderedFile } from "./format.js";

const FOLDER = "templates/new";
const compiled = new Map<string, FillTemplate>();

/** Header of the files that `npm run generate` writes in a project. */
const HEADER = createModuleHeader(
  createHeaderComment(createHeaderLines("npm run generate")),
);

/** Renders a template of `templates/new/`, such as `server/package.json`. */
export function renderNew(template: string, data: object): string {
  let fill = compiled.get(template);
  if (!fill) {
    fill = loadBuiltIn("new", template);
    compiled.set(template, fill);
  }
  return fill({ header: HEADER, ...data });
}

/**
 * Renders all templates in a folder of `templates/new/`, sorted by path. A file
 * whose rendered text is empty is left out: its template has no content for
 * this project.
 */
export function templateFiles(folder: string, data: object): RenderedFile[] {
  return templatePaths(folder)
    .map((path) => ({
      path,
      text: renderNew(`${folder}/${path}`, data),
      isFormatted: true,
    }))
    .filter(({ text }) => text.trim() !== "");
}

/** Returns the paths of the files that a folder of templates creates. */
export function templatePaths(folder: string): string[] {
  const from = `${FOLDER}/${folder}`;
  return packageFiles(from).map((file) =>
    file.slice(from.length + 1, -SUFFIX.length),
  );
}
