/**
 * Entry point of the complete program without the fast check in `cli.ts`,
 * bundled as one file.
 */
export { processIo } from "../terminal/io.js";
export { main } from "../main.js";

/** Loads the programmatic API. The command line itself does not use the API. */
export const api = () => import("../../index.js");
