import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { cacheFolder, mayKeep } from "./cache-folder.js";
import type { GenerateOptions, GenerateOutcome } from "../generate.js";
import { PACKAGE_ROOT } from "../package.js";
import { pulledPath } from "../source/cache.js";
import { KEEP_DISK, keep } from "../source/keep.js";
import { revisionTable } from "../source/revisions.js";
import type { RunRecord } from "./run-record.js";
import unchanged = require("./unchanged.cjs");
import {
  hashText,
  MANIFEST_FILE,
  printManifest,
  type Manifest,
} from "../write/manifest.js";
import type { Plan } from "../write/plan.js";

/** Records that are kept; each has a copy of its output. */
const MAX_RECORDS = 16;

/**
 * Records a run that ended well, for `recallRun` to answer the next one like
 * it. A cache folder that can not be written is no error: nothing is recorded.
 *
 * @param argv what the process was started with
 * @param answer what a run prints that finds nothing to do
 */
export function rememberRun(
  argv: readonly string[],
  options: GenerateOptions,
  outcome: GenerateOutcome,
  answer: string,
): void {
  if (!mayKeep()) return;
  if (outcome.mode !== "write" || options.force === true) return;
  // They would have to be printed again.
  if (outcome.warnings.length > 0) return;
  try {
    const key = unchanged.runKey(argv);
    const bytes = recordBytes(key, options, outcome.plan, answer);
    if (!bytes) return;
    keep(unchanged.recordPath(key), bytes, {
      ...KEEP_DISK,
      // Not flushed: after a power cut the next run does the work again.
      writeFile: (path, data) => writeFileSync(path, data, { flag: "wx" }),
    });
    forgetOldest(join(cacheFolder(), "runs"));
  } catch {
    // The next run does all the work again.
  }
}

function recordBytes(
  key: string,
  options: GenerateOptions,
  plan: Plan,
  answer: string,
): Buffer | null {
  const inputs: Record<string, string> = {};
  for (const path of inputPaths(options)) {
    if (changedSinceStart(path)) return null;
    inputs[path] = unchanged.stateOf(path);
  }
  const { folder } = plan.target;
  const files = outputFiles(plan);
  if (!files) return null;
  const outputs = files.map(({ path, bytes }) => [path, bytes.length] as const);
  const record: RunRecord = { key, inputs, folder, outputs, answer };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(record)}\n`),
    ...files.map(({ bytes }) => bytes),
  ]);
}

/** The output as it lies in the folder, if that is what the run left there. */
function outputFiles(
  plan: Plan,
): { readonly path: string; readonly bytes: Buffer }[] | null {
  const text = manifestText(plan);
  if (text === null) return null;
  const { files } = JSON.parse(text) as Manifest;
  const hashes = Object.entries({ ...files, [MANIFEST_FILE]: hashText(text) });
  const found = hashes.map(([path, hash]) => {
    const bytes = readFileSync(join(plan.target.folder, path));
    return { path, bytes, same: hashText(bytes.toString("utf8")) === hash };
  });
  return found.every(({ same }) => same) ? found : null;
}

/** The manifest as the run left it. */
function manifestText({ created, changed, target }: Plan): string | null {
  const written = [...created, ...changed].find(
    ({ path }) => path === MANIFEST_FILE,
  );
  if (written) return written.text;
  return target.manifest && printManifest(target.manifest);
}

/** Everything that decides what is generated: the program and what it reads. */
function inputPaths(options: GenerateOptions): string[] {
  const paths = [
    ...treeOf(join(PACKAGE_ROOT, "dist", "generator")).filter(
      (path) => !path.endsWith(".d.ts"),
    ),
    ...treeOf(join(PACKAGE_ROOT, "templates")),
    ...treeOf(join(PACKAGE_ROOT, "schema")),
    join(PACKAGE_ROOT, "package.json"),
    ...dependencyFiles(),
  ];
  if (options.schema !== undefined) paths.push(resolve(options.schema));
  if (options.templates !== undefined) {
    const folder = resolve(options.templates);
    const names = readdirSync(folder).filter((name) => name.endsWith(".hbs"));
    paths.push(folder, ...names.map((name) => join(folder, name)));
  }
  if (options.source === "pulled")
    for (const [revision, pin] of Object.entries(revisionTable().revisions)) {
      const file = pulledPath(revision, pin, cacheFolder());
      if (existsSync(file)) paths.push(file);
    }
  return paths;
}

/** A folder with all that is in it; folders show what comes and goes. */
function treeOf(folder: string): string[] {
  return [
    folder,
    ...readdirSync(folder, { recursive: true }).map((path) =>
      join(folder, String(path)),
    ),
  ];
}

/** An update of a package that the output is made with replaces these. */
function dependencyFiles(): string[] {
  const require = createRequire(import.meta.url);
  const { dependencies } = require(`${PACKAGE_ROOT}package.json`) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies).flatMap((name) => {
    const found = (require.resolve.paths(name) ?? [])
      .map((folder) => join(folder, name, "package.json"))
      .find(existsSync);
    return found ? [found] : [];
  });
}

/** What changes while it is read may not be what the output was made of. */
function changedSinceStart(path: string): boolean {
  const { mtimeMs, ctimeMs } = statSync(path);
  // File systems round times down to some milliseconds.
  return Math.max(mtimeMs, ctimeMs) > performance.timeOrigin - 20;
}

function forgetOldest(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  if (files.length <= MAX_RECORDS) return;
  const age = new Map(files.map((file) => [file, statSync(file).mtimeMs]));
  files
    .sort((a, b) => (age.get(b) ?? 0) - (age.get(a) ?? 0))
    .slice(MAX_RECORDS)
    .forEach((file) => rmSync(file, { force: true }));
}
