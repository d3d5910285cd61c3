/**
 * Choices that determine the files of a server project, such as its transports
 * and its authorization.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { newError } from "../diagnostics.js";
import { EXTRAS, type Extra } from "../extras.js";
import type { Auth, KnownChoices, SharedStore } from "../project.js";
import { templatePaths } from "../render.js";
import { SKILLS_FOLDER } from "./skill-files.js";

/** Options of `new server` that select what a project contains. */
export interface ServerChoices {
  /**
   * Transports of the server: `stdio`, `http`, and `sse` for the legacy SSE
   * transport.
   *
   * @default `stdio`; `http` and `sse` with `auth` or `shared`
   */
  readonly transports?: readonly string[] | undefined;
  /**
   * Authorization of the server over HTTP.
   *
   * @default "none"
   */
  readonly auth?: Auth | undefined;
  /**
   * Store for state that several processes share.
   *
   * @default "none"
   */
  readonly shared?: SharedStore | undefined;
  /** Folder with skills that the server publishes. */
  readonly skills?: string | undefined;
  /** Kinds of additional files for other programs, as in `--with`. */
  readonly extras?: readonly Extra[] | undefined;
}

/** Choices for a server project, from which all files of the project are rendered. */
export interface ServerSetup {
  readonly transports: readonly string[];
  readonly oauth: boolean;
  readonly redis: boolean;
  readonly skills: boolean;
  readonly extras: readonly Extra[];
}

const EMPTY: ServerSetup = {
  transports: [],
  oauth: false,
  redis: false,
  skills: false,
  extras: [],
};

const HTTP = ["http", "sse"];

/**
 * Files that an existing project has only if it uses authorization or shared
 * state.
 */
const AUTH_FILE = "src/auth.ts";
const SHARED_FILE = "src/shared.ts";

/** Returns whether a server with these transports serves over HTTP. */
export function servesHttp(transports: readonly string[]): boolean {
  return HTTP.some((name) => transports.includes(name));
}

/**
 * Adds choices to the setup of a project, or creates the setup of a new
 * project. Authorization and shared state add HTTP unless transports are
 * chosen.
 *
 * @throws UserError if the result cannot work.
 */
export function createSetup(
  { transports, auth, shared, skills, extras = [] }: ServerChoices,
  had: ServerSetup = EMPTY,
): ServerSetup {
  const oauth = had.oauth || auth === "oauth";
  const redis = had.redis || shared === "redis";
  const needsHttp = (oauth || redis) && !servesHttp(had.transports);
  const implied = [...had.transports, ...(needsHttp ? HTTP : [])];
  const all = transports ?? (implied.length > 0 ? implied : ["stdio"]);
  const setup: ServerSetup = {
    transports: all.filter((name) => name !== "memory"),
    oauth,
    redis,
    skills: had.skills || skills !== undefined,
    extras: EXTRAS.filter((one) => [...had.extras, ...extras].includes(one)),
  };
  checkSetup(setup);
  return setup;
}

function checkSetup({ transports, oauth, redis, extras }: ServerSetup): void {
  const stdio = transports.includes("stdio");
  const http = servesHttp(transports);
  const named = transports.join(",");
  if (!stdio && !http)
    throw newError(
      "MCP606",
      "The transports of a server must contain stdio, http or sse.",
    );
  if (oauth && !http)
    throw newError(
      "MCP604",
      `--auth oauth needs HTTP, but the transports are ${named}.`,
    );
  if (redis && !http)
    throw newError(
      "MCP605",
      `--shared redis needs HTTP, but the transports are ${named}.`,
    );
  if (extras.includes("bundle") && !stdio)
    throw newError("MCP603", "--with bundle needs a server over stdio.");
}

/**
 * Returns the choices with which an existing project was set up, as its files
 * and its generated code show.
 */
export function readSetup(
  folder: string,
  { features, transports, extensions }: KnownChoices,
): ServerSetup {
  const has = (path: string): boolean => existsSync(join(folder, path));
  const uses = (feature: string): boolean =>
    features.length === 0 || features.includes(feature);
  const all = transports.length > 0 ? transports : ["stdio", ...HTTP];
  return {
    transports: all.filter((name) => name !== "memory"),
    oauth: uses("oauth") && has(AUTH_FILE),
    redis: uses("shared") && has(SHARED_FILE),
    skills: extensions.includes(SKILLS_FOLDER) && has(SKILLS_FOLDER),
    extras: EXTRAS.filter((extra) => templatePaths(`with/${extra}`).every(has)),
  };
}

/**
 * Adds choices to the setup of an existing project. Without choices, returns
 * the setup unchanged and unchecked, so that unusual edits of the user do not
 * cause an error.
 *
 * @throws UserError if the result cannot work.
 */
export function growSetup(
  had: ServerSetup,
  choices: ServerChoices,
): ServerSetup {
  const { transports, auth, shared, skills, extras = [] } = choices;
  const isGiven = transports ?? auth ?? shared ?? skills ?? extras[0];
  return isGiven === undefined ? had : createSetup(choices, had);
}

/** Returns the features that authorization, shared state and skills need. */
export function setupFeatures({
  oauth,
  redis,
  skills,
}: Pick<ServerSetup, "oauth" | "redis" | "skills">): string[] {
  return [
    ...(oauth ? ["oauth"] : []),
    ...(redis ? ["shared"] : []),
    // Clients read the files of a skill as resources.
    ...(skills ? ["resources"] : []),
  ];
}

/** Returns the extensions that the server needs. */
export function setupExtensions({ skills }: ServerSetup): string[] {
  return skills ? ["skills"] : [];
}
