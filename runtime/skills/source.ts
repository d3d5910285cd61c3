/** Sources of skills: files in memory, or a folder on disk. */
import {
  loadNodeModules,
  readRegularFile,
} from "../features/resources/node-files.js";
import { MAX_BYTES, checkSize, digestFile, readFrontmatter } from "./skill.js";
import type { SkillEntry, SkillFileEntry, SkillLimits } from "./skill.js";

/** Files of skills. Paths are relative and contain `/`. */
export interface SkillSource {
  /** Returns the paths. The value is false for anything but a regular file. */
  list(): Promise<ReadonlyMap<string, boolean>>;
  /** Reads a file. Returns `undefined` if the file cannot be read. */
  read(path: string, max: number): Promise<Uint8Array | undefined>;
  /**
   * Returns a text that changes with each change of a file. Absent if the files
   * never change.
   */
  state?(): Promise<string>;
}

/** Skill that a server publishes, and the path of each file by URI. */
export interface LoadedSkill {
  readonly entry: SkillEntry & {
    readonly resources: readonly SkillFileEntry[];
  };
  readonly paths: ReadonlyMap<string, string>;
}

/** Maximum number of files in a folder with skills. */
const MAX_LISTED = 20_000;

/** Returns a source for files in memory, by path. */
export function memorySource(files: {
  readonly [path: string]: string | Uint8Array;
}): SkillSource {
  const encoder = new TextEncoder();
  for (const path of Object.keys(files))
    if (path.split("/").some((name) => /^(?:|\.\.?)$/.test(name)))
      throw new TypeError(`Not a relative path of a file: ${path}`);
  return {
    list: async () => new Map(Object.keys(files).map((path) => [path, true])),
    read: async (path) => {
      const file = files[path];
      return typeof file === "string" ? encoder.encode(file) : file;
    },
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
  const full = (path: string) => node.path.join(root, ...path.split("/"));
  const list = async (path: string, found: Map<string, boolean>) => {
    const options = { withFileTypes: true } as const;
    const entries = await node.fs.readdir(full(path), options);
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      if (found.size >= MAX_LISTED)
        throw new Error(`${folder} contains more than ${MAX_LISTED} files`);
      const inner = path + entry.name;
      if (entry.isDirectory()) await list(`${inner}/`, found);
      else found.set(inner, entry.isFile());
    }
    return found;
  };
  return {
    list: () => list("", new Map()),
    read: (path, max) => readRegularFile(node, full(path), max, path),
    state: async () => {
      const files = [...(await list("", new Map())).keys()];
      const stats = files.map(async (path) => {
        const { size, mtimeMs } = await node.fs.stat(full(path));
        return JSON.stringify([path, size, mtimeMs]);
      });
      return (await Promise.allSettled(stats))
        .map((stat) => (stat.status === "fulfilled" ? stat.value : ""))
        .join("\n");
    },
  };
}

/**
 * Loads all skills of a source, by URI of the file `SKILL.md`. A skill that
 * breaks a rule is left out, and `onError` is called.
 */
export async function loadSkills(
  source: SkillSource,
  limits: SkillLimits,
  onError: (path: string, error: Error) => void,
): Promise<ReadonlyMap<string, LoadedSkill>> {
  const listed = await source.list();
  const skills = new Map<string, LoadedSkill>();
  for (const path of [...listed.keys()].sort()) {
    const folder = /^(.*?)\/?(?<=^|\/)SKILL\.md$/.exec(path)?.[1];
    if (folder === undefined) continue;
    try {
      const skill = await loadSkill(source, limits, folder, listed);
      skills.set(skill.entry.uri, skill);
    } catch (error) {
      onError(path, error as Error);
    }
  }
  return skills;
}

async function loadSkill(
  source: SkillSource,
  limits: SkillLimits,
  folder: string,
  listed: ReadonlyMap<string, boolean>,
): Promise<LoadedSkill> {
  const { maxBytes = MAX_BYTES } = limits;
  const main = `${folder}/SKILL.md`;
  const own = [...listed.keys()].filter((path) =>
    path.startsWith(`${folder}/`),
  );
  const resources: SkillFileEntry[] = [];
  const paths = new Map<string, string>();
  const read = async (path: string): Promise<Uint8Array> => {
    const isFile = listed.get(path) === true;
    const bytes = isFile ? await source.read(path, maxBytes) : undefined;
    if (!bytes) throw new Error(`${path} is not a regular file`);
    const uri = toSkillUri(path);
    paths.set(uri, path);
    const { length: size } = bytes;
    resources.push({ uri, digest: await digestFile(bytes), size });
    checkSize(resources, limits);
    return bytes;
  };
  if (folder === "") throw new Error("move the file to a folder with its name");
  checkSize(
    own.map(() => ({ size: 0 })),
    limits,
  );
  const name = folder.split("/").pop() ?? "";
  const frontmatter = readFrontmatter(await read(main), name);
  for (const path of own.sort()) if (path !== main) await read(path);
  return { entry: { uri: toSkillUri(main), frontmatter, resources }, paths };
}

/** Returns the URI of a file or folder in a source. */
export function toSkillUri(path: string): string {
  return `skill://${path.split("/").map(encodeURIComponent).join("/")}`;
}
