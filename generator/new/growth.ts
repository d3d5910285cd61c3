/**
 * Applies new choices, such as authorization, to an existing project: adds
 * files, and edits files that belong to the user.
 */
import { applyPatch, structuredPatch } from "diff";
import { isObject } from "../../runtime/validation/guards.js";
import type { OutputFile } from "../emit/context.js";
import { unifiedDiff } from "../write/check.js";
import type { NewFile } from "../write/plan.js";
import { readExisting, type Target } from "../write/target.js";

/**
 * Initial files that a new project would get without (`before`) and with
 * (`after`) the new choices. The changes from `before` to `after` are the edits
 * that the user's files need.
 */
export interface Growth {
  readonly before: readonly OutputFile[];
  readonly after: readonly OutputFile[];
}

/** Edit of an existing file of the user. */
export interface FileEdit {
  readonly path: string;
  /**
   * Text after the edit. Null if the edit cannot be applied to the present
   * text.
   */
  readonly text: string | null;
  /** Unified diff of the edit. */
  readonly patch: string;
}

/** Returns the files to add, and the edits of existing files. */
export function planGrowth(
  { folder }: Target,
  { before, after }: Growth,
): { readonly added: readonly NewFile[]; readonly edits: readonly FileEdit[] } {
  const initial = new Map(before.map(({ path, text }) => [path, text]));
  const added: NewFile[] = [];
  const edits: FileEdit[] = [];
  for (const file of after) {
    const { path, text } = file;
    const old = initial.get(path);
    if (old === text) continue;
    const present = readExisting(folder, path)?.replaceAll("\r\n", "\n");
    // A file that the user deleted is not added again.
    if (present === undefined) {
      if (old === undefined) added.push(file);
    } else if (present !== text) {
      const edit = createEdit(path, present, old, text);
      if (edit.text !== present) edits.push(edit);
    }
  }
  return { added, edits };
}

function createEdit(
  path: string,
  present: string,
  old: string | undefined,
  text: string,
): FileEdit {
  const edited = old === undefined ? null : editText(path, present, old, text);
  const [from, to] = edited === null ? [old ?? "", text] : [present, edited];
  const name = from === "" ? "/dev/null" : `a/${path}`;
  return {
    path,
    text: edited,
    patch: unifiedDiff(name, `b/${path}`, from, to),
  };
}

/** Returns whether an edit can be applied to the present text of its file. */
export function isFitting(edit: FileEdit): edit is FileEdit & NewFile {
  return edit.text !== null;
}

/**
 * Changes `present`, the present text of the file, in the same way in which
 * `old` was changed to `text`. Returns null if the changed lines or their
 * neighbours are different in `present`.
 */
function editText(
  path: string,
  present: string,
  old: string,
  text: string,
): string | null {
  if (path === "package.json") return editJson(present, old, text);
  // One line of context is enough to locate a change. With more lines, an edit
  // that the user made near the change would make the change fail.
  const patch = structuredPatch(path, path, old, text, "", "", { context: 1 });
  const edited = applyPatch(present, patch);
  return edited === false ? null : edited;
}

/**
 * Changes the JSON text `present` in the same way in which `old` was changed to
 * `text`. The order of members does not matter. Returns `present` if it already
 * contains the changes.
 */
function editJson(present: string, old: string, text: string): string | null {
  try {
    const value: unknown = JSON.parse(present);
    const edited = mergeJson(value, JSON.parse(old), JSON.parse(text));
    if (JSON.stringify(edited) === JSON.stringify(value)) return present;
    return `${JSON.stringify(edited, null, 2)}\n`;
  } catch {
    return null;
  }
}

function mergeJson(present: unknown, old: unknown, wanted: unknown): unknown {
  if (!isObject(wanted)) return wanted;
  const before = isObject(old) ? old : {};
  const merged: { [key: string]: unknown } = isObject(present)
    ? { ...present }
    : {};
  for (const [key, value] of Object.entries(wanted))
    if (JSON.stringify(before[key]) !== JSON.stringify(value))
      merged[key] = mergeJson(merged[key], before[key], value);
  for (const key of Object.keys(before))
    if (!Object.hasOwn(wanted, key)) delete merged[key];
  return merged;
}
