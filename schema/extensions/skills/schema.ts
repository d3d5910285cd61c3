/**
 * Skills extension: a server publishes skills. A skill is a folder with a file
 * `SKILL.md`, which instructs an agent, and with supporting files. Every file is
 * a resource, which clients read with `resources/read`.
 *
 * Extension Identifier: io.modelcontextprotocol/skills
 *
 * @declaredBy server
 * @serverSettings SkillsSettings
 */

import type {
  JSONRPCRequest,
  PaginatedRequest,
  PaginatedResult,
  Resource,
  Result,
} from "../../2026-07-28/schema.js";

/**
 * Settings that a server declares for the extension.
 *
 * @category Skills
 */
export interface SkillsSettings {
  /** Whether the server supports `resources/directory/read`. */
  directoryRead?: boolean;
}

/**
 * YAML frontmatter of a file `SKILL.md`, as JSON.
 *
 * @category Skills
 */
export interface SkillFrontmatter {
  /** Name of the skill: also the last segment of its path. */
  name: string;

  /** Text about what the skill does and when an agent needs it. */
  description: string;

  [key: string]: unknown;
}

/**
 * File of a skill.
 *
 * @category Skills
 */
export interface SkillResource {
  /** URI of the file, for `resources/read`. */
  uri: string;

  /**
   * SHA-256 digest of the file's bytes.
   *
   * @pattern ^sha256:[0-9a-f]{64}$
   */
  digest: string;

  /**
   * Number of bytes of the file.
   *
   * @format int
   * @minimum 0
   */
  size: number;
}

/**
 * Entry of a skill in a listing.
 *
 * @category Skills
 */
export interface Skill {
  /** URI of the skill's file `SKILL.md`. */
  uri: string;

  /** Frontmatter, equal to the frontmatter in the file. */
  frontmatter: SkillFrontmatter;

  /**
   * All files of the skill, including `SKILL.md`; or `dynamic` if the server
   * cannot list the files in advance.
   */
  resources: SkillResource[] | "dynamic";

  /** Additional metadata. */
  _meta?: { [key: string]: unknown };
}

/**
 * Asks the server for its skills.
 *
 * @category Skills
 */
export interface ListSkillsRequest extends PaginatedRequest {
  method: "skills/list";
}

/**
 * One page of the server's skills. The list may be incomplete.
 *
 * @category Skills
 */
export interface ListSkillsResult extends PaginatedResult {
  skills: Skill[];

  /**
   * Milliseconds for which a client may reuse the result.
   *
   * @format int
   * @minimum 0
   */
  ttlMs?: number;

  /** Clients that may share the result. */
  cacheScope?: "public" | "private";
}

/**
 * Asks the server for the entry of one skill.
 *
 * @category Skills
 */
export interface GetSkillRequest extends JSONRPCRequest {
  method: "skills/get";
  params: {
    /** URI of the skill's file `SKILL.md`. */
    uri: string;
  };
}

/**
 * Entry of one skill.
 *
 * @category Skills
 */
export interface GetSkillResult extends Result {
  skill: Skill;

  /**
   * Milliseconds for which a client may reuse the result.
   *
   * @format int
   * @minimum 0
   */
  ttlMs?: number;

  /** Clients that may share the result. */
  cacheScope?: "public" | "private";
}

/**
 * Asks the server for the files and folders in a folder.
 *
 * @category Skills
 */
export interface ReadResourceDirectoryRequest extends JSONRPCRequest {
  method: "resources/directory/read";
  params: {
    /** URI of the folder. */
    uri: string;
    /** Value of `nextCursor` in the previous page. */
    cursor?: string;
  };
}

/**
 * One page of the files and folders in a folder. Folders have the MIME type
 * `inode/directory`.
 *
 * @category Skills
 */
export interface ReadResourceDirectoryResult extends PaginatedResult {
  resources: Resource[];

  /**
   * Milliseconds for which a client may reuse the result.
   *
   * @format int
   * @minimum 0
   */
  ttlMs?: number;

  /** Clients that may share the result. */
  cacheScope?: "public" | "private";
}
