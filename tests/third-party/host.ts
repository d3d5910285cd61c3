/**
 * Bundles the host of a generated client project with default options, for use
 * in tests.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import * as assert from "uvu/assert";
import { newProject } from "../harness/new/project.js";
import type { Lists } from "./clients.js";

type Item = { readonly [key: string]: string };

interface Host {
  readonly tools: readonly Item[];
  readonly prompts: readonly Item[];
  readonly resources: readonly Item[];
  readonly resourceTemplates: readonly Item[];
  connect(): Promise<{
    readonly failed: readonly { server: string; error: Error }[];
  }>;
  close(): Promise<void>;
}

/**
 * Exports of a client project's `host.ts` and `generated/client.ts` that the
 * tests use.
 */
export interface HostModule {
  openHost(servers: object, options: object): Host;
  parseServers(text: string, options?: object): Servers;
  splitName(name?: string): { readonly name: string };
  splitUri(uri?: string): { readonly name: string };
}

/** Configurations of servers, by the name of the server. */
export interface Servers {
  readonly [name: string]: object;
}

let made: Promise<HostModule> | undefined;

export function loadHostModule(): Promise<HostModule> {
  return (made ??= (async () => {
    const { folder } = await newProject("client", []);
    const file = join(folder, "host.mjs");
    await build({
      stdin: {
        contents: `export * from "./host.js"; export { parseServers, splitName, splitUri } from "./generated/client.js";`,
        resolveDir: join(folder, "src"),
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: file,
    });
    return (await import(pathToFileURL(file).href)) as HostModule;
  })());
}

/**
 * Returns the entries that a host lists for the given servers. Removes the
 * prefixes that the host adds to the names and URIs of entries.
 */
export async function listWithHost(servers: Servers): Promise<Lists> {
  const { openHost, splitName, splitUri } = await loadHostModule();
  const errors: string[] = [];
  const host = openHost(servers, {
    onError: (server: string, error: Error) =>
      errors.push(`${server}: ${error.message}`),
  });
  try {
    const { failed } = await host.connect();
    for (const { server, error } of failed)
      errors.push(`${server}: ${error.message}`);
    assert.equal(errors, []);
    return {
      tools: host.tools.map(({ name }) => splitName(name).name),
      prompts: host.prompts.map(({ name }) => splitName(name).name),
      resources: host.resources.map(({ uri }) => splitUri(uri).name),
      resourceTemplates: host.resourceTemplates.map(
        ({ uriTemplate }) => splitUri(uriTemplate).name,
      ),
    };
  } finally {
    await host.close();
  }
}
