import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { header, moduleHeader } from "../emit/assemble/header.js";
import type { OutputFile } from "../emit/context.js";
import { compile, type Fill } from "../emit/templates/engine.js";
import { readTemplate, SUFFIX } from "../emit/templates/templates.js";
import { PACKAGE_ROOT } from "../support/package.js";

const FOLDER = join(PACKAGE_ROOT, "templates", "new");
const compiled = new Map<string, Fill>();

/** The header of files that `npm run generate` makes in a project. */
const HEADER = moduleHeader(header("npm run generate"));

/** Fills a template of `templates/new/`, such as `server/package.json`. */
export function renderNew(template: string, data: object): string {
  let fill = compiled.get(template);
  if (!fill) {
    fill = compile(readTemplate(FOLDER, template + SUFFIX));
    compiled.set(template, fill);
  }
  return fill({ header: HEADER, ...data });
}

/**
 * The files that the templates below a folder of `templates/new/` make, sorted;
 * one that comes out empty is for other projects.
 */
export function templateFiles(folder: string, data: object): OutputFile[] {
  return readdirSync(join(FOLDER, folder), { recursive: true })
    .map((path) => String(path).split(sep).join("/"))
    .filter((path) => path.endsWith(SUFFIX))
    .map((path) => path.slice(0, -SUFFIX.length))
    .sort()
    .map((path) => ({ path, text: renderNew(`${folder}/${path}`, data) }))
    .filter(({ text }) => text.trim() !== "");
}
