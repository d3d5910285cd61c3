/** Entries of skills, and the rules that servers and clients check. */
import { isObject } from "../validation/guards.js";
import type { Bytes } from "../json-rpc/messages/base64.js";

/** File of a skill, with its digest and its size in bytes. */
export interface SkillFileEntry {
  readonly uri: string;
  readonly digest: string;
  readonly size: number;
}

/** Entry of a skill, as `skills/list` and `skills/get` return it. */
export interface SkillEntry {
  readonly uri: string;
  readonly frontmatter: {
    readonly name: string;
    readonly description: string;
    readonly [name: string]: unknown;
  };
  readonly resources: readonly SkillFileEntry[] | "dynamic";
}

const MAX_FILES = 512;
export const MAX_BYTES = 16_777_216;

/** Maximum sizes of a skill. The defaults are the limits of the extension. */
export interface SkillLimits {
  /**
   * Maximum number of files of a skill.
   *
   * @default 512
   */
  readonly maxFiles?: number | undefined;
  /**
   * Maximum number of bytes of all files of a skill.
   *
   * @default 16_777_216
   */
  readonly maxBytes?: number | undefined;
}

/** Pattern of the names of skills. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Maximum number of characters of members of the frontmatter. */
const MAX_TEXT = { name: 64, description: 1024, compatibility: 500 };

/** Pattern of the paths that could lead out of a folder, also on Windows. */
const UNSAFE = /[\0\\?#]|(?:^|\/)(?:\.\.?)?(?:\/|$)|^[a-z]:/i;

/** Returns the digest of a file as it is written in a skill's entry. */
export async function digestFile(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes as Bytes);
  return `sha256:${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * @throws Error if a skill has too many files or bytes. The message names the
 *   limit.
 */
export function checkSize(
  files: readonly { readonly size: number }[],
  { maxFiles = MAX_FILES, maxBytes = MAX_BYTES }: SkillLimits,
): void {
  if (files.length > maxFiles)
    throw new Error(`the skill has more than ${maxFiles} files`);
  if (files.reduce((sum, { size }) => sum + Math.max(size, 0), 0) > maxBytes)
    throw new Error(`the files of the skill have more than ${maxBytes} bytes`);
}

/**
 * Checks the entry of a skill. Returns the files by path.
 *
 * @throws Error if the entry breaks a rule, contradicts itself or exceeds a
 *   limit.
 */
export function checkEntry(
  { uri, frontmatter, resources }: SkillEntry,
  limits: SkillLimits,
): ReadonlyMap<string, SkillFileEntry> {
  if (resources === "dynamic")
    throw new Error("the entry has no digests, so no file can be verified");
  if (!Array.isArray(resources))
    throw new Error("the entry has no list of files");
  checkSize(resources, limits);
  const { name, metadata } = frontmatter;
  for (const [key, max] of Object.entries(MAX_TEXT)) {
    // An optional member can be empty in YAML, which is null.
    const value = frontmatter[key] ?? (key === "compatibility" ? "-" : null);
    if (value === null) throw new Error(`\`${key}\` is missing`);
    // The flag `u` counts characters instead of UTF-16 code units.
    const pattern = new RegExp(`^(?=\\s*\\S)[^]{1,${max}}$`, "u");
    if (typeof value !== "string" || !pattern.test(value))
      throw new Error(`\`${key}\` must be a text of 1 to ${max} characters`);
  }
  if (!NAME.test(name))
    throw new Error(
      "`name` may only have lowercase letters, digits and single hyphens",
    );
  if (!uri.endsWith(`/${name}/SKILL.md`))
    throw new Error(
      `\`name\` is ${name}, but must be ${uri.split("/").at(-2)}, the name of the folder (${uri})`,
    );
  const texts = isObject(metadata ?? {}) ? (metadata ?? {}) : { "": 0 };
  for (const [key, text] of Object.entries(texts))
    if (typeof text !== "string")
      throw new Error(
        `\`metadata\` must map names to texts in quotes${key && `, but ${key} is not a text`}`,
      );
  const folder = uri.slice(0, -"SKILL.md".length);
  const files = new Map<string, SkillFileEntry>();
  for (const file of resources) {
    if (!file.uri.startsWith(folder))
      throw new Error(`${file.uri} is not in the folder of the skill`);
    // Decoding would turn an encoded slash into a path separator. Therefore the
    // encoded slash is replaced by an encoded NUL, which `UNSAFE` rejects.
    const encoded = file.uri.slice(folder.length).replace(/%2f/gi, "%00");
    const path = decodeURIComponent(encoded);
    if (UNSAFE.test(path)) throw new Error(`${file.uri} is not a valid path`);
    if (files.has(path)) throw new Error(`${file.uri} occurs twice`);
    files.set(path, file);
  }
  if (files.get("SKILL.md")?.uri !== uri)
    throw new Error("the entry lacks the file SKILL.md");
  return files;
}
