/**
 * Programmatic API of `mcp-codegen new`. The modules of this command are loaded
 * at the first call.
 */
import type { GenerateOutcome } from "../pipeline/generate.js";
import type {
  Auth,
  SharedStore,
  NewOptions,
  NewProject,
  UpdateOptions,
} from "./project.js";
import type { Transport } from "./server/project.js";
import type { Extra } from "./extras.js";

/**
 * Writes a server project into a folder that is new or contains no code.
 *
 * @throws UserError for all mistakes that the user can fix. Nothing is written
 *   in this case.
 */
export async function newServer(
  options: NewOptions & {
    readonly transport?: Transport | undefined;
    /**
     * Kinds of additional files for other programs, named as in the option
     * `--with`.
     */
    readonly extras?: readonly Extra[] | undefined;
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
  },
): Promise<NewProject> {
  const { newProject, serverSide } = await load();
  const { transport, extras, auth, shared } = options;
  return newProject(options, serverSide(transport, extras, auth, shared));
}

/**
 * Writes a client project into a folder that is new or contains no code.
 *
 * @throws UserError for the same reasons as `newServer`.
 */
export async function newClient(
  options: Omit<NewOptions, "tools" | "transports"> & {
    /**
     * Whether the client signs in to servers that require OAuth.
     *
     * @default "none"
     */
    readonly auth?: Auth | undefined;
    /**
     * Configuration file of a desktop program, whose servers `mcp.json` gets.
     */
    readonly config?: string | undefined;
  },
): Promise<NewProject> {
  const { newProject, clientSide } = await load();
  const { from, auth, config } = options;
  return newProject(options, clientSide(from, auth, config));
}

/**
 * Regenerates `src/generated/` of a server project and adds stubs for new
 * tools.
 *
 * @throws UserError for all mistakes that the user can fix. Nothing is changed
 *   in this case.
 */
export async function updateServer(
  options: UpdateOptions,
): Promise<GenerateOutcome> {
  const { updateProject, serverSide } = await load();
  return updateProject(options, serverSide());
}

/**
 * Regenerates `src/generated/` of a client project.
 *
 * @throws UserError for the same reasons as `updateServer`.
 */
export async function updateClient(
  options: Omit<UpdateOptions, "tools" | "transports">,
): Promise<GenerateOutcome> {
  const { updateProject, clientSide } = await load();
  return updateProject(options, clientSide(options.from));
}

async function load() {
  return {
    ...(await import("./project.js")),
    ...(await import("./server/project.js")),
    ...(await import("./client/project.js")),
  };
}
