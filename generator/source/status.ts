import { cacheFolder } from "./pull/cache-folder.js";
import { pulledState, type PulledState } from "./pull/cache.js";
import { readBundledSchema } from "./read.js";
import { revisionTable, type RevisionPin } from "./revisions.js";

/** What is at hand of a revision. */
export interface RevisionStatus extends RevisionPin {
  readonly revision: string;
  /** Size of this package's own text, which is always there. */
  readonly bundledBytes: number;
  /** Whether upstream's file is kept, for `--source pulled`. */
  readonly pulled: PulledState;
  /** How many different methods there are on the wire. */
  readonly methods: number;
}

/** Every known revision, oldest first, `draft` last. */
export function revisionStatuses(): RevisionStatus[] {
  const cache = cacheFolder();
  return Object.entries(revisionTable().revisions).map(([revision, pin]) => {
    const { text } = readBundledSchema(revision);
    return {
      revision,
      ...pin,
      bundledBytes: Buffer.byteLength(text),
      pulled: pulledState(revision, pin, cache),
      methods: countMethods(text),
    };
  });
}

/**
 * Counts the methods of a bundled schema without parsing it: there, a `method`
 * whose type is a literal is one, and no comment has its like.
 */
export function countMethods(text: string): number {
  return new Set(
    [...text.matchAll(/^\s*method: "([^"]+)";$/gm)].map((match) => match[1]),
  ).size;
}
