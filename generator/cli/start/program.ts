/**
 * Entry point of the program, without the fast path of `cli.ts`; bundled as one
 * file.
 */
export { processIo } from "../terminal/io.js";
export { main } from "../main.js";

/** Loads the programmatic API, which the command line does not need. */
export const api = () => import("../../index.js");
