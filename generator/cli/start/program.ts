/**
 * Entry point of the bundle `program.cjs`, which contains all commands.
 * `cli.ts` loads this bundle unless `generate` only has to report that the
 * output is up to date.
 */
export { processIo } from "../terminal/io.js";
export { main } from "../main.js";

/** Loads the programmatic API. The command line itself does not use the API. */
export const api = () => import("../../index.js");
