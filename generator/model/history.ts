/** What is known of the revisions' history: tables that `make docs` writes. */

/** The first revision that has each name; all of `schema/since.json`. */
export interface SinceTable {
  /** Oldest first. */
  readonly revisions: readonly string[];
  /** By wire method. */
  readonly methods: Readonly<Record<string, string>>;
  /** By name. */
  readonly declarations: Readonly<Record<string, string>>;
  /** By `Declaration.member.inner`, own and inherited members alike. */
  readonly members: Readonly<Record<string, string>>;
}

/** Texts by place: `content.*.type`, with `*` for an index or any key. */
export type LaterValues = Readonly<Record<string, readonly string[]>>;

/** The same by wire method. */
export type LaterByMethod = Readonly<Record<string, LaterValues>>;

/** What a client of one revision may be sent by servers of later ones. */
export interface LaterFacts {
  /** In results, by the method that was asked. */
  readonly results: LaterByMethod;
  /** In requests and notifications. */
  readonly incoming: LaterByMethod;
}

/** By revision; all of `schema/later.json`. */
export type LaterTable = Readonly<Record<string, LaterFacts>>;
