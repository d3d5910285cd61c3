import { hash } from "node:crypto";
import { isObject } from "../../runtime/validation/guards.js";
import { programHash } from "../support/package.js";
import { writeError } from "./diagnostics.js";

/** Name of the manifest in the output folder. */
export const MANIFEST_FILE = ".mcp-codegen.json";

/** What was generated, from what, and how: `.mcp-codegen.json`. */
export interface Manifest {
  readonly tool: "mcp-codegen";
  readonly version: string;
  readonly options: ManifestOptions;
  /** The schemas that the output was made of. */
  readonly sources: readonly {
    readonly revision: string | null;
    readonly protocolVersion: string | null;
    readonly commit: string | null;
    /** sha256 of the schema's text without BOM and with LF. */
    readonly sha256: string;
    readonly fingerprint: string;
    /** Extensions that it has; absent without one. */
    readonly extensions?: readonly {
      readonly identifier: string;
      readonly commit: string | null;
      readonly sha256: string;
    }[];
  }[];
  /** sha256 of each generated file's text with LF, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** sha256 of the program that wrote it, and of all the above. */
  readonly digest: string;
}

/** What a run knows before it has files. */
export type ManifestHead = Omit<Manifest, "files" | "digest">;

/** The options that decide what the output holds. */
export interface OutputOptions {
  /** Outputs by name; all when empty. */
  readonly only?: readonly string[] | undefined;
  /** What server.ts and client.ts offer: features and transports; all when empty. */
  readonly features?: readonly string[] | undefined;
  readonly transports?: readonly string[] | undefined;
  /** How relative imports end; `js` by default. */
  readonly importExt?: "js" | "ts" | undefined;
  /** Version string for a schema that names none. */
  readonly protocolVersion?: string | undefined;
  /** Package that is imported in place of a runtime of the output's own. */
  readonly runtime?: string | undefined;
  /** Folder with templates that replace built-in ones, or add files. */
  readonly templates?: string | undefined;
  /** Extensions, by name or by the paths of their schemas. */
  readonly extensions?: readonly string[] | undefined;
  /** What headers name in place of the command line that makes the output. */
  readonly command?: string | undefined;
}

/** Those, and where the text of the schema came from. */
export interface ManifestOptions extends OutputOptions {
  readonly source: "bundled" | "pulled" | "file";
}

/** sha256 (hex) of a file's text, the same whatever its line ends are. */
export function hashText(text: string): string {
  return hash("sha256", text.replaceAll("\r\n", "\n"), "hex");
}

/** The manifest as it is written. */
export function printManifest(manifest: Omit<Manifest, "digest">): string {
  const files = Object.fromEntries(
    Object.entries(manifest.files).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const body = { ...manifest, files };
  return `${JSON.stringify({ ...body, digest: digestOf(body) }, null, 2)}\n`;
}

/** Differs when the manifest was changed, or written by another program. */
export function digestOf(body: Omit<Manifest, "digest">): string {
  return hashText(`${programHash()} ${JSON.stringify(body)}`);
}

/**
 * Reads a manifest's text.
 *
 * @throws UserError when it is not one, or names a path outside its folder.
 */
export function parseManifest(text: string, file: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badManifest(file, (error as Error).message);
  }
  if (!isManifest(value)) throw badManifest(file, "It lacks its members.");
  for (const path of Object.keys(value.files))
    if (!isInsidePath(path))
      throw badManifest(file, `It names ${JSON.stringify(path)}.`);
  return value;
}

/** True for a relative path with `/` that stays below its folder. */
export function isInsidePath(path: string): boolean {
  return (
    path !== "" &&
    !/[\\\0]|^[A-Za-z]:/.test(path) &&
    path
      .split("/")
      .every((part) => part !== "" && part !== "." && part !== "..")
  );
}

function isManifest(value: unknown): value is Manifest {
  const { tool, files } = isObject(value) ? value : {};
  return (
    tool === "mcp-codegen" &&
    isObject(files) &&
    Object.values(files).every((hash) => typeof hash === "string")
  );
}

function badManifest(file: string, cause: string): Error {
  return writeError("MCP302", `${file} is not a manifest.`, { cause });
}
