import type { Diagnostic } from "../../support/errors.js";
import { datedRevisions, resolveRevisions } from "../../source/revisions.js";
import type { ServerAddress } from "../manifest/address.js";
import { newError } from "../diagnostics.js";
import { projectTarget, writeProject } from "../folder.js";
import { readManifest } from "../manifest/manifest.js";
import { packageName } from "../names.js";
import type { NewProject } from "../project-files.js";
import { serverProject, type ServerSource, type Transport } from "./project.js";

/** What a server project is made of, and where. */
export interface NewServerOptions {
  readonly folder: string;
  /** Any text; a package's name is made of it. */
  readonly name: string;
  /** Default: every dated one. */
  readonly revisions?: readonly string[] | undefined;
  readonly transport?: Transport | undefined;
  /** What it offers beside what its files use, as `--features` names it. */
  readonly features?: readonly string[] | undefined;
  readonly transports?: readonly string[] | undefined;
  /** File with tool definitions. */
  readonly tools?: string | undefined;
  /** A running server whose tools, prompts and resources are mocked. */
  readonly from?: ServerAddress | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/**
 * Writes a server project into a folder that is new, or has no code yet.
 *
 * @throws UserError for everything that the user can mend; nothing is written
 *   then.
 */
export async function newServer(
  options: NewServerOptions,
): Promise<NewProject> {
  const { folder, signal, onProgress = () => {} } = options;
  const target = projectTarget(folder);
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
      features: options.features,
      transports: options.transports,
      source,
    },
    folder,
    signal,
  );
  return {
    ...(await writeProject(target, project.files, signal)),
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
  const { listServer } = await import("../manifest/from-server.js");
  return listServer(from, revisions);
}
