/** Entries of skills, and the rules that their files follow. */
import { parseSkillFile } from "./frontmatter.js";
import type { Bytes } from "../json-rpc/messages/base64.js";

/** Name of the file that every skill has. */
export const SKILL_FILE = "SKILL.md";

/** File of a skill, with the digest and number of its bytes. */
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

/** Default limits of a skill, which the extension recommends. */
const MAX_FILES = 512;
export const MAX_BYTES = 16_777_216;

/** Maximum sizes of a skill. */
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

/** Names of skills: lowercase letters, digits, and single hyphens. */
const NAME = /^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** Returns the digest of a file as it is written in a skill's entry. */
export async function digestFile(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes as Bytes);
  return `sha256:${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Throws an error if a skill has too many files or bytes.
 *
 * @throws Error that names the limit.
 */
export function checkSize(
  files: readonly { readonly size: number }[],
  { maxFiles = MAX_FILES, maxBytes = MAX_BYTES }: SkillLimits,
): void {
  if (files.length > maxFiles)
    throw new Error(`The skill has more than ${maxFiles} files`);
  if (files.reduce((sum, { size }) => sum + Math.max(size, 0), 0) > maxBytes)
    throw new Error(`The files of the skill have more than ${maxBytes} bytes`);
}

/**
 * Parses and checks the frontmatter of a file `SKILL.md`.
 *
 * @param folder Name of the folder that contains the file.
 * @throws Error if the name or the description breaks a rule.
 */
export function readFrontmatter(
  bytes: Uint8Array,
  folder: string,
): SkillEntry["frontmatter"] {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const { frontmatter } = parseSkillFile(text);
  const { name, description, compatibility = "-" } = frontmatter;
  if (typeof name !== "string" || !NAME.test(name))
    throw new Error(
      "`name` must have 1 to 64 lowercase letters, digits and single hyphens",
    );
  if (name !== folder)
    throw new Error(`\`name\` is ${name}, but the folder is ${folder}`);
  for (const [key, value, max] of [
    ["description", description, 1024],
    ["compatibility", compatibility, 500],
  ] as const)
    if (typeof value !== "string" || !value.trim() || value.length > max)
      throw new Error(`\`${key}\` must be a text of 1 to ${max} characters`);
  return { ...frontmatter, name, description: description as string };
}
