/** Search for the server entries in a configuration file. */
import { isObject } from "../../validation/guards.js";
import { isServerEntry } from "./entry.js";
import { getAtPath, type ConfigPath } from "./values.js";

/** Server entry of a configuration file. */
export interface FoundServer {
  /**
   * Name of the server. Undefined for an element of an array without a name.
   */
  readonly name: string | undefined;
  readonly path: ConfigPath;
  readonly value: unknown;
}

/**
 * Pattern of the keys under which programs list servers, such as `mcpServers`,
 * `mcp_servers`, `context_servers`, `mcp.servers` and `amp.mcpServers`.
 */
const SERVERS =
  /(?:^|[._])(?:(?:mcp|context|stdio|sse|shttp)_?servers|mcp\.servers)$/i;

/**
 * Paths of lists that restrict the servers. If a file has such a list, only the
 * servers in the list are used.
 */
const ALLOWED: readonly ConfigPath[] = [
  ["mcp", "allowed"],
  ["allowMCPServers"],
];

/** Paths of lists with the names of servers that are not used. */
const EXCLUDED: readonly ConfigPath[] = [
  ["mcp", "excluded"],
  ["excludeMCPServers"],
];

/**
 * Returns the entries of all servers in a configuration file. Returns
 * `undefined` if the file has no key that lists servers, such as `mcpServers`.
 * Servers that the file excludes are left out. Several entries may have the
 * same name.
 *
 * @param folder Folder of the project. The user configuration of Claude Code
 *   lists servers by project; the servers of other projects are left out.
 */
export function findServers(
  root: unknown,
  folder: string | undefined,
): readonly FoundServer[] | undefined {
  const project = findProject(root, folder);
  const containers = findContainers(root);
  if (project) containers.push([...project, "mcpServers"]);
  else if (containers.length === 0 && hasServers(root)) containers.push([]);
  const found = containers.filter((path) => isContainer(getAtPath(root, path)));
  if (found.length === 0) return undefined;
  const excluded = [
    ...EXCLUDED,
    ...(project ? [[...project, "disabledMcpServers"]] : []),
  ];
  const listing = (paths: readonly ConfigPath[]) =>
    paths.map((path) => getAtPath(root, path)).filter(Array.isArray);
  return found
    .flatMap((path) => getEntries(root, path))
    .filter(
      ({ name }) =>
        listing(ALLOWED).every((names) => names.includes(name)) &&
        !listing(excluded).some((names) => names.includes(name)),
    );
}

/**
 * Returns the folders of the projects for which the user configuration of
 * Claude Code lists servers.
 */
export function findProjectFolders(root: unknown): readonly string[] {
  const projects = getAtPath(root, ["projects"]);
  return Object.keys(isObject(projects) ? projects : {}).filter((folder) =>
    hasEntries(getAtPath(projects, [folder, "mcpServers"])),
  );
}

function findProject(
  root: unknown,
  folder: string | undefined,
): ConfigPath | undefined {
  const wanted = normalizeFolder(folder ?? "");
  const found = Object.keys(Object(getAtPath(root, ["projects"]))).find(
    (name) => normalizeFolder(name) === wanted,
  );
  return found === undefined ? undefined : ["projects", found];
}

function normalizeFolder(folder: string): string {
  return folder.replaceAll("\\", "/").replace(/(?<=.)\/$/, "");
}

/**
 * Returns the paths of the objects and arrays that contain servers. Keys such
 * as `mcp` and `extensions` also have other meanings, so they are included only
 * if they contain a server entry.
 */
function findContainers(root: unknown): ConfigPath[] {
  if (Array.isArray(root)) return [[]];
  const found: ConfigPath[] = [];
  for (const [key, value] of Object.entries(Object(root))) {
    if (SERVERS.test(key) || key === "servers") found.push([key]);
    else if (isServerEntry(value)) continue;
    else if (/^(?:mcp|extensions)$/.test(key) && hasServers(value))
      found.push([key]);
    else if (isObject(value) && key !== "projects")
      for (const [name, below] of Object.entries(value))
        if (
          (SERVERS.test(name) && hasEntries(below)) ||
          (name === "servers" && key === "mcp")
        )
          found.push([key, name]);
  }
  return found;
}

function getEntries(root: unknown, path: ConfigPath): FoundServer[] {
  const container = getAtPath(root, path);
  if (Array.isArray(container))
    return container.map((value: unknown, index) => {
      const name = isObject(value) ? value.name : undefined;
      return {
        name: typeof name === "string" && name !== "" ? name : undefined,
        path: [...path, index],
        value,
      };
    });
  // A key such as `mcp` may also contain settings. A value under such a key is
  // a server only if it is an object.
  const onlyServers = /servers$/i.test(String(path.at(-1) ?? ""));
  return Object.entries(Object(container))
    .filter(([, value]) => onlyServers || isObject(value))
    .map(([name, value]) => ({ name, path: [...path, name], value }));
}

function isContainer(value: unknown): boolean {
  return isObject(value) || Array.isArray(value);
}

function hasEntries(value: unknown): boolean {
  return isContainer(value) && Object.values(Object(value)).some(isObject);
}

function hasServers(value: unknown): boolean {
  return isContainer(value) && Object.values(Object(value)).some(isServerEntry);
}
