/** `new` for programs; what it takes is loaded when it is first called. */
import type { GenerateOutcome } from "../pipeline/generate.js";
import type {
  Auth,
  Shared,
  NewOptions,
  NewProject,
  UpdateOptions,
} from "./project.js";
import type { Transport } from "./server/project.js";
import type { Extra } from "./extras.js";

/**
 * Writes a server project into a folder that is new, or has no code yet.
 *
 * @throws UserError for everything that the user can mend; nothing is written
 *   then.
 */
export async function newServer(
  options: NewOptions & {
    readonly transport?: Transport | undefined;
    /** Files beside it that other programs read, as `--with` names them. */
    readonly extras?: readonly Extra[] | undefined;
    /** Who may use it over HTTP. Default: everybody. */
    readonly auth?: Auth | undefined;
    /** Where several processes have what they share. Default: nowhere. */
    readonly shared?: Shared | undefined;
  },
): Promise<NewProject> {
  const { newProject, serverSide } = await load();
  const { transport, extras, auth, shared } = options;
  return newProject(options, serverSide(transport, extras, auth, shared));
}

/**
 * Writes a client project into a folder that is new, or has no code yet.
 *
 * @throws UserError as `newServer` does.
 */
export async function newClient(
  options: Omit<NewOptions, "tools" | "transports"> & {
    /** Whether it gets in where servers ask for OAuth. Default: it does not. */
    readonly auth?: Auth | undefined;
  },
): Promise<NewProject> {
  const { newProject, clientSide } = await load();
  return newProject(options, clientSide(options.from, options.auth));
}

/**
 * Makes `src/generated/` of a server project anew, and stubs for new tools.
 *
 * @throws UserError for everything that the user can mend; nothing is changed
 *   then.
 */
export async function updateServer(
  options: UpdateOptions,
): Promise<GenerateOutcome> {
  const { updateProject, serverSide } = await load();
  return updateProject(options, serverSide());
}

/**
 * Makes `src/generated/` of a client project anew, and nothing else.
 *
 * @throws UserError as `updateServer` does.
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
