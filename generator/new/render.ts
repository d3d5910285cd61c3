import {
  headerComment,
  headerLines,
  moduleHeader,
} from "../emit/assemble/header.js";
import type { OutputFile } from "../emit/context.js";
import { compile, type Fill } from "../emit/templates/engine.js";
import { SUFFIX } from "../emit/templates/templates.js";
import { packageFiles, packageText } from "../support/package.js";

const FOLDER = "templates/new";
const compiled = new Map<string, Fill>();

/** The header of files that `npm run generate` makes in a project. */
const HEADER = moduleHeader(headerComment(headerLines("npm run generate")));

/** Fills a template of `templates/new/`, such as `server/package.json`. */
export function renderNew(template: string, data: object): string {
  let fill = compiled.get(template);
  if (!fill) {
    fill = compile(packageText(`${FOLDER}/${template}${SUFFIX}`));
    compiled.set(template, fill);
  }
  return fill({ header: HEADER, ...data });
}

/**
 * The files that the templates below a folder of `templates/new/` make, sorted;
 * one that comes out empty is for other projects.
 */
export function templateFiles(folder: string, data: object): OutputFile[] {
  const from = `${FOLDER}/${folder}`;
  return packageFiles(from)
    .map((file) => file.slice(from.length + 1, -SUFFIX.length))
    .map((path) => ({ path, text: renderNew(`${folder}/${path}`, data) }))
    .filter(({ text }) => text.trim() !== "");
}
