import { join } from "node:path";
import {
  hashText,
  MANIFEST_FILE,
  parseManifest,
  printManifest,
  type ManifestHead,
} from "./manifest.js";
import { findStrays, type StrayOptions } from "./strays.js";
import { readExisting, type Target } from "./target.js";

/**
 * File to write. The path is relative to the output folder, with `/` as
 * separator.
 */
export interface NewFile {
  readonly path: string;
  readonly text: string;
  /**
   * Encoding of the text. The default is UTF-8; `latin1` writes one byte per
   * character.
   */
  readonly encoding?: "latin1";
}

/**
 * Existing file whose text will change. `old` is the text before the change.
 */
interface ChangedFile extends NewFile {
  readonly old: string;
}

/** Changes that a run would make to the output folder. */
export interface Plan {
  readonly target: Target;
  readonly created: readonly NewFile[];
  readonly changed: readonly ChangedFile[];
  readonly unchanged: readonly string[];
  /**
   * Files that an earlier run generated (named in the manifest) and that are no
   * longer part of the output.
   */
  readonly removed: readonly string[];
  /**
   * TypeScript files, and files in the folder of the runtime, that are not part
   * of the output. The run keeps them.
   */
  readonly strays: readonly string[];
  /** Files like those in `strays`, which the run deletes (option `prune`). */
  readonly pruned: readonly string[];
  /** Files with a person's work that this run would overwrite or remove. */
  readonly edited: readonly Edit[];
}

/** File that cannot be overwritten without losing text that a person wrote. */
interface Edit {
  readonly path: string;
  /**
   * Reason: `edited` for a generated file that a person changed, `foreign` for
   * a file that mcp-codegen never generated.
   */
  readonly kind: "edited" | "foreign";
}

/** Compares the generated files with the output folder. Writes nothing. */
export function planWrite(
  target: Target,
  files: readonly NewFile[],
  manifest: ManifestHead,
  { keep, prune = false }: StrayOptions = {},
): Plan {
  const hashes: Record<string, string> = {};
  for (const file of files) hashes[file.path] = hashText(file.text);
  const wanted = [
    ...files,
    {
      path: MANIFEST_FILE,
      text: printManifest({ ...manifest, files: hashes }),
    },
  ];
  const before = {
    ...absorbedFiles(target, files),
    ...target.manifest?.files,
  };
  const { created, changed, unchanged } = compareFiles(target, wanted);
  const removed: string[] = [];
  const edited: Edit[] = [];
  for (const { path, old } of changed) {
    if (path === MANIFEST_FILE) continue;
    const known = before[path];
    if (known === undefined) edited.push({ path, kind: "foreign" });
    else if (known !== hashText(old)) edited.push({ path, kind: "edited" });
  }
  for (const path of Object.keys(before)) {
    if (Object.hasOwn(hashes, path)) continue;
    const old = readExisting(target.folder, path);
    if (old === null) continue;
    removed.push(path);
    if (before[path] !== hashText(old)) edited.push({ path, kind: "edited" });
  }
  const ours = new Set([...Object.keys(hashes), ...removed, MANIFEST_FILE]);
  const found = target.exists ? findStrays(target.folder, ours, keep) : [];
  // Without a manifest, report stray files and do not delete them: no earlier
  // run has reported them to the user.
  const [strays, pruned] =
    prune && target.manifest !== null ? [[], found] : [found, []];
  return {
    target,
    created,
    changed,
    unchanged,
    removed,
    strays,
    pruned,
    edited,
  };
}

/**
 * Sorts files into created, changed and unchanged ones. Ignores differences in
 * line ends.
 */
export function compareFiles(
  { exists, folder }: Target,
  files: readonly NewFile[],
): Pick<Plan, "created" | "changed" | "unchanged"> {
  const created: NewFile[] = [];
  const changed: ChangedFile[] = [];
  const unchanged: string[] = [];
  for (const file of files) {
    const old = exists ? readExisting(folder, file.path) : null;
    if (old === null) created.push(file);
    else if (hashText(old) === hashText(file.text)) unchanged.push(file.path);
    else changed.push({ ...file, old });
  }
  return { created, changed, unchanged };
}

/**
 * Returns the generated files in subfolders that have a manifest, with their
 * hashes. Earlier runs for a single revision wrote these subfolders. This run
 * may overwrite the files and remove the manifests.
 */
function absorbedFiles(
  { folder, shown, exists }: Target,
  files: readonly NewFile[],
): Record<string, string> {
  const known: Record<string, string> = {};
  const below = new Set(
    files.flatMap(({ path }) => (path.includes("/") ? path.split("/", 1) : [])),
  );
  for (const name of exists ? below : []) {
    const path = `${name}/${MANIFEST_FILE}`;
    const text = readExisting(folder, path);
    if (text === null) continue;
    const manifest = parseManifest(text, join(shown, path));
    for (const [file, hash] of Object.entries(manifest.files))
      known[`${name}/${file}`] = hash;
    known[path] = hashText(text);
  }
  return known;
}

/** Returns true if the output folder already contains the output. */
export function isUpToDate(plan: Plan): boolean {
  return (
    plan.created.length === 0 &&
    plan.changed.length === 0 &&
    plan.removed.length === 0 &&
    plan.pruned.length === 0
  );
}
