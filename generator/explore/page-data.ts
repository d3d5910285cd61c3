/** What the explorer's page is told: plain data, without a word of HTML. */
import type { Change } from "../model/diff/change.js";
import type { ProtocolModel } from "../model/types.js";
import type { Listing } from "../new/manifest/listing.js";

/** One schema of the page, oldest first. */
export interface RevisionData {
  /** `2025-06-18`, `draft`, or the name of a file. */
  readonly name: string;
  readonly model: ProtocolModel;
}

/** What a server offers, and what became of what it offered before. */
export interface ServerData {
  /** What it calls itself, or what its manifest is called. */
  readonly name: string;
  readonly listing: Listing;
  readonly before: EarlierServer | null;
}

/** An earlier manifest, and what is different now. */
export interface EarlierServer {
  readonly name: string;
  readonly changes: readonly ListingChange[];
}

/** A difference between two manifests; it breaks who calls, or nobody. */
export interface ListingChange extends Pick<
  Change,
  "kind" | "path" | "before" | "after" | "why"
> {
  readonly subject: "tool" | "prompt" | "resource" | "resource template";
  /** Name of the tool, the prompt, or the resource. */
  readonly of: string;
  /** Whether a client that was made for the earlier one fails now. */
  readonly breaks: boolean;
}

/** All of it. */
export interface PageData {
  readonly revisions: readonly RevisionData[];
  readonly server: ServerData | null;
}

/** Statements of generated validators; those of several revisions are there once. */
export interface DecoderPool {
  /** What they import, by name. */
  readonly runtime: readonly string[];
  readonly statements: readonly string[];
  /** By name of the revision: indexes of its statements, in order. */
  readonly revisions: Readonly<Record<string, readonly number[]>>;
}

/** The ids of the page's blocks of data. */
export const DATA_ID = "data";
export const DECODERS_ID = "decoders";

/**
 * A revision's validators as a script of its own, which hands them to the page.
 * The page's policy knows its hash: not a byte may differ between where it is
 * hashed and where it is run.
 */
export function decoderScript(
  { runtime, statements, revisions }: DecoderPool,
  name: string,
): string {
  const own = (revisions[name] ?? []).map((index) => statements[index]);
  // In a block, where a name that it declares hides the runtime's.
  return `"use strict";takeDecoders(${JSON.stringify(name)},({${runtime.join(",")}})=>{{${own.join("\n")}
return{decodeClientMessage,decodeServerMessage,decodeMessage}}})`;
}
