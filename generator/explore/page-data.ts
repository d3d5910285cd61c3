/** Types of the data in the explorer page. The data contains no HTML. */
import type { Peer } from "../../runtime/protocol/connection/peer.js";
import type { Change } from "../model/diff/change.js";
import type { ProtocolModel } from "../model/types.js";
import type { Listing } from "../new/manifest/listing.js";

/**
 * Data about one schema that the page shows. The page lists schemas oldest
 * first.
 */
export interface RevisionData {
  /**
   * Name of a revision, such as `2025-06-18` or `draft`, or of a schema file.
   */
  readonly name: string;
  readonly model: ProtocolModel;
}

/** Listing of a server, and its changes compared with an earlier listing. */
export interface ServerData {
  /**
   * Name that the server reports, or else its address. For a manifest, its file
   * name.
   */
  readonly name: string;
  /**
   * Name, version, capabilities and instructions that the server reports. Null
   * if a manifest file was read instead.
   */
  readonly peer: Peer | null;
  readonly listing: Listing;
  readonly before: EarlierServer | null;
}

/**
 * Name of the earlier listing, and the changes from that listing to the current
 * one.
 */
interface EarlierServer {
  readonly name: string;
  readonly changes: readonly ListingChange[];
}

/** Difference between two listings of a server. */
export interface ListingChange extends Pick<
  Change,
  "kind" | "path" | "before" | "after" | "why"
> {
  readonly subject:
    "tool" | "prompt" | "resource" | "resource template" | "skill" | "server";
  /** Name of the tool or prompt, URI of the resource, or `server`. */
  readonly of: string;
  /** Whether a client written for the earlier listing can fail now. */
  readonly breaks: boolean;
  /**
   * True if the change affects a text that models read, or a member that hosts
   * use to decide whether to ask the user.
   *
   * @default false
   */
  readonly isForModels?: boolean;
}

/** Complete data of the page: compressed JSON in base64. */
export interface PageData {
  readonly revisions: readonly RevisionData[];
  readonly server: ServerData | null;
  readonly decoders: DecoderPool;
}

/**
 * Statements of the generated validators. Several revisions can use the same
 * statement.
 */
export interface DecoderPool {
  /** Names of the runtime's exports that the statements use. */
  readonly runtime: readonly string[];
  readonly statements: readonly string[];
  /**
   * Indexes of the statements that each revision uses, in order, by name of the
   * revision.
   */
  readonly revisions: Readonly<Record<string, readonly number[]>>;
}

/** Id of the HTML element that holds the page's data. */
export const DATA_ID = "data";

/**
 * Compression format of the page's data. The header of this format, unlike that
 * of gzip, does not name the platform, so equal data results in equal bytes.
 */
export const COMPRESSION = "deflate";

/**
 * Returns the validators of a revision as a script that passes them to the
 * page. The page's Content Security Policy contains the hash of the script. The
 * script must therefore have the same bytes when it is hashed and when it runs.
 */
export function decoderScript(
  { runtime, statements, revisions }: DecoderPool,
  name: string,
): string {
  const own = (revisions[name] ?? []).map((index) => statements[index]);
  // The inner block `{…}` lets the statements declare names that are also names
  // of parameters.
  return `"use strict";takeDecoders(${JSON.stringify(name)},({${runtime.join(",")}})=>{{${own.join("\n")}
return{decodeClientMessage,decodeServerMessage,decodeMessage}}})`;
}
