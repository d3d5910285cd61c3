/** `new` for programs; what it takes is loaded when it is first called. */
import type { GenerateOutcome } from "../jobs/generate.js";
import type { NewProject } from "./project-files.js";
import type { NewOptions, UpdateOptions } from "./project.js";
import type { Transport } from "./server/project.js";

/**
 * Writes a server project into a folder that is new, or has no code yet.
 *
 * @throws UserError for everything that the user can mend; nothing is written
 *   then.
 */
export async function newServer(
  options: NewOptions & { readonly transport?: Transport | undefined },
): Promise<NewProject> {
  const [{ newProject }, { serverSide }] = await server();
  return newProject(options, serverSide(options.transport));
}

/**
 * Writes a client project into a folder that is new, or has no code yet.
 *
 * @throws UserError as `newServer` does.
 */
export async function newClient(
  options: Omit<NewOptions, "tools" | "transports">,
): Promise<NewProject> {
  const [{ newProject }, { clientSide }] = await client();
  return newProject(options, clientSide(options.from));
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
  const [{ updateProject }, { serverSide }] = await server();
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
  const [{ updateProject }, { clientSide }] = await client();
  return updateProject(options, clientSide(options.from));
}

function server() {
  return Promise.all([import("./project.js"), import("./server/project.js")]);
}

function client() {
  return Promise.all([import("./project.js"), import("./client/project.js")]);
}
