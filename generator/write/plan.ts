import { join } from "node:path";
import {
  hashText,
  MANIFEST_FILE,
  parseManifest,
  printManifest,
  type ManifestHead,
} from "./manifest.js";
import { listModules, readExisting, type Target } from "./target.js";

/** A file to write; path is relative to the output folder, with `/`. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** How the text becomes bytes: UTF-8, or a character for each byte. */
  readonly encoding?: "latin1";
}

/** A file whose text will change; `old` is what is there now. */
export interface ChangedFile extends NewFile {
  readonly old: string;
}

/** What a run would do to the output folder. */
export interface Plan {
  readonly target: Target;
  readonly created: readonly NewFile[];
  readonly changed: readonly ChangedFile[];
  readonly unchanged: readonly string[];
  /** Named by the manifest and no longer part of the output. */
  readonly removed: readonly string[];
  /** TypeScript files in the folder that the output does not have. */
  readonly strays: readonly string[];
  /** What a person wrote and this run would overwrite or remove. */
  readonly edited: readonly Edit[];
}

/** A file in the way whose text is not known. */
export interface Edit {
  readonly path: string;
  /** `edited` was generated once; `foreign` never was. */
  readonly kind: "edited" | "foreign";
}

/** Compares the output with the folder; writes nothing. */
export function planWrite(
  target: Target,
  files: readonly NewFile[],
  manifest: ManifestHead,
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
  const strays = target.exists
    ? listModules(target.folder).filter((path) => !ours.has(path))
    : [];
  return { target, created, changed, unchanged, removed, strays, edited };
}

/** How each file stands to what is in the folder; line ends do not count. */
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
 * What a run over one revision wrote, where this one writes to its folder: it
 * becomes part of this output, and its own manifest goes.
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

/** True when the folder holds the output already. */
export function isUpToDate(plan: Plan): boolean {
  return (
    plan.created.length === 0 &&
    plan.changed.length === 0 &&
    plan.removed.length === 0
  );
}
