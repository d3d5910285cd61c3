/** Reads files of skills, and verifies them before they are returned. */
import { fromBase64 } from "../json-rpc/messages/base64.js";
import { ConnectionError, McpError } from "../json-rpc/messages/errors.js";
import { sortedJson } from "../json-rpc/messages/messages.js";
import { isObject } from "../validation/guards.js";
import { parseSkillFile } from "./frontmatter.js";
import { checkEntry, digestFile } from "./skill.js";
import type { SkillEntry, SkillLimits } from "./skill.js";

/**
 * Source of a skill's files: a client, or one of the servers to which a host is
 * connected.
 */
export interface SkillReader {
  /**
   * Label of the server: its name in the host. Consent for a skill does not
   * apply to the same skill of a server with another label.
   */
  readonly label?: string | undefined;
  request(
    method: "resources/read",
    params: { readonly uri: string },
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<unknown>;
}

/** Skill for which the user's consent is asked. */
export interface SkillConsent {
  /** Label of the server from which the skill is read. */
  readonly server: string | undefined;
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** Digest of the server's label and of the entry with all its files. */
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
   * Store for the decisions of `approve`, by the digest in `SkillConsent`.
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
  /**
   * Markdown text after the frontmatter. Present only for the file `SKILL.md`.
   */
  readonly body?: string;
}

/**
 * Reads a file of a skill. Returns the file only if its size and its digest
 * match the entry, and if the frontmatter of `SKILL.md` equals the entry's
 * frontmatter. Does not read any other file.
 *
 * @param from Client that is connected to the skill's server.
 * @param skill Entry of the skill, from `skills/list` or `skills/get`.
 * @param path Path of the file in the skill's folder.
 * @throws ConnectionError if the entry or the file is not valid.
 * @throws McpError with code -1 if the user refused the skill.
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
  const file = await check(skill.uri, () => {
    const found = checkEntry(skill, options).get(path);
    if (found) return found;
    throw new Error(`the skill has no file ${path}`);
  });
  if (!(await isAllowed(from.label, skill, options)))
    throw new McpError(-1, "User rejected skill");
  const { uri, size, digest } = file;
  const { signal } = options;
  const result = await from.request("resources/read", { uri }, { signal });
  return check(uri, async () => {
    const { contents } = result as { readonly contents: readonly unknown[] };
    const [content] = contents;
    if (contents.length !== 1 || !isObject(content) || content.uri !== uri)
      throw new Error("the result is not this one file");
    const { text, blob, mimeType } = content;
    const bytes =
      typeof text === "string"
        ? new TextEncoder().encode(text)
        : fromBase64(String(blob));
    if (bytes?.length !== size)
      throw new Error(`the file does not have ${size} bytes`);
    if ((await digestFile(bytes)) !== digest)
      throw new Error("the digest of the file is different");
    const read = { uri, mimeType: mimeType as string | undefined, bytes };
    if (path !== "SKILL.md") return read;
    const { frontmatter, body } = parseSkillFile(bytes);
    if (sortedJson(frontmatter) !== sortedJson(skill.frontmatter))
      throw new Error("the frontmatter is different");
    return { ...read, body };
  });
}

/** Runs a check. If the check fails, adds the URI to its error message. */
async function check<T>(uri: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new ConnectionError("invalid", `${uri}: ${(error as Error).message}`);
  }
}

/** Asks for consent unless the store has a decision. */
async function isAllowed(
  server: string | undefined,
  { uri, frontmatter, resources }: SkillEntry,
  { approve, store }: ReadSkillOptions,
): Promise<boolean> {
  if (!approve) return true;
  const json = sortedJson([server ?? null, uri, frontmatter, resources]);
  const digest = await digestFile(new TextEncoder().encode(json));
  const known = await store?.get(digest);
  if (known !== undefined) return known;
  const { name, description } = frontmatter;
  const allow = await approve({ server, uri, name, description, digest });
  await store?.set(digest, allow);
  return allow;
}
