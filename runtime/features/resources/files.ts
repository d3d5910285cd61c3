import { declares } from "../../protocol/capabilities.js";
import { getMimeType } from "./mime-types.js";
import { listFolder, loadNodeModules, readRegularFile } from "./node-files.js";
import { toBase64 } from "../../json-rpc/messages/base64.js";
import type { Capabilities } from "../../protocol/capabilities.js";
import type { NodeModules } from "./node-files.js";

/** Options of `fileResources`. */
export interface FileResourcesOptions {
  /** Folders whose files are served, including the files in all subfolders. */
  readonly roots: readonly string[];
  /**
   * Whether files and folders whose names begin with a dot are served.
   *
   * @default false
   */
  readonly hidden?: boolean | undefined;
  /**
   * Maximum size of a served file in bytes. Reading a larger file fails.
   *
   * @default 10_485_760
   */
  readonly maxSize?: number | undefined;
  /**
   * Maximum number of files in the resource list. Further files are not listed,
   * but can be read by URI.
   *
   * @default 1_000
   */
  readonly maxListed?: number | undefined;
  /**
   * Whether a client that declares roots (folders that it exposes) can read
   * only files within its roots.
   *
   * @default true
   */
  readonly clientRoots?: boolean | undefined;
  /**
   * MIME types by file extension, such as `.log`. They take precedence over the
   * built-in MIME types.
   */
  readonly mimeTypes?: { readonly [extension: string]: string } | undefined;
}

/** Members of the handler context that are used to read a file. */
interface FileCaller {
  readonly peer: { readonly capabilities: Capabilities };
  roots?(): Promise<{ readonly roots: readonly { readonly uri: string }[] }>;
}

/** Resource for one file, or resource template for all files in a folder. */
export interface FileResource {
  name: string;
  mimeType?: string;
  read(
    uri: string,
    variables: object,
    ctx: FileCaller,
  ): Promise<FileContents | undefined>;
}

/** Result of reading a file: its contents as text or base64. */
export type FileContents = {
  contents: (
    | { uri: string; mimeType: string; text: string }
    | { uri: string; mimeType: string; blob: string }
  )[];
};

const MAX_SIZE = 10_485_760;
const MAX_LISTED = 1_000;

/**
 * Returns definitions for `resources()`. The resources serve the files in the
 * folders `roots`, each with a `file:` URI.
 *
 * The files are listed once, when this function is called. Files that are
 * created later can be read, but they are not listed. A file is sent as text if
 * its bytes are UTF-8 text and its MIME type does not mean binary data.
 * Otherwise, it is sent as a blob. Files outside of the folders are never read,
 * neither through `..` nor through a symbolic link: the real path is checked
 * before and after the file is opened. Requires Node.js 20.16, Deno 2.1 or Bun
 * 1.2.
 *
 * @throws the file system's error if a folder does not exist.
 * @throws McpError from a read if the file is larger than `maxSize`, or if it
 *   grows while it is read.
 * @example
 * ```ts
 * const files = resources(await fileResources({ roots: ["./docs"] }));
 * ```
 */
export async function fileResources(
  options: FileResourcesOptions,
): Promise<{ [uri: string]: FileResource }> {
  const node = loadNodeModules();
  const folders = await Promise.all(
    options.roots.map((root) => node.fs.realpath(root)),
  );
  const files = new ListedFiles(node, folders, options);
  const entries: { [uri: string]: FileResource } = {};
  const read: FileResource["read"] = (uri, _, ctx) => files.read(uri, ctx);
  let left = options.maxListed ?? MAX_LISTED;
  for (const folder of folders) {
    const base = node.url.pathToFileURL(folder + node.path.sep).href;
    entries[`${base}{+path}`] = { name: node.path.basename(folder), read };
    for (const path of await files.list(folder, left)) {
      left -= 1;
      const type = getMimeType(path, options.mimeTypes);
      entries[node.url.pathToFileURL(path).href] = {
        name: node.path.relative(folder, path),
        ...(type === undefined ? {} : { mimeType: type }),
        read,
      };
    }
  }
  return entries;
}

class ListedFiles {
  readonly #node: NodeModules;
  readonly #folders: readonly string[];
  readonly #options: FileResourcesOptions;
  /**
   * Host names in the `file:` URLs of the served folders. For a local folder,
   * the host name is empty.
   */
  readonly #hosts: ReadonlySet<string>;

  constructor(
    node: NodeModules,
    folders: readonly string[],
    options: FileResourcesOptions,
  ) {
    this.#node = node;
    this.#folders = folders;
    this.#options = options;
    const hostOf = (folder: string) => node.url.pathToFileURL(folder).host;
    this.#hosts = new Set(folders.map(hostOf));
  }

  /**
   * Returns the paths of at most `most` files in a folder and its subfolders,
   * sorted by name. Symbolic links are not followed.
   */
  async list(folder: string, most: number): Promise<string[]> {
    const found: string[] = [];
    for await (const entry of listFolder(this.#node, folder, this.#isHidden)) {
      if (found.length >= most) break;
      if (entry.isFile) found.push(entry.path);
    }
    return found;
  }

  /**
   * Returns the contents of a file. Returns `undefined` if the file does not
   * exist or the client may not read it.
   */
  async read(uri: string, ctx: FileCaller): Promise<FileContents | undefined> {
    const real = await this.#realPath(uri);
    const folder = this.#folders.find((folder) => this.#isIn(folder, real));
    const inner = folder && this.#node.path.relative(folder, real ?? "");
    const hidden = inner?.split(this.#node.path.sep).some(this.#isHidden);
    const allowed =
      real !== undefined && inner !== undefined && hidden === false;
    if (!allowed || !(await this.#isInRoots(real, ctx))) return undefined;
    const max = this.#options.maxSize ?? MAX_SIZE;
    const bytes = await readRegularFile(this.#node, real, max, uri);
    if (bytes === undefined) return undefined;
    const known = getMimeType(real, this.#options.mimeTypes);
    return { contents: [createContents(uri, known, bytes)] };
  }

  readonly #isHidden = (name: string): boolean =>
    this.#options.hidden !== true && name.startsWith(".");

  #isIn(folder: string, path: string | undefined): boolean {
    const { sep } = this.#node.path;
    const start = folder.endsWith(sep) ? folder : folder + sep;
    return path === folder || path?.startsWith(start) === true;
  }

  async #realPath(uri: string): Promise<string | undefined> {
    const { fs, url } = this.#node;
    try {
      // When Windows resolves a path on another host, it sends the user's
      // credentials to that host. Therefore only hosts of the served folders
      // are contacted.
      if (!this.#hosts.has(new URL(uri).host)) return undefined;
      return await fs.realpath(url.fileURLToPath(uri));
    } catch {
      return undefined; // not a file URI, or the file does not exist
    }
  }

  /**
   * Returns whether the client's roots contain the path. Returns `true` if the
   * client does not declare roots.
   */
  async #isInRoots(path: string, ctx: FileCaller): Promise<boolean> {
    const { clientRoots = true } = this.#options;
    const asks = clientRoots && declares(ctx.peer.capabilities, "roots");
    if (!asks || ctx.roots === undefined) return true;
    const { roots } = await ctx.roots();
    const real = await Promise.all(
      roots.map((root) => this.#realPath(root.uri)),
    );
    return real.some((root) => root !== undefined && this.#isIn(root, path));
  }
}

/**
 * Returns the contents of a file as text or base64. The MIME type and the bytes
 * determine the format.
 */
export function createContents(
  uri: string,
  known: string | undefined,
  bytes: Uint8Array,
): FileContents["contents"][number] {
  const text = isBinary(known) ? undefined : decodeText(bytes);
  if (text === undefined) {
    const mimeType = known ?? "application/octet-stream";
    return { uri, mimeType, blob: toBase64(bytes) };
  }
  return { uri, mimeType: known ?? "text/plain", text };
}

/**
 * Returns whether a MIME type always means binary data. For any other type, the
 * bytes of the file decide whether it is text.
 */
function isBinary(type: string | undefined): boolean {
  if (type === undefined) return false;
  return !/^text\/|[/+](jsonl?|xml|yaml|javascript|toml|sql|x-sh)$/.test(type);
}

/** Decodes UTF-8 text. Returns `undefined` if the bytes are not text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    const options = { fatal: true, ignoreBOM: true };
    return new TextDecoder("utf-8", options).decode(bytes);
  } catch {
    return undefined;
  }
}
