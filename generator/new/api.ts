/**
 * Programmatic API of `mcp-codegen new`. The modules of this command are loaded
 * at the first call.
 */
import type { Auth, NewOptions, NewProject } from "./project.js";
import type { ServerChoices } from "./server/setup.js";
import type { UpdateOptions, UpdateOutcome } from "./update.js";

/**
 * Writes a server project into a folder that is new or contains no code.
 *
 * @throws UserError for all mistakes that the user can fix. Nothing is written
 *   in this case.
 */
export async function newServer(
  options: NewOptions & ServerChoices,
): Promise<NewProject> {
  const { newProject, serverSide } = await load();
  return newProject(options, serverSide(options));
}

/**
 * Writes a client project into a folder that is new or contains no code.
 *
 * @throws UserError for the same reasons as `newServer`.
 */
export async function newClient(
  options: Omit<NewOptions, "tools"> & {
    /**
     * Whether the client signs in to servers that require OAuth.
     *
     * @default "none"
     */
    readonly auth?: Auth | undefined;
    /**
     * Configuration file of a desktop program. Its servers are copied to
     * `mcp.json` of the new project.
     */
    readonly config?: string | undefined;
  },
): Promise<NewProject> {
  const { newProject, clientSide } = await load();
  const { from, auth, config } = options;
  return newProject(options, clientSide(from, auth, config));
}

/**
 * Regenerates `src/generated/` of a server project, and adds stubs for new
 * tools. For choices that the project lacks, such as authorization, also adds
 * files and edits existing files. Without `apply`, an update that needs edits
 * writes nothing and returns the edits.
 *
 * @throws UserError for all mistakes that the user can fix. Nothing is changed
 *   in this case.
 */
export async function updateServer(
  options: UpdateOptions & ServerChoices,
): Promise<UpdateOutcome> {
  const { updateProject, serverSide } = await load();
  return updateProject(options, serverSide(options));
}

/**
 * Regenerates `src/generated/` of a client project.
 *
 * @throws UserError for the same reasons as `updateServer`.
 */
export async function updateClient(
  options: Omit<UpdateOptions, "tools" | "apply">,
): Promise<UpdateOutcome> {
  const { updateProject, clientSide } = await load();
  return updateProject(options, clientSide(options.from));
}

async function load() {
  return {
    ...(await import("./project.js")),
    ...(await import("./update.js")),
    ...(await import("./server/project.js")),
    ...(await import("./client/project.js")),
  };
}
