/** Tables about the history of the revisions. `make docs` writes them. */

/** First revision of each name. This is the content of `schema/since.json`. */
export interface SinceTable {
  /** Revisions in chronological order. */
  readonly revisions: readonly string[];
  /** First revision of each method, by wire method. */
  readonly methods: Readonly<Record<string, string>>;
  /** First revision of each declaration, by name. */
  readonly declarations: Readonly<Record<string, string>>;
  /**
   * First revision of each member, by `Declaration.member.inner`. Inherited
   * members are included.
   */
  readonly members: Readonly<Record<string, string>>;
}

/** Strings by path: `content.*.type`, where `*` means an index or any key. */
export type LaterValues = Readonly<Record<string, readonly string[]>>;

/** Later string values by path, grouped by wire method. */
export type LaterByMethod = Readonly<Record<string, LaterValues>>;

/**
 * Values that servers of later revisions may send to a client of one revision.
 */
export interface LaterFacts {
  /** Values in results, by the method of the request. */
  readonly results: LaterByMethod;
  /** Values in requests and notifications, by method. */
  readonly incoming: LaterByMethod;
}

/** Facts by revision. This is the content of `schema/later.json`. */
export type LaterTable = Readonly<Record<string, LaterFacts>>;
