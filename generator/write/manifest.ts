import { hash } from "node:crypto";
import { isObject } from "../../runtime/validation/guards.js";
import { programHash } from "../support/package.js";
import { writeError } from "./diagnostics.js";

/** File name of the manifest in the output folder. */
export const MANIFEST_FILE = ".mcp-codegen.json";

/**
 * Content of `.mcp-codegen.json`: the generated files, their sources and the
 * options.
 */
export interface Manifest {
  readonly tool: "mcp-codegen";
  readonly version: string;
  readonly options: ManifestOptions;
  /** Schemas from which the output was generated. */
  readonly sources: readonly {
    readonly revision: string | null;
    readonly protocolVersion: string | null;
    readonly commit: string | null;
    /** SHA-256 hash of the schema's text without BOM and with LF line ends. */
    readonly sha256: string;
    readonly fingerprint: string;
    /** Extensions of the schema. Absent if the schema has no extensions. */
    readonly extensions?: readonly {
      readonly identifier: string;
      readonly commit: string | null;
      readonly sha256: string;
    }[];
  }[];
  /** SHA-256 hash of each generated file's text with LF line ends, by path. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * SHA-256 hash that covers all members above and the code of the program that
   * wrote the manifest.
   */
  readonly digest: string;
}

/** Members of the manifest that are known before the files are generated. */
export type ManifestHead = Omit<Manifest, "files" | "digest">;

/** Options that determine the content of the output. */
export interface OutputOptions {
  /** Names of the outputs to generate. An empty list means all outputs. */
  readonly only?: readonly string[] | undefined;
  /**
   * Features and transports of the generated server.ts and client.ts. An empty
   * list means all of them.
   */
  readonly features?: readonly string[] | undefined;
  readonly transports?: readonly string[] | undefined;
  /**
   * File extension in relative imports.
   *
   * @default "js"
   */
  readonly importExt?: "js" | "ts" | undefined;
  /**
   * Version string for a schema that does not declare
   * `LATEST_PROTOCOL_VERSION`.
   *
   * @minLength 1
   */
  readonly protocolVersion?: string | undefined;
  /**
   * Capabilities of methods that mcp-codegen does not know, by method. Null means
   * that a method requires no capability.
   */
  readonly capabilities?: Readonly<Record<string, string | null>> | undefined;
  /**
   * Package from which the output imports the runtime. If absent, the output
   * contains a copy of the runtime.
   */
  readonly runtime?: string | undefined;
  /**
   * Folder with templates that replace built-in templates or add files.
   *
   * @minLength 1
   */
  readonly templates?: string | undefined;
  /** Extensions, by name or by the path of their schema. */
  readonly extensions?: readonly string[] | undefined;
  /**
   * Command that generated files name in their headers. If absent, the headers
   * name the command line that regenerates the output.
   */
  readonly command?: string | undefined;
}

/**
 * Output options, together with the origin of the schema: bundled, pulled from
 * upstream, or a file.
 */
export interface ManifestOptions extends OutputOptions {
  readonly source: "bundled" | "pulled" | "file";
}

/** Returns the SHA-256 hash (hex) of a text with LF line ends. */
export function hashText(text: string): string {
  return hash("sha256", text.replaceAll("\r\n", "\n"), "hex");
}

/** Returns the text of the manifest. */
export function printManifest(manifest: Omit<Manifest, "digest">): string {
  const files = Object.fromEntries(
    Object.entries(manifest.files).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const body = { ...manifest, files };
  return `${JSON.stringify({ ...body, digest: getDigest(body) }, null, 2)}\n`;
}

/**
 * Returns the digest of a manifest. If the recorded digest differs, the
 * manifest was edited or was written by another program version.
 */
export function getDigest(body: Omit<Manifest, "digest">): string {
  return hashText(`${programHash()} ${JSON.stringify(body)}`);
}

/**
 * Parses the text of a manifest.
 *
 * @throws UserError if the text is not a manifest, or if it names a path
 *   outside of its folder.
 */
export function parseManifest(text: string, file: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badManifest(file, (error as Error).message);
  }
  if (!isManifest(value))
    throw badManifest(
      file,
      'The members "tool" and "files" are missing or invalid.',
    );
  for (const path of Object.keys(value.files))
    if (!isInsidePath(path))
      throw badManifest(
        file,
        `The manifest lists the path ${JSON.stringify(path)}, which is outside the output folder.`,
      );
  return value;
}

/**
 * Returns true if a path is relative, uses `/`, and stays inside its folder.
 */
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
  return writeError("MCP302", `${file} is not a valid manifest.`, { cause });
}
