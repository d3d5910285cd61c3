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
  /** First revision of each method, by method name. */
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
 * String values that a revision lacks and later revisions have. The keys are
 * paths inside a message or result, such as `content.*.type`. In a path, `*`
 * means any index or key.
 */
export type LaterValues = Readonly<Record<string, readonly string[]>>;

/**
 * String values that a revision lacks and later revisions have, by method name
 * and by path inside the message or result.
 */
export type LaterByMethod = Readonly<Record<string, LaterValues>>;

/**
 * String values that an older revision does not declare. A server of a newer
 * revision may send them to a client of the older revision.
 */
export interface LaterFacts {
  /** Values in results, by the method name of the request. */
  readonly results: LaterByMethod;
  /** Values in requests and notifications, by method name. */
  readonly incoming: LaterByMethod;
}

/**
 * Values that a revision lacks and later revisions have, by name of the
 * revision. This is the content of `schema/later.json`.
 */
export type LaterTable = Readonly<Record<string, LaterFacts>>;
