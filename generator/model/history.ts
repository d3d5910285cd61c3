/**
 * Types of the tables that record in which revision each part of the protocol
 * first appeared. `make docs` writes these tables.
 */

/**
 * First revision of each method, declaration and member in the protocol. This
 * is the content of `schema/since.json`.
 */
export interface SinceTable {
  /** Revisions in chronological order. */
  readonly revisions: readonly string[];
  /** First revision of each method, by wire method. */
  readonly methods: Readonly<Record<string, string>>;
  /** First revision of each declaration, by name. */
  readonly declarations: Readonly<Record<string, string>>;
  /**
   * First revision of each member, by a path such as
   * `Declaration.member.inner`. Inherited members are included.
   */
  readonly members: Readonly<Record<string, string>>;
}

/**
 * String values that newer revisions added, by the path of the value, such as
 * `content.*.type`. In a path, `*` means any index or key.
 */
export type LaterValues = Readonly<Record<string, readonly string[]>>;

/**
 * String values that newer revisions added, by wire method and by the path of
 * the value.
 */
export type LaterByMethod = Readonly<Record<string, LaterValues>>;

/**
 * Values that a server of a newer revision may send to a client of an older
 * revision.
 */
export interface LaterFacts {
  /** Values in results, by the wire method of the request. */
  readonly results: LaterByMethod;
  /** Values in requests and notifications, by wire method. */
  readonly incoming: LaterByMethod;
}

/**
 * Values that newer revisions added, for each older revision. This is the
 * content of `schema/later.json`.
 */
export type LaterTable = Readonly<Record<string, LaterFacts>>;
