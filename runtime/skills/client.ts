/** Reads files of skills, and verifies them before they are returned. */
import { fromBase64 } from "../json-rpc/messages/base64.js";
import { sortedJson } from "../json-rpc/messages/messages.js";
import { cleanText } from "../limits/text.js";
import { isObject } from "../validation/guards.js";
import { parseSkillFile } from "./frontmatter.js";
import { checkSize, digestFile } from "./skill.js";
import type { SkillEntry, SkillFileEntry, SkillLimits } from "./skill.js";

/** Client, or server of a host, from which the files of skills are read. */
export interface SkillReader {
  request(
    method: "resources/read",
    params: { readonly uri: string },
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<unknown>;
}

/** Skill for which the user's consent is asked. */
export interface SkillConsent {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** Digest of the skill's entry. It changes if a file of the skill changes. */
  readonly digest: string;
}

/** Options of `readSkill`. */
export interface ReadSkillOptions extends SkillLimits {
  /**
   * Returns whether the user allows the skill. Called before the first file of
   * a skill is read, and again after the skill has changed.
   *
   * @default every skill is allowed
   */
  readonly approve?:
    ((skill: SkillConsent) => boolean | Promise<boolean>) | undefined;
  /**
   * Store for the decisions of `approve`, by digest of the entry.
   *
   * @default no decision is remembered
   */
  readonly store?:
    | {
        get(digest: string): boolean | undefined | Promise<boolean | undefined>;
        set(digest: string, allow: boolean): unknown;
      }
    | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Verified file of a skill. */
export interface SkillFile {
  readonly uri: string;
  readonly mimeType: string | undefined;
  readonly bytes: Uint8Array;
  /** Markdown text after the frontmatter. Only of the file `SKILL.md`. */
  readonly body?: string;
}

/** Maximum length of the message of a `SkillError`, in characters. */
const MAX_ERROR_TEXT = 1_000;

/** Error of a skill that contradicts its entry, or that the user refused. */
export class SkillError extends Error {
  /** Check that failed. */
  readonly reason:
    "entry" | "consent" | "file" | "size" | "digest" | "frontmatter";

  constructor(reason: SkillError["reason"], uri: string, message: string) {
    super(cleanText(`${uri}: ${message}`, MAX_ERROR_TEXT));
    this.name = "SkillError";
    this.reason = reason;
  }
}

/**
 * Reads a file of a skill. Returns the file only if its size and its digest
 * match the entry, and if the frontmatter of `SKILL.md` equals the entry's
 * frontmatter. Does not read any other file.
 *
 * @param from Client that is connected to the skill's server.
 * @param skill Entry of the skill, from `skills/list` or `skills/get`.
 * @param path Path of the file in the skill's folder.
 * @throws SkillError with the reason if the file must not be used.
 * @example
 * const { skills } = await client.listSkills();
 * const { body } = await readSkill(client, skills[0]);
 */
export async function readSkill(
  from: SkillReader,
  skill: SkillEntry,
  path = "SKILL.md",
  options: ReadSkillOptions = {},
): Promise<SkillFile> {
  const files = checkEntry(skill, options);
  const { signal } = options;
  const file = files.get(path);
  if (!file)
    throw new SkillError("file", skill.uri, `the skill has no file ${path}`);
  const { uri, size, digest } = file;
  await requireConsent(skill, options);
  const result = await from.request("resources/read", { uri }, { signal });
  const { contents } = result as { readonly contents: readonly unknown[] };
  const [content] = contents;
  if (contents.length !== 1 || !isObject(content) || content.uri !== uri)
    throw new SkillError("file", uri, "the result is not this one file");
  const { text, blob, mimeType } = content;
  const bytes =
    typeof text === "string"
      ? new TextEncoder().encode(text)
      : fromBase64(String(blob));
  if (bytes?.length !== size)
    throw new SkillError("size", uri, `the file does not have ${size} bytes`);
  if ((await digestFile(bytes)) !== digest)
    throw new SkillError("digest", uri, "the digest of the file is different");
  const read = { uri, mimeType: mimeType as string | undefined, bytes };
  if (path !== "SKILL.md") return read;
  const { frontmatter, body } = parse(uri, bytes);
  if (sortedJson(frontmatter) !== sortedJson(skill.frontmatter))
    throw new SkillError("frontmatter", uri, "the frontmatter is different");
  return { ...read, body };
}

function parse(uri: string, bytes: Uint8Array) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return parseSkillFile(text);
  } catch (error) {
    throw new SkillError("frontmatter", uri, (error as Error).message);
  }
}

/**
 * Checks an entry, which an untrusted server sent. Returns the files by path.
 *
 * @throws SkillError if the entry contradicts itself or exceeds a limit.
 */
export function checkEntry(
  { uri, frontmatter, resources }: SkillEntry,
  limits: SkillLimits,
): ReadonlyMap<string, SkillFileEntry> {
  const fail = (text: string) => new SkillError("entry", uri, text);
  if (resources === "dynamic")
    throw fail("the entry has no digests, so no file can be verified");
  if (!Array.isArray(resources)) throw fail("the entry has no list of files");
  let end: string;
  try {
    checkSize(resources, limits);
    end = `/${encodeURIComponent(frontmatter.name)}/SKILL.md`;
  } catch (error) {
    throw fail((error as Error).message);
  }
  if (!uri.endsWith(end))
    throw fail("the path of the skill does not end with its name");
  const folder = uri.slice(0, -"SKILL.md".length);
  const files = new Map<string, SkillFileEntry>();
  for (const file of resources) {
    if (!file.uri.startsWith(folder))
      throw fail(`${file.uri} is not in the folder of the skill`);
    const path = decodePath(file.uri.slice(folder.length));
    if (path === undefined) throw fail(`${file.uri} is not a valid path`);
    if (files.has(path)) throw fail(`${file.uri} occurs twice`);
    files.set(path, file);
  }
  if (!files.has("SKILL.md")) throw fail("the entry lacks the file SKILL.md");
  return files;
}

/** Returns the decoded path, or `undefined` if it could leave a folder. */
function decodePath(encoded: string): string | undefined {
  try {
    const path = decodeURIComponent(encoded);
    const isUnsafe = /[\0\\?#]|(?:^|\/)(?:\.\.?)?(?:\/|$)|^[a-z]:/i.test(path);
    return isUnsafe || /%2f/i.test(encoded) ? undefined : path;
  } catch {
    return undefined;
  }
}

async function requireConsent(
  skill: SkillEntry,
  { approve, store }: ReadSkillOptions,
): Promise<void> {
  if (!approve) return;
  const { uri, frontmatter, resources } = skill;
  const json = sortedJson([uri, frontmatter, resources]);
  const digest = await digestFile(new TextEncoder().encode(json));
  let allow = await store?.get(digest);
  if (allow === undefined) {
    const { name, description } = frontmatter;
    allow = await approve({ uri, name, description, digest });
    await store?.set(digest, allow);
  }
  if (!allow)
    throw new SkillError("consent", uri, "the user refused the skill");
}
