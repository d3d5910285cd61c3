/**
 * The room that codes, names and limits go to which several source files share:
 * the one that is always there. Bundlers put the value of a constant in its place
 * where another module declares it.
 */
export const CONSTANTS = "validation";

/**
 * The files that the runtime is written as, in the order of the imports: what is
 * alike then stands together in a bundle, and packs better. Each with the folders of `runtime/` that it is made of.
 */
export const ROOMS: readonly {
  readonly name: string;
  readonly folders: readonly string[];
}[] = [
  { name: "json-schema", folders: ["json-schema"] },
  { name: "http-client", folders: ["http/client"] },
  { name: "multi-version", folders: ["multi-version"] },
  { name: "json-rpc", folders: ["json-rpc", "limits", "protocol"] },
  { name: "features", folders: ["features"] },
  {
    name: "http-server",
    folders: ["http/server", "http/security", "http/platform", "http/body"],
  },
  { name: "oauth", folders: ["oauth"] },
  { name: "redis", folders: ["redis"] },
  { name: "host", folders: ["host"] },
  { name: "transport", folders: ["transport", "http"] },
  { name: "tasks", folders: ["tasks"] },
  { name: CONSTANTS, folders: ["validation"] },
];

/**
 * The room of a source file: that of the nearest folder above it.
 *
 * @throws Error when no room has it.
 */
export function roomName(path: string): string {
  for (
    let folder = path.slice(0, path.lastIndexOf("/"));
    folder !== "";
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))
  ) {
    const room = ROOMS.find(({ folders }) => folders.includes(folder));
    if (room) return room.name;
  }
  throw new Error(`${path} is in no room of the runtime.`);
}
