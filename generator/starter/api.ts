/** `new` for programs; what it takes is loaded when it is first called. */
import type { GenerateOutcome } from "../jobs/generate.js";
import type { ClientOptions } from "./client/project.js";
import type { NewServerOptions } from "./server/new-server.js";
import type { NewProject } from "./project-files.js";
import type { UpdateOptions } from "./server/update.js";

/**
 * Writes a server project into a folder that is new, or has no code yet.
 *
 * @throws UserError for everything that the user can mend; nothing is written
 *   then.
 */
export async function newServer(
  options: NewServerOptions,
): Promise<NewProject> {
  return (await import("./server/new-server.js")).newServer(options);
}

/**
 * Writes a client project into a folder that is new, or has no code yet.
 *
 * @throws UserError as `newServer` does.
 */
export async function newClient(
  options: ClientOptions & { readonly name: string },
): Promise<NewProject> {
  return (await import("./client/project.js")).newClient(options);
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
  return (await import("./server/update.js")).updateServer(options);
}

/**
 * Makes `src/generated/` of a client project anew, and nothing else.
 *
 * @throws UserError as `updateServer` does.
 */
export async function updateClient(
  options: ClientOptions & {
    readonly mode: "write" | "check";
    readonly force?: boolean | undefined;
  },
): Promise<GenerateOutcome> {
  return (await import("./client/project.js")).updateClient(options);
}
