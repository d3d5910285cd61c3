/** What several tests of a connection send. */

/** A request for the tools. */
export const LIST = { id: 1, method: "tools/list" };
/** What JSON cannot hold. */
export const cyclic: { self?: object } = {};
cyclic.self = cyclic;
