/** Sources of skills: files in memory, or a folder on disk. */
import {
  listFolder,
  loadNodeModules,
  readRegularFile,
} from "../features/resources/node-files.js";
import { isObject } from "../validation/guards.js";
import { parseSkillFile } from "./frontmatter.js";
import { checkEntry, checkSize, digestFile, MAX_BYTES } from "./skill.js";
import type { SkillEntry, SkillFileEntry, SkillLimits } from "./skill.js";

/** Source that lists and reads the files of skills. */
export interface SkillSource {
  /**
   * Returns a map from the path of each file to a text that changes when the
   * file changes. Paths are relative, with `/` as separator.
   */
  list(): Promise<ReadonlyMap<string, string>>;
  /**
   * Reads a file. Returns `undefined` for anything but a regular file.
   *
   * @throws Error if the file has more than `max` bytes.
   */
  read(path: string, max: number): Promise<Uint8Array | undefined>;
}

/** Entry of a skill that lists the skill's files. */
export type ListedSkill = SkillEntry & {
  readonly resources: readonly SkillFileEntry[];
  readonly [name: string]: unknown;
};

/** Maximum number of files in a folder with skills. */
const MAX_LISTED = 20_000;

/** Files of skills in memory, by path, such as `review/SKILL.md`. */
export interface SkillFiles {
  readonly files: { readonly [path: string]: string | Uint8Array };
}

/**
 * Returns a source for files in memory.
 *
 * @throws TypeError if there are no files, or a path is not relative.
 */
export function memorySource(from: SkillFiles): SkillSource {
  const { files } = Object(from) as SkillFiles;
  if (!isObject(files))
    throw new TypeError(
      'skills() has no files. Pass the path of a folder, or { files: { "review/SKILL.md": text } }.',
    );
  for (const path of Object.keys(files))
    if (path.split("/").some((name) => /^(?:|\.\.?)$/.test(name)))
      throw new TypeError(`Not a relative path of a file: ${path}`);
  return {
    list: async () => new Map(Object.keys(files).map((path) => [path, ""])),
    read: async (path) => {
      const file = files[path];
      return typeof file === "string" ? new TextEncoder().encode(file) : file;
    },
  };
}

/**
 * Returns a source for the files of a folder. Names that start with a dot are
 * left out. The method `list` throws an error if the folder cannot be read.
 */
export async function folderSource(folder: string): Promise<SkillSource> {
  const node = loadNodeModules("skills()");
  const root = await node.fs.realpath(folder).catch(() => folder);
  const { join, relative, sep } = node.path;
  return {
    list: async () => {
      const found = new Map<string, string>();
      const isHidden = (name: string) => name.startsWith(".");
      for await (const entry of listFolder(node, root, isHidden)) {
        // A folder that cannot be read is listed as an entry.
        if (entry.path === root)
          throw new Error(
            `Cannot read the folder of skills ${folder}. Pass the path of an existing folder.`,
          );
        if (found.size >= MAX_LISTED)
          throw new Error(`${folder} contains more than ${MAX_LISTED} files.`);
        const stats = await node.fs.stat(entry.path).catch(() => undefined);
        const path = relative(root, entry.path).split(sep).join("/");
        found.set(path, `${stats?.size} ${stats?.mtimeMs}`);
      }
      return found;
    },
    read: (path, max) =>
      readRegularFile(node, join(root, ...path.split("/")), max, path),
  };
}

/**
 * Loads all skills of a source, by URI of the file `SKILL.md`. A skill that
 * breaks a rule is left out, and `onError` is called with the path of its file.
 *
 * @param files Files of the source, as `source.list` returns them.
 */
export async function loadSkills(
  source: SkillSource,
  files: ReadonlyMap<string, string>,
  limits: SkillLimits,
  onError: (path: string, error: Error) => void,
): Promise<ReadonlyMap<string, ListedSkill>> {
  const skills = new Map<string, ListedSkill>();
  const sorted = [...files.keys()].sort();
  for (const main of sorted) {
    const [, folder] = /^(.*\/|)SKILL\.md$/.exec(main) ?? [];
    if (folder === undefined) continue;
    try {
      if (folder === "")
        throw new Error("pass the parent folder, or use a folder per skill");
      const resources = sorted
        .filter((path) => path.startsWith(folder))
        .map((path) => ({ uri: toSkillUri(path), digest: "", size: 0 }));
      let frontmatter: unknown;
      for (const file of resources) {
        // Stop before the next file is read if the skill exceeds a limit.
        checkSize(resources, limits);
        const path = toPath(file.uri);
        const bytes = await source.read(path, limits.maxBytes ?? MAX_BYTES);
        if (!bytes)
          throw new Error(
            `${path} is not a regular file; replace a symbolic link with a copy of its target`,
          );
        if (path === main) ({ frontmatter } = parseSkillFile(bytes));
        file.digest = await digestFile(bytes);
        file.size = bytes.length;
      }
      const uri = toSkillUri(main);
      const skill = { uri, frontmatter, resources } as ListedSkill;
      checkEntry(skill, limits);
      skills.set(uri, skill);
    } catch (error) {
      onError(main, error as Error);
    }
  }
  return skills;
}

function toSkillUri(path: string): string {
  return `skill://${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** Returns the path of a file in a source by the file's URI. */
export function toPath(uri: string): string {
  return decodeURIComponent(uri.slice("skill://".length));
}
