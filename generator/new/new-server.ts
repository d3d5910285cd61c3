import type { Diagnostic } from "../errors.js";
import { datedRevisions, resolveRevisions } from "../source/revisions.js";
import type { ServerAddress } from "./address.js";
import { newError } from "./diagnostics.js";
import { emptyTarget, writeProject } from "./folder.js";
import { readManifest } from "./manifest.js";
import { packageName } from "./names.js";
import type { ProjectFiles } from "./project-files.js";
import {
  serverProject,
  type ServerSource,
  type Transport,
} from "./server-project.js";

/** What a server project is made of, and where. */
export interface NewServerOptions {
  readonly folder: string;
  /** Any text; a package's name is made of it. */
  readonly name: string;
  /** Default: every dated one. */
  readonly revisions?: readonly string[] | undefined;
  readonly transport?: Transport | undefined;
  /** File with tool definitions. */
  readonly tools?: string | undefined;
  /** A running server whose tools, prompts and resources are mocked. */
  readonly from?: ServerAddress | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/**
 * Writes a server project into an empty folder.
 *
 * @throws UserError for everything that the user can mend; nothing is written
 *   then.
 */
export async function newServer(
  options: NewServerOptions,
): Promise<ProjectFiles> {
  const { folder, signal, onProgress = () => {} } = options;
  const target = emptyTarget(folder);
  const name = packageName(options.name);
  if (name === null)
    throw newError("MCP602", `"${options.name}" is no name for a package.`);
  const revisions = resolveRevisions(options.revisions ?? datedRevisions());
  const source = await sourceOf(options, revisions);
  onProgress("Generating …");
  const project = await serverProject(
    {
      name,
      revisions,
      transport: options.transport ?? "stdio",
      source,
    },
    folder,
    signal,
  );
  await writeProject(target, project.files, signal);
  return {
    files: project.files,
    warnings: [...(source?.warnings ?? []), ...project.warnings],
  };
}

/** Where the tools come from; null for the example. */
export async function sourceOf(
  {
    tools,
    from,
    onProgress,
  }: Pick<NewServerOptions, "tools" | "from" | "onProgress">,
  revisions: readonly string[],
): Promise<
  (ServerSource & { readonly warnings: readonly Diagnostic[] }) | null
> {
  if (tools !== undefined) return readManifest(tools);
  if (from === undefined) return null;
  onProgress?.(`Asking ${from.from} …`);
  const { listServer } = await import("./from-server.js");
  return listServer(from, revisions);
}
