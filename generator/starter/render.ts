import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { Engine, type Fill } from "../emit/templates/engine.js";
import { readTemplate, SUFFIX } from "../emit/templates/templates.js";
import { PACKAGE_ROOT } from "../support/package.js";

const FOLDER = join(PACKAGE_ROOT, "templates", "new");
const engine = new Engine();
const compiled = new Map<string, Fill>();

/** Fills a template of `templates/new/`, such as `server/package.json`. */
export function renderNew(template: string, data: object): string {
  let fill = compiled.get(template);
  if (!fill) {
    fill = engine.compile(readTemplate(FOLDER, template + SUFFIX));
    compiled.set(template, fill);
  }
  return fill(data);
}

/** Names of the templates below a folder of `templates/new/`, sorted. */
export function templatesBelow(folder: string): string[] {
  return readdirSync(join(FOLDER, folder), { recursive: true })
    .map((path) => String(path).split(sep).join("/"))
    .filter((path) => path.endsWith(SUFFIX))
    .map((path) => path.slice(0, -SUFFIX.length))
    .sort();
}
