/** Sources of skills: files in memory, or a folder on disk. */
import {
  listFolder,
  loadNodeModules,
  readRegularFile,
} from "../features/resources/node-files.js";
import { parseSkillFile } from "./frontmatter.js";
import { checkEntry, checkSize, digestFile } from "./skill.js";
import type { SkillEntry, SkillFileEntry, SkillLimits } from "./skill.js";

/**
 * Size and modification time of each file, by relative path with `/`. The value
 * is `undefined` for anything but a regular file.
 */
type FileList = ReadonlyMap<string, FileStats | undefined>;

interface FileStats {
  readonly size: number;
  readonly mtimeMs?: number;
}

/** Source that lists and reads the files of skills. */
export interface SkillSource {
  list(): Promise<FileList>;
  /** Reads a file. Returns `undefined` if the file cannot be read. */
  read(path: string, max: number): Promise<Uint8Array | undefined>;
}

/** Entry of a skill that lists the skill's files. */
export type ListedSkill = SkillEntry & {
  readonly resources: readonly SkillFileEntry[];
};

/** Maximum number of files in a folder with skills. */
const MAX_LISTED = 20_000;

/** Returns a source for files in memory, by path. */
export function memorySource(files: {
  readonly [path: string]: string | Uint8Array;
}): SkillSource {
  const bytes = new Map(
    Object.entries(files).map(([path, file]) => {
      if (path.split("/").some((name) => /^(?:|\.\.?)$/.test(name)))
        throw new TypeError(`Not a relative path of a file: ${path}`);
      const isText = typeof file === "string";
      return [path, isText ? new TextEncoder().encode(file) : file];
    }),
  );
  return {
    list: async () =>
      new Map([...bytes].map(([path, { length }]) => [path, { size: length }])),
    read: async (path) => bytes.get(path),
  };
}

/**
 * Returns a source for the files of a folder. Names that start with a dot are
 * left out.
 *
 * @throws Error if the folder does not exist.
 */
export async function folderSource(folder: string): Promise<SkillSource> {
  const node = loadNodeModules("skills()");
  const root = await node.fs.realpath(folder).catch((cause: unknown) => {
    const text = `The folder of skills ${folder} cannot be read. Create it, or pass another folder to skills().`;
    throw new Error(text, { cause });
  });
  const { join, relative, sep } = node.path;
  return {
    list: async () => {
      const found = new Map<string, FileStats | undefined>();
      const isHidden = (name: string) => name.startsWith(".");
      for await (const entry of listFolder(node, root, isHidden)) {
        if (found.size >= MAX_LISTED)
          throw new Error(`${folder} contains more than ${MAX_LISTED} files`);
        const stats = entry.isFile && node.fs.stat(entry.path).catch(() => {});
        const path = relative(root, entry.path).split(sep).join("/");
        found.set(path, (await stats) || undefined);
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
 */
export async function loadSkills(
  source: SkillSource,
  files: FileList,
  limits: SkillLimits,
  onError: (path: string, error: Error) => void,
): Promise<ReadonlyMap<string, ListedSkill>> {
  const skills = new Map<string, ListedSkill>();
  const paths = [...files.keys()].sort();
  for (const main of paths) {
    const [, folder] = /^(.*\/|)SKILL\.md$/.exec(main) ?? [];
    if (folder === undefined) continue;
    try {
      if (folder === "")
        throw new Error("Move the file to a folder with its name");
      const own = paths.filter((path) => path.startsWith(folder));
      checkSize(
        own.map((path) => files.get(path) ?? { size: 0 }),
        limits,
      );
      const resources: SkillFileEntry[] = [];
      let frontmatter: unknown;
      for (const path of own) {
        const stats = files.get(path);
        const bytes = stats && (await source.read(path, stats.size));
        if (!bytes) throw new Error(`${path} is not a regular file`);
        if (path === main) ({ frontmatter } = parseSkillFile(bytes));
        const digest = await digestFile(bytes);
        resources.push({ uri: toSkillUri(path), digest, size: bytes.length });
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
