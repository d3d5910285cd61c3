/** Data of the explorer's page. It contains no HTML. */
import type { Change } from "../model/diff/change.js";
import type { ProtocolModel } from "../model/types.js";
import type { Listing } from "../new/manifest/listing.js";

/** Schema of the page. The list is sorted oldest first. */
export interface RevisionData {
  /** Revision such as `2025-06-18` or `draft`, or the name of a file. */
  readonly name: string;
  readonly model: ProtocolModel;
}

/** Listing of a server, and the changes since an earlier listing. */
export interface ServerData {
  /** Name of the server, or of its manifest. */
  readonly name: string;
  readonly listing: Listing;
  readonly before: EarlierServer | null;
}

/** Earlier manifest, and the differences from it. */
interface EarlierServer {
  readonly name: string;
  readonly changes: readonly ListingChange[];
}

/** Difference between two manifests. */
export interface ListingChange extends Pick<
  Change,
  "kind" | "path" | "before" | "after" | "why"
> {
  readonly subject: "tool" | "prompt" | "resource" | "resource template";
  /** Name of the tool or prompt, or URI of the resource. */
  readonly of: string;
  /** Whether a client written for the earlier manifest fails now. */
  readonly breaks: boolean;
}

/** Complete data of the page: compressed JSON in base64. */
export interface PageData {
  readonly revisions: readonly RevisionData[];
  readonly server: ServerData | null;
  readonly decoders: DecoderPool;
}

/** Statements of generated validators. Revisions share equal statements. */
export interface DecoderPool {
  /** Names of the runtime values that the statements use. */
  readonly runtime: readonly string[];
  readonly statements: readonly string[];
  /**
   * Indexes of each revision's statements, in order, by the revision's name.
   */
  readonly revisions: Readonly<Record<string, readonly number[]>>;
}

/** Id of the element that holds the page's data. */
export const DATA_ID = "data";

/** Format of the compressed data. Unlike gzip, it does not name the platform. */
export const COMPRESSION = "deflate";

/**
 * Returns a revision's validators as a script that hands them to the page. The
 * page's policy contains the hash of the script, so it must have the same bytes
 * where it is hashed and where it runs.
 */
export function decoderScript(
  { runtime, statements, revisions }: DecoderPool,
  name: string,
): string {
  const own = (revisions[name] ?? []).map((index) => statements[index]);
  // The block lets declared names hide those of the runtime.
  return `"use strict";takeDecoders(${JSON.stringify(name)},({${runtime.join(",")}})=>{{${own.join("\n")}
return{decodeClientMessage,decodeServerMessage,decodeMessage}}})`;
}
